/** The properties by which pieces of a listing are filtered. */
import type { Product } from './product.ts'

export type FacetKey = 'category' | 'metal' | 'style' | 'gender' | 'color' | 'clarity' | 'size' | 'features'

export interface Facet {
  readonly key: FacetKey
  readonly label: string
  /** Offered in this order. */
  readonly options: readonly string[] | 'from the catalogue'
  /** Applied when the URL or the storage names it, but the panel shows no control for it. */
  readonly unlisted?: true
}

/** The values by which a product answers to a facet: none, one, or several (features). */
export function facetValuesOf(product: Product, key: FacetKey): readonly string[] {
  const value: unknown = (product as unknown as Record<FacetKey, unknown>)[key] // a facet a type lacks reads undefined
  if (Array.isArray(value)) return value.map(String)
  return value === undefined ? [] : [String(value)]
}

/** The options a facet offers, in its own order, else in the order of the catalogue. */
export function optionsOf(facet: Facet, products: readonly Product[]): readonly string[] {
  if (facet.options !== 'from the catalogue') return facet.options
  return [...new Set(products.flatMap((product) => facetValuesOf(product, facet.key)))]
}
