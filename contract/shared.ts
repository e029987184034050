/** Schemas shared by several modules of the contract. Money is integer paise. */
import * as z from 'zod/mini'
import { paise } from '#domain/money.ts'
import { PRODUCT_ID_MAX, PRODUCT_TYPES } from '#domain/product.ts'
import { CART_LINES_MAX, EMAIL_LENGTH_MAX, LINE_QUANTITY_MAX } from '#domain/limits.ts'
import { WISHLIST_MAX } from '#domain/wishlist.ts'

const WHOLE_PAISE_MAX = 1_000_000_000_000

export const Paise = z.pipe(
  z.int().check(z.gte(0), z.lte(WHOLE_PAISE_MAX)),
  z.transform((amount: number) => paise(amount)),
)

/** One line of typed text: trimmed, without control characters and lone surrogates, which PostgreSQL rejects. */
export const singleLine = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))
export const multiLine = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength), z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\r\n\t])*$/u))

/** Digits with the usual separators, with or without a country code. */
export const PHONE = /^[+\d][\d\s()-]*$/

export const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_LENGTH_MAX), z.email())

export const ProductKey = z.strictObject({
  type: z.enum(PRODUCT_TYPES),
  id: z.int().check(z.gte(0), z.lte(PRODUCT_ID_MAX)),
})
/** A size name of domain/sizes.ts. */
export const Size = z.string().check(z.maxLength(8), z.regex(/^[\d.]*$/))
/** If the size is omitted, the standard size is meant (D39). */
export const LineKey = z.strictObject({ ...ProductKey.shape, size: z.prefault(Size, '') })
const CartLine = z.strictObject({
  ...LineKey.shape,
  quantity: z.int().check(z.gte(1), z.lte(LINE_QUANTITY_MAX)),
})
export const Cart = z.array(CartLine).check(z.maxLength(CART_LINES_MAX))
export const Wishlist = z.array(ProductKey).check(z.maxLength(WISHLIST_MAX))
