/** What an edition changes in the one before it. */
import type { Selections } from './collection.ts'
import type { Product, ProductKey } from './product.ts'
import type { Rates } from './rates.ts'

export type CollectionChange =
  | { readonly do: 'set rates'; readonly rates: Rates }
  /** Adds the product, or replaces the one with its key; at the end of its type if it has no position yet. */
  | { readonly do: 'put product'; readonly product: Product; readonly position?: number }
  /** Pages, carts and orders keep it as "no longer made". */
  | { readonly do: 'retire product'; readonly product: ProductKey }
  | { readonly do: 'select'; readonly list: keyof Selections; readonly products: readonly ProductKey[] }
