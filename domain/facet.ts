/** The properties by which a listing is filtered. */
import type { Product } from './product.ts'

export type FacetKey = 'category' | 'metal' | 'style' | 'gender' | 'color' | 'clarity' | 'size' | 'features'

export interface Facet {
  readonly key: FacetKey
  readonly label: string
  readonly options: readonly string[] | 'from the catalogue'
  /** The panel has no control for it; URL and storage can set it. */
  readonly unlisted?: true
}

/** Empty if the type has no such property; several for features. */
export function facetValuesOf(product: Product, key: FacetKey): readonly string[] {
  const value: unknown = (product as unknown as Record<FacetKey, unknown>)[key] // undefined for other types
  if (Array.isArray(value)) return value.map(String)
  return value === undefined ? [] : [String(value)]
}

/** In the facet's order, otherwise in the order of the catalogue. */
export function optionsOf(facet: Facet, products: readonly Product[]): readonly string[] {
  if (facet.options !== 'from the catalogue') return facet.options
  return [...new Set(products.flatMap((product) => facetValuesOf(product, facet.key)))]
}
