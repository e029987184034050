/** Sorts are stable: ties keep the order of the catalogue. */
import type { PricedProduct } from './collection.ts'
import type { Product } from './product.ts'

export const SORT_LABELS = {
  featured: 'Featured',
  'price-low-high': 'Price: Low to High',
  'price-high-low': 'Price: High to Low',
  rating: 'Rating',
  newest: 'Newest',
  hardness: 'Hardness',
  'name-a-z': 'Name: A to Z',
  'name-z-a': 'Name: Z to A',
} as const
export type SortKey = keyof typeof SORT_LABELS

type Compare = (one: PricedProduct, other: PricedProduct) => number

const COMPARE: Record<SortKey, Compare> = {
  featured: () => 0,
  'price-low-high': (one, other) => one.price.amount - other.price.amount,
  'price-high-low': (one, other) => other.price.amount - one.price.amount,
  rating: (one, other) => (other.rating ?? 0) - (one.rating ?? 0),
  newest: (one, other) => dateOf(other).localeCompare(dateOf(one)),
  hardness: (one, other) => hardnessOf(other) - hardnessOf(one),
  'name-a-z': (one, other) => one.name.localeCompare(other.name, 'en-IN'),
  'name-z-a': (one, other) => other.name.localeCompare(one.name, 'en-IN'),
}

export function sortProducts<P extends PricedProduct>(products: readonly P[], sort: SortKey): readonly P[] {
  return sort === 'featured' ? products : products.toSorted(COMPARE[sort])
}

/** ISO dates compare as text; a product without a date comes last (D20). */
function dateOf(product: Product): string {
  return 'date' in product ? (product.date ?? '') : ''
}

function hardnessOf(product: Product): number {
  return product.type === 'gems' ? product.hardness : 0
}
