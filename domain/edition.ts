/** What an edition changes in the one before it. */
import type { CollectionContent, Selections } from './collection.ts'
import { PRODUCT_TYPES, skuOf, type Product, type ProductKey, type Sku } from './product.ts'
import type { Rates } from './rates.ts'

export type CollectionChange =
  /** `confirmed`: the rate is meant, although it jumps (edition-check.ts). */
  | { readonly do: 'set rates'; readonly rates: Rates; readonly confirmed?: boolean }
  /** Adds the product, or replaces the one with its key; at the end of its type if it has no position yet. */
  | { readonly do: 'put product'; readonly product: Product; readonly position?: number }
  /** Pages, carts and orders keep it as "no longer made". */
  | { readonly do: 'retire product'; readonly product: ProductKey }
  | { readonly do: 'select'; readonly list: keyof Selections; readonly products: readonly ProductKey[] }

/** A collection as it is edited and stored: a change moves no product but its own. */
export interface EditableCollection extends Selections {
  readonly rates: Rates
  readonly products: ReadonlyMap<Sku, PlacedProduct>
}

export interface PlacedProduct {
  readonly product: Product
  /** Sorts the products of a type; equal positions in the order of the ids. */
  readonly position: number
}

/** Leaves room to put products between two others. */
const POSITION_STEP = 10

/** With the order that the content has. */
export function toEditable({
  rates,
  newArrivals,
  featured,
  products,
}: CollectionContent): EditableCollection {
  const counts = new Map<string, number>()
  return {
    rates,
    newArrivals,
    featured,
    products: new Map(
      products.map((product) => {
        const count = (counts.get(product.type) ?? 0) + 1
        counts.set(product.type, count)
        return [skuOf(product), { product, position: count * POSITION_STEP }]
      }),
    ),
  }
}

export function toContent({ rates, newArrivals, featured, products }: EditableCollection): CollectionContent {
  const byType = Map.groupBy(products.values(), ({ product }) => product.type)
  return {
    rates,
    newArrivals,
    featured,
    products: PRODUCT_TYPES.flatMap((type) =>
      (byType.get(type) ?? [])
        .toSorted((one, other) => one.position - other.position || one.product.id - other.product.id)
        .map(({ product }) => product),
    ),
  }
}
