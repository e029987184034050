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

/** The sorts of a search over all types. The first keeps its order: best matches first. */
export const SEARCH_SORTS = [
  'featured',
  'price-low-high',
  'price-high-low',
] as const satisfies readonly SortKey[]
export type SearchSort = (typeof SEARCH_SORTS)[number]

type Sort = <P extends PricedProduct>(products: readonly P[]) => readonly P[]

const ascending = (one: number, other: number) => one - other
const descending = (one: number, other: number) => other - one
const alphabetical = new Intl.Collator('en-IN').compare

const SORTS: Record<SortKey, Sort> = {
  featured: (products) => products,
  'price-low-high': sortBy(({ price }) => price.amount, ascending),
  'price-high-low': sortBy(({ price }) => price.amount, descending),
  rating: sortBy(({ rating }) => rating ?? 0, descending),
  newest: sortBy(dateOf, descending),
  hardness: sortBy(hardnessOf, descending),
  'name-a-z': sortBy(({ name }) => name, alphabetical),
  'name-z-a': sortBy(
    ({ name }) => name,
    (one, other) => alphabetical(other, one),
  ),
}

export function sortProducts<P extends PricedProduct>(products: readonly P[], sort: SortKey): readonly P[] {
  return SORTS[sort](products)
}

/** Computes the key of each product once. */
function sortBy<Key>(
  keyOf: (product: PricedProduct) => Key,
  compare: (one: Key, other: Key) => number,
): Sort {
  return (products) =>
    products
      .map((product) => ({ product, key: keyOf(product) }))
      .sort((one, other) => compare(one.key, other.key))
      .map(({ product }) => product)
}

/** In ms; a product without a date comes last (D20). */
function dateOf(product: Product): number {
  return 'date' in product && product.date ? Date.parse(product.date) : 0
}

function hardnessOf(product: Product): number {
  return product.type === 'gems' ? product.hardness : 0
}
