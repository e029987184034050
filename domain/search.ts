/**
 * Literal search: case-insensitive substrings of name, type, category, metal and style, ranked by type exact, type
 * partial, name exact, name partial, others (`5.search.ranking`). fuzzy-search.ts extends it.
 */
import { availabilityOf, isSameProduct, PRODUCT_TYPES, type Product, type ProductType } from './product.ts'
import { presentationOf } from './presentation.ts'

/** In ranked order; ties keep the order of the catalogue. */
export function searchProducts<P extends Product>(query: string, products: readonly P[]): readonly P[] {
  const text = query.trim().toLowerCase()
  if (text === '') return []
  return products
    .map((product) => ({ product, rank: rankOf(product, text) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ product }) => product)
}

export const NO_MATCH = 5

/** `text` is trimmed and in lower case. */
export function rankOf(product: Product, text: string): number {
  const types = NAMES_OF_TYPE.get(product.type) ?? []
  if (types.includes(text)) return 0
  if (types.some((type) => type.includes(text))) return 1
  const name = product.name.toLowerCase()
  if (name === text) return 2
  if (name.includes(text)) return 3
  return contains(product.category, text) ||
    ('metal' in product && contains(product.metal, text)) ||
    ('style' in product && contains(product.style, text))
    ? 4
    : NO_MATCH
}

/** Route key and labels: "tops", "earrings". */
const NAMES_OF_TYPE: ReadonlyMap<ProductType, readonly string[]> = new Map(
  PRODUCT_TYPES.map((type) => {
    const { label, singular } = presentationOf(type)
    return [type, [type, type.replaceAll('-', ' '), label, singular].map((name) => name.toLowerCase())]
  }),
)

function contains(value: string | undefined, text: string): boolean {
  return value !== undefined && value.toLowerCase().includes(text)
}

/** Same category first, then same metal; sold-out products last. */
export function relatedProducts<P extends Product>(
  product: Product,
  products: readonly P[],
  limit: number,
): readonly P[] {
  const similarity = (other: Product) =>
    Number(availabilityOf(other) !== 'sold out') * 4 +
    Number(other.category === product.category) * 2 +
    Number('metal' in other && 'metal' in product && other.metal === product.metal)
  return products
    .filter((other) => !isSameProduct(other, product))
    .sort((one, other) => similarity(other) - similarity(one))
    .slice(0, limit)
}
