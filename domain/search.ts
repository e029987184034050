/**
 * The search of the header: case-insensitive substring over name, type, category, metal and style, ranked
 * type exact, type partial, name exact, name partial, others (`5.search.ranking`). What words mean beyond their
 * letters is added by trade-search.ts.
 */
import { availabilityOf, isSameProduct, type Product, type ProductType } from './product.ts'
import { presentationOf } from './presentation.ts'

/** Every match in ranked order; pieces of one rank keep the order of the catalogue. */
export function searchProducts(query: string, products: readonly Product[]): readonly Product[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  return products
    .map((product) => ({ product, rank: rankOf(product, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ product }) => product)
}

export const NO_MATCH = 5

/** `wanted` without blanks around it, in small letters. NO_MATCH where the piece has no such word. */
export function rankOf(product: Product, wanted: string): number {
  const types = wordsForType(product.type)
  const name = product.name.toLowerCase()
  if (types.includes(wanted)) return 0
  if (types.some((type) => type.includes(wanted))) return 1
  if (name === wanted) return 2
  if (name.includes(wanted)) return 3
  return otherWordsOf(product).some((word) => word.includes(wanted)) ? 4 : NO_MATCH
}

/** The route key, and the words a shopper reads for it: "tops", "earrings". */
function wordsForType(type: ProductType): readonly string[] {
  const { label, singular } = presentationOf(type)
  return [type, type.replaceAll('-', ' '), label, singular].map((word) => word.toLowerCase())
}

function otherWordsOf(product: Product): readonly string[] {
  const words = [
    product.category,
    'metal' in product ? product.metal : undefined,
    'style' in product ? product.style : undefined,
  ]
  return words.filter((word) => word !== undefined).map((word) => word.toLowerCase())
}

/** Pieces to look at next: of the same category first, then of the same metal; what cannot be bought comes last. */
export function relatedProducts(
  product: Product,
  products: readonly Product[],
  howMany: number,
): readonly Product[] {
  const closeness = (other: Product) =>
    Number(availabilityOf(other) !== 'sold out') * 4 +
    Number(other.category === product.category) * 2 +
    Number('metal' in other && 'metal' in product && other.metal === product.metal)
  return products
    .filter((other) => !isSameProduct(other, product))
    .sort((one, other) => closeness(other) - closeness(one))
    .slice(0, howMany)
}
