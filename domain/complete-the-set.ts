/**
 * "Complete the set": what is worn together with a piece. The catalogue knows metals and styles, so the rule is a
 * jeweller's own: never two tones of metal, the same hand where there is one, and one piece for each place it is worn.
 */
import { availabilityOf, type Availability, type Metal, type Product, type ProductType } from './product.ts'

/** In the order in which the pieces are offered. Gems and idols are not worn. */
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
/** Earrings are not what a man's signet asks for. */
const WORN_WITH_MENS_RINGS: readonly ProductType[] = ['chains']

/** The types of which `completing` needs the pieces. */
export function matchingTypes(product: Product): readonly ProductType[] {
  return isMens(product) ? WORN_WITH_MENS_RINGS : WORN_WITH[product.type]
}

/** At most one piece of each type, none that is sold out, none of another tone; ties keep the order of the catalogue. */
export function completeTheSet(
  product: Product,
  products: readonly Product[],
  howMany: number,
): readonly Product[] {
  return matchingTypes(product)
    .flatMap((type) => bestOf(type, product, products))
    .slice(0, howMany)
}

const IN_STOCK_FIRST: Record<Availability, number> = { 'in stock': 1, 'made to order': 0, 'sold out': 0 }

function bestOf(type: ProductType, product: Product, products: readonly Product[]): readonly Product[] {
  const closeness = (other: Product) =>
    IN_STOCK_FIRST[availabilityOf(other)] * 8 +
    Number(metalOf(other) === metalOf(product)) * 4 +
    Number(styleEra(other) === styleEra(product)) * 2 +
    Number(styleOf(other) === styleOf(product))
  return products
    .filter((other) => other.type === type && !isMens(other))
    .filter((other) => availabilityOf(other) !== 'sold out' && toneOf(other) === toneOf(product))
    .sort((one, other) => closeness(other) - closeness(one))
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
  // Bangles say Gold where the other pieces say Yellow Gold.
  return product.metal === 'Gold' ? 'Yellow Gold' : product.metal
}

function toneOf(product: Product): Tone | undefined {
  return 'metal' in product ? TONES[product.metal] : undefined
}

function styleOf(product: Product): string | undefined {
  return 'style' in product ? product.style : undefined
}

/** Each type has its own list of styles; these words of them belong to the old hand. */
const OLD_HAND: ReadonlySet<string | undefined> = new Set([
  'Traditional',
  'Antique',
  'Vintage',
  'Ethnic',
  'Meenakari',
])

function styleEra(product: Product): 'old' | 'new' {
  return OLD_HAND.has(styleOf(product)) || OLD_HAND.has(product.category) ? 'old' : 'new'
}

function isMens(product: Product): boolean {
  return product.type === 'rings' && product.gender === 'Male'
}
