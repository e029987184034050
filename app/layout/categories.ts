/** The category menu, in the order and words of the specification; Necklaces joins it (decisions.md 19). */
import { paths } from '#app/paths.ts'
import { showcaseOf } from '#domain/showcase.ts'
import type { ProductType } from '#domain/product.ts'

export interface CategoryLink {
  readonly label: string
  readonly to: string
}
export type Category =
  | CategoryLink
  | { readonly label: string; readonly opens: readonly (CategoryLink & { readonly type: ProductType })[] }

const listing = (type: ProductType) => ({ type, label: showcaseOf(type).label, to: paths.listing(type) })

export const CATEGORIES: readonly Category[] = [
  { label: 'All Products', to: paths.allProducts },
  { label: 'Bracelets/Bangles', opens: [listing('bracelets'), listing('bangles')] },
  listing('rings'),
  listing('tops'),
  listing('necklaces'),
  listing('sets'),
  listing('pendants'),
  listing('chains'),
  listing('gems'),
  listing('idols'),
  listing('anklet'),
  listing('mangal-sutra'),
]

/** The same without the step between. */
export const CATEGORY_LINKS: readonly CategoryLink[] = CATEGORIES.flatMap<CategoryLink>((category) =>
  'opens' in category ? category.opens : [category],
)
