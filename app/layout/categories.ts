/** The category menu, with the required labels in the required order (`2.menu.categories`), and Necklaces (D19). */
import { paths } from '#app/paths.ts'
import { presentationOf } from '#domain/presentation.ts'
import type { ProductType } from '#domain/product.ts'

export interface CategoryLink {
  readonly label: string
  readonly to: string
  /** If omitted, all types. */
  readonly type?: ProductType
}
interface CategoryGroup {
  readonly label: string
  readonly opens: readonly (CategoryLink & { readonly type: ProductType })[]
}
export type Category = (CategoryLink | CategoryGroup) & {
  /** In rem, of the padded label in the shop's typeface: prevents layout shift when the typeface loads. */
  readonly width: number
}

const listing = (type: ProductType) => ({ type, label: presentationOf(type).label, to: paths.listing(type) })

export const CATEGORIES: readonly Category[] = [
  { label: 'All Products', to: paths.allProducts, width: 5.7071 },
  { label: 'Bracelets/Bangles', opens: [listing('bracelets'), listing('bangles')], width: 9.2696 },
  { ...listing('rings'), width: 3.1368 },
  { ...listing('tops'), width: 4.2491 },
  { ...listing('necklaces'), width: 4.8663 },
  { ...listing('sets'), width: 2.7442 },
  { ...listing('pendants'), width: 8.5323 },
  { ...listing('chains'), width: 3.5547 },
  { ...listing('gems'), width: 3.1993 },
  { ...listing('idols'), width: 2.8292 },
  { ...listing('anklet'), width: 3.5518 },
  { ...listing('mangal-sutra'), width: 6.1602 },
]

/** Groups are flattened. */
export const CATEGORY_LINKS: readonly CategoryLink[] = CATEGORIES.flatMap<CategoryLink>((category) =>
  'opens' in category ? category.opens : [category],
)
