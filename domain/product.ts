/** Products of the catalogue. Weights are whole milligrams; a carat is 200 mg. */
import type { Paise } from './money.ts'

/** Named as in URLs; the labels are in presentation.ts ("Earrings" for `tops`). */
export const PRODUCT_TYPES = [
  'rings',
  'necklaces',
  'tops',
  'sets',
  'pendants',
  'bracelets',
  'bangles',
  'chains',
  'gems',
  'idols',
  'anklet',
  'mangal-sutra',
] as const
export type ProductType = (typeof PRODUCT_TYPES)[number]

export function isProductType(text: string | undefined): text is ProductType {
  return (PRODUCT_TYPES as readonly string[]).includes(text ?? '')
}

/** For storage and requests alike: one larger id in a stored list would fail the whole request. */
export const PRODUCT_ID_MAX = 999_999

/** Types share ids (D1). */
export interface ProductKey {
  readonly type: ProductType
  readonly id: number
}

/** `tops-1`: SKU, key of lists, part of file names. */
export type Sku = `${ProductType}-${number}`

export function skuOf({ type, id }: ProductKey): Sku {
  return `${type}-${id}`
}

/** In pixels; each picture exists as AVIF and as WebP. */
export const PRODUCT_PICTURE_WIDTHS = [320, 640, 1024] as const

/** A product, or the line of an order. A key alone would show the build's pictures even if they were replaced. */
export type PicturedProduct =
  | Pick<Product, 'type' | 'id' | 'pictures' | 'firstPhotograph' | 'secondPhotograph'>
  | (ProductKey & {
      /** Null for the build's picture. */
      readonly firstPhotograph: string | null
      readonly secondPhotograph?: undefined
    })

/**
 * The name of its photograph from the front (1) or another side (2), or of its drawing to scale (3), without width and
 * format. A photograph that was uploaded at the desk replaces that of the build.
 */
export function pictureBase(product: PicturedProduct, view: 1 | 2 | 3): string {
  const uploaded = [product.firstPhotograph, product.secondPhotograph][view - 1]
  return `/pictures/${uploaded ?? `${skuOf(product)}-${view}`}`
}

export function isSameProduct(one: ProductKey, other: ProductKey): boolean {
  return one.type === other.type && one.id === other.id
}

export const METALS = [
  'Yellow Gold',
  'White Gold',
  'Rose Gold',
  'Silver',
  'Platinum',
  'Copper',
  'Bronze',
  'Gold Plated',
  'Gold',
] as const
export type Metal = (typeof METALS)[number]

export const GENDERS = ['Female', 'Male', 'Unisex'] as const
export type Gender = (typeof GENDERS)[number]

interface BaseProduct<Type extends ProductType> {
  readonly type: Type
  readonly id: number
  readonly name: string
  /** Two to four sentences. */
  readonly description: string
  /** Text alternatives of the two pictures. */
  readonly pictures: readonly [first: string, second: string]
  /** Uploaded at the desk (uploaded-picture.ts), replacing those of the build. */
  readonly firstPhotograph?: string
  readonly secondPhotograph?: string
  readonly category: string
  readonly inStock: boolean
  /** Gross weight. */
  readonly weightMg: number
  /** The shop's own appraisal, 3.9 to 5, not a customer review. */
  readonly rating?: number
  /** Replaces the price by weight and metal rate; before any offer. */
  readonly fixedPrice?: Paise
  /** Listed on /special-offer (D10). */
  readonly onOffer?: true
  /** No longer made: it cannot be bought, and its page and the carts that hold it say so. */
  readonly retired?: true
}

interface MetalAndStyle {
  readonly metal: Metal
  readonly style: string
}

export interface Ring extends BaseProduct<'rings'>, MetalAndStyle {
  readonly gender: Gender
  /** Weight of the diamonds, priced on top of the metal. */
  readonly diamondWeightMg?: number
}
export interface Necklace extends BaseProduct<'necklaces'>, MetalAndStyle {
  readonly lengthInches: number
}
export interface Earring extends BaseProduct<'tops'>, MetalAndStyle {}
export interface JewellerySet extends BaseProduct<'sets'>, MetalAndStyle {
  readonly features: readonly string[]
  readonly dimensions?: string
  /** ISO date of its addition to the catalogue. */
  readonly date?: string
}
export interface Pendant extends BaseProduct<'pendants'>, MetalAndStyle {
  readonly chainLengthInches: number
  readonly features: readonly string[]
}
export interface Bracelet extends BaseProduct<'bracelets'>, MetalAndStyle {}
export interface Bangle extends BaseProduct<'bangles'>, MetalAndStyle {
  /** Inner diameter in inches, as bangles are sold: 2.4 is "two four". */
  readonly sizeInches: number
}
export interface Chain extends BaseProduct<'chains'>, MetalAndStyle {
  readonly lengthInches?: number
  readonly features: readonly string[]
}
export interface Gem extends BaseProduct<'gems'> {
  readonly color: string
  readonly clarity: string
  readonly origin: string
  /** On the Mohs scale. */
  readonly hardness: number
}
export const IDOL_SIZES = ['Small', 'Medium', 'Large'] as const
export interface Idol extends BaseProduct<'idols'> {
  readonly metal: Metal
  readonly style?: string
  readonly size: (typeof IDOL_SIZES)[number]
  readonly heightInches?: number
}
export interface Anklet extends BaseProduct<'anklet'>, MetalAndStyle {
  /** ISO date of its addition to the catalogue. */
  readonly date?: string
}
export interface MangalSutra extends BaseProduct<'mangal-sutra'>, MetalAndStyle {
  readonly chainLengthInches: number
  readonly features: readonly string[]
}

export interface ProductOfType {
  rings: Ring
  necklaces: Necklace
  tops: Earring
  sets: JewellerySet
  pendants: Pendant
  bracelets: Bracelet
  bangles: Bangle
  chains: Chain
  gems: Gem
  idols: Idol
  anklet: Anklet
  'mangal-sutra': MangalSutra
}
export type Product = ProductOfType[ProductType]

const MG_PER_GRAM = 1000
const MG_PER_CARAT = 200

/** Milligrams of a weight in grams, of at most three decimals. */
export function grams(weight: number): number {
  return Math.round(weight * MG_PER_GRAM)
}
export function carats(weight: number): number {
  return Math.round(weight * MG_PER_CARAT)
}
export function inGrams(weightMg: number): number {
  return weightMg / MG_PER_GRAM
}
export function inCarats(weightMg: number): number {
  return weightMg / MG_PER_CARAT
}

export type Availability = 'in stock' | 'made to order' | 'sold out'

/** Made to order when out of stock (D11). */
const MADE_TO_ORDER_TYPES: ReadonlySet<ProductType> = new Set(['sets', 'bracelets', 'bangles', 'anklet'])

export function canBeMadeToOrder(type: ProductType): boolean {
  return MADE_TO_ORDER_TYPES.has(type)
}

export function availabilityOf(product: Pick<Product, 'type' | 'inStock'>): Availability {
  if (product.inStock) return 'in stock'
  return canBeMadeToOrder(product.type) ? 'made to order' : 'sold out'
}
