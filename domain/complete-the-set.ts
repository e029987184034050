/**
 * "Complete the set": products to wear with a product. The rule is a jeweller's: one tone of metal, the same style if
 * possible, and one product per type.
 */
import { availabilityOf, type Availability, type Metal, type Product, type ProductType } from './product.ts'

/** In the order of the recommendations. Gems and idols are not worn. */
const WORN_WITH: Record<ProductType, readonly ProductType[]> = {
  rings: ['tops', 'bracelets', 'pendants', 'bangles'],
  necklaces: ['tops', 'bangles', 'rings', 'bracelets'],
  tops: ['necklaces', 'bangles', 'rings', 'pendants'],
  sets: ['bangles', 'rings', 'bracelets'],
  pendants: ['tops', 'rings', 'bracelets', 'chains'],
  bracelets: ['tops', 'rings', 'pendants', 'necklaces'],
  bangles: ['tops', 'necklaces', 'rings', 'sets'],
  chains: ['pendants', 'bracelets', 'tops'],
  gems: [],
  idols: [],
  anklet: ['tops', 'bangles', 'rings'],
  'mangal-sutra': ['tops', 'bangles', 'rings'],
}
const WORN_WITH_MENS_RINGS: readonly ProductType[] = ['chains']

/** The types whose products `completeTheSet` needs. */
export function matchingTypes(product: Product): readonly ProductType[] {
  return isMens(product) ? WORN_WITH_MENS_RINGS : WORN_WITH[product.type]
}

/** At most one product per type, of the same tone, none sold out; ties keep the order of the catalogue. */
export function completeTheSet<P extends Product>(
  product: Product,
  products: readonly P[],
  limit: number,
): readonly P[] {
  return matchingTypes(product)
    .flatMap((type) => bestOf(type, product, products))
    .slice(0, limit)
}

const AVAILABILITY_SCORE: Record<Availability, number> = { 'in stock': 1, 'made to order': 0, 'sold out': 0 }

function bestOf<P extends Product>(
  type: ProductType,
  product: Product,
  products: readonly P[],
): readonly P[] {
  const similarity = (other: Product) =>
    AVAILABILITY_SCORE[availabilityOf(other)] * 8 +
    Number(metalOf(other) === metalOf(product)) * 4 +
    Number(styleEra(other) === styleEra(product)) * 2 +
    Number(styleOf(other) === styleOf(product))
  return products
    .filter((other) => other.type === type && !isMens(other))
    .filter((other) => availabilityOf(other) !== 'sold out' && toneOf(other) === toneOf(product))
    .sort((one, other) => similarity(other) - similarity(one))
    .slice(0, 1)
}

type Tone = 'yellow' | 'rose' | 'white' | 'silver' | 'dark'

const TONES: Record<Metal, Tone> = {
  'Yellow Gold': 'yellow',
  Gold: 'yellow',
  'Gold Plated': 'yellow',
  'Rose Gold': 'rose',
  'White Gold': 'white',
  Platinum: 'white',
  Silver: 'silver',
  Copper: 'dark',
  Bronze: 'dark',
}

function metalOf(product: Product): Metal | undefined {
  if (!('metal' in product)) return undefined
  // Bangles have Gold instead of Yellow Gold.
  return product.metal === 'Gold' ? 'Yellow Gold' : product.metal
}

function toneOf(product: Product): Tone | undefined {
  return 'metal' in product ? TONES[product.metal] : undefined
}

function styleOf(product: Product): string | undefined {
  return 'style' in product ? product.style : undefined
}

/** Traditional styles and categories, of all types. */
const TRADITIONAL_STYLES: ReadonlySet<string | undefined> = new Set([
  'Traditional',
  'Antique',
  'Vintage',
  'Ethnic',
  'Meenakari',
])

function styleEra(product: Product): 'old' | 'new' {
  return TRADITIONAL_STYLES.has(styleOf(product)) || TRADITIONAL_STYLES.has(product.category) ? 'old' : 'new'
}

function isMens(product: Product): boolean {
  return product.type === 'rings' && product.gender === 'Male'
}
