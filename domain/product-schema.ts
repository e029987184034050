/** What a product of each type must satisfy before it is published. Each message completes the sentence "It …". */
import * as z from 'zod/mini'
import { LIST_SEPARATOR } from './product-fields.ts'
import { GENDERS, IDOL_SIZES, METALS, PRODUCT_ID_MAX } from './product.ts'
import type { Product, ProductOfType, ProductType } from './product.ts'
import { UPLOADED_PICTURE } from './uploaded-picture.ts'

const otherwise = (text: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is missing' : text),
})

/** On one line, without surrounding white space, and without characters that change the direction of other text. */
function line(max: number) {
  const message = otherwise(`must be 1 to ${max} characters on one line, without spaces around them`)
  return z
    .string(message)
    .check(
      z.maxLength(max, message),
      z.regex(/^(?!\s)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]+(?<!\s)$/u, message),
    )
}

function oneOf<const Options extends readonly string[]>(options: Options) {
  return z.enum(options, otherwise(`must be one of ${options.join(', ')}`))
}

function wholeNumber(most: number, unit: string) {
  const message = otherwise(`must be more than 0 and at most ${most / 1000} ${unit}`)
  return z.int(message).check(z.gte(1, message), z.lte(most, message))
}

function decimal(least: number, most: number) {
  const message = otherwise(`must be a number from ${least} to ${most}`)
  return z.number(message).check(z.gte(least, message), z.lte(most, message))
}

const boolean = z.boolean(otherwise('must be yes or no'))
const yes = z.optional(z.literal(true, otherwise('must be yes, or absent')))
const isoDate = z.iso.date(otherwise('must be a date, as 2026-11-22'))

const WEIGHT_MAX_MG = 20_000_000
const weight = wholeNumber(WEIGHT_MAX_MG, 'grams')
/** ₹1 crore. */
const FIXED_PRICE_MAX = 10 ** 9
const amount = otherwise('must be more than 0 and at most ₹1,00,00,000, in whole paise')
const idText = otherwise(`must be a whole number from 1 to ${PRODUCT_ID_MAX}`)

const feature = line(80).check(
  z.refine((text) => !text.includes(LIST_SEPARATOR.trim()), 'must not contain |, which separates them'),
)
const features = z
  .array(feature, otherwise('must be a list'))
  .check(z.minLength(1, 'must not be empty'), z.maxLength(12, 'must not be more than 12'))

const pictures = z.tuple(
  [line(200), line(200)],
  otherwise('must be the texts of two pictures, for those who do not see them'),
)

const notUploaded = otherwise('must be the name of an uploaded picture, or absent')
const photograph = z.optional(z.string(notUploaded).check(z.regex(UPLOADED_PICTURE, notUploaded)))

/** Fields of every type. */
const COMMON = {
  id: z.int(idText).check(z.gte(1, idText), z.lte(PRODUCT_ID_MAX, idText)),
  name: line(80),
  description: line(1000),
  pictures,
  firstPhotograph: photograph,
  secondPhotograph: photograph,
  category: line(40),
  inStock: boolean,
  weightMg: weight,
  rating: z.optional(decimal(3.9, 5)),
  fixedPrice: z.optional(z.int(amount).check(z.gte(1, amount), z.lte(FIXED_PRICE_MAX, amount))),
  onOffer: yes,
  retired: yes,
} satisfies Record<Exclude<keyof Product, 'type'>, z.ZodMiniType>

type OwnFields<T extends ProductType> = {
  readonly [Field in Exclude<keyof ProductOfType[T], keyof Product>]-?: z.ZodMiniType
}

function productSchema<T extends ProductType>(type: T, own: OwnFields<T>): z.ZodMiniObject {
  return z.strictObject({ type: z.literal(type), ...COMMON, ...own })
}

const metalAndStyle = { metal: oneOf(METALS), style: line(40) }
const inches = decimal(0.1, 120)

export const PRODUCT_SCHEMAS: Readonly<Record<ProductType, z.ZodMiniObject>> = {
  rings: productSchema('rings', {
    ...metalAndStyle,
    gender: oneOf(GENDERS),
    diamondWeightMg: z.optional(weight),
  }),
  necklaces: productSchema('necklaces', { ...metalAndStyle, lengthInches: inches }),
  tops: productSchema('tops', metalAndStyle),
  sets: productSchema('sets', {
    ...metalAndStyle,
    features,
    dimensions: z.optional(line(120)),
    date: z.optional(isoDate),
  }),
  pendants: productSchema('pendants', { ...metalAndStyle, chainLengthInches: inches, features }),
  bracelets: productSchema('bracelets', metalAndStyle),
  bangles: productSchema('bangles', { ...metalAndStyle, sizeInches: decimal(2, 3) }),
  chains: productSchema('chains', { ...metalAndStyle, lengthInches: z.optional(inches), features }),
  gems: productSchema('gems', {
    color: line(40),
    clarity: line(40),
    origin: line(80),
    hardness: decimal(1, 10),
  }),
  idols: productSchema('idols', {
    metal: oneOf(METALS),
    style: z.optional(line(40)),
    size: oneOf(IDOL_SIZES),
    heightInches: z.optional(inches),
  }),
  anklet: productSchema('anklet', { ...metalAndStyle, date: z.optional(isoDate) }),
  'mangal-sutra': productSchema('mangal-sutra', { ...metalAndStyle, chainLengthInches: inches, features }),
}
