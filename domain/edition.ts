/** The changes of an edition, and their application to the previous one. */
import type { CollectionContent, Selections } from './collection.ts'
import { PRODUCT_TYPES, skuOf, type Product, type ProductKey, type Sku } from './product.ts'
import { mergePricing, type PricingChanges, type PricingParameters } from './rates.ts'

export type CollectionChange =
  /** Changed rates only, so that a draft leaves the others alone. */
  | { readonly do: 'set rates'; readonly rates: PricingChanges }
  /** Adds the product, or replaces the one with its key; without a position it goes to the end of its type. */
  | { readonly do: 'put product'; readonly product: Product; readonly position?: number }
  /** Pages, carts and orders keep it as "no longer made". */
  | { readonly do: 'retire product'; readonly product: ProductKey }
  | { readonly do: 'select'; readonly list: keyof Selections; readonly products: readonly ProductKey[] }

/** A collection as it is edited and stored: a change moves only its own product. */
export interface EditableCollection extends Selections {
  readonly rates: PricingParameters
  readonly products: ReadonlyMap<Sku, PositionedProduct>
}

export interface PositionedProduct {
  readonly product: Product
  /** Sorts the products of a type; equal positions are sorted by id. */
  readonly position: number
}

/** Why a collection cannot be published. The text completes the sentence "It …". */
export interface CollectionError {
  /** A SKU, or `rates`, `newArrivals`, `featured`. */
  readonly key: string
  /** A property of a product, a name of a rate, an entry of a selection; null for the whole subject. */
  readonly field: string | null
  readonly text: string
  /** It can be published after an approval. */
  readonly needs?: 'approval'
}

/** Leaves room for products in between. */
const POSITION_STEP = 10

/** In the order of the content. */
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
      mergeByPosition([], byType.get(type) ?? []).map(({ product }) => product),
    ),
  }
}

/** The products of one type in order, with those of `changed` replacing those with the same keys. */
export function mergeByPosition(
  positioned: readonly PositionedProduct[],
  changed: readonly PositionedProduct[],
): readonly PositionedProduct[] {
  const ids = new Set(changed.map(({ product }) => product.id))
  return [...positioned.filter(({ product }) => !ids.has(product.id)), ...changed].toSorted(
    (one, other) => one.position - other.position || one.product.id - other.product.id,
  )
}

/**
 * Includes the errors of changes that cannot be applied; edition-check.ts decides whether the result can be published.
 */
export function applyCollectionChanges(
  before: EditableCollection,
  changes: readonly CollectionChange[],
): { readonly after: EditableCollection; readonly errors: readonly CollectionError[] } {
  const errors: CollectionError[] = []
  const products = new Map(before.products)
  const nextPosition = createPositions(before)
  let { rates, newArrivals, featured } = before
  for (const change of changes)
    switch (change.do) {
      case 'set rates':
        rates = mergePricing(rates, change.rates)
        break
      case 'select':
        if (change.list === 'featured') featured = change.products
        else newArrivals = change.products
        break
      case 'put product': {
        const { product } = change
        const old = products.get(skuOf(product))
        if (old?.product.retired && old.product.name !== product.name)
          errors.push({
            key: skuOf(product),
            field: 'id',
            text: `was given to “${old.product.name}”, which is retired: a new product needs a new one`,
          })
        const position = change.position ?? old?.position ?? nextPosition(product.type)
        products.set(skuOf(product), { product, position })
        break
      }
      case 'retire product': {
        const sku = skuOf(change.product)
        const old = products.get(sku)
        if (old) products.set(sku, retired(old))
        else errors.push({ key: sku, field: null, text: 'does not exist' })
        break
      }
    }
  return { after: { rates, newArrivals, featured, products }, errors }
}

/** A product that `old` did not have is retired: carts, orders and pages may have it. */
export function restore(old: EditableCollection, current: EditableCollection): EditableCollection {
  const products = [...current.products].map(([sku, positioned]): [Sku, PositionedProduct] => [
    sku,
    old.products.get(sku) ?? retired(positioned),
  ])
  return { ...old, products: new Map(products) }
}

function retired({ product, position }: PositionedProduct): PositionedProduct {
  return { product: { ...product, retired: true }, position }
}

/** Each call returns the next position at the end of a type. */
function createPositions({ products }: EditableCollection): (type: string) => number {
  const last = new Map<string, number>()
  for (const { product, position } of products.values())
    last.set(product.type, Math.max(position, last.get(product.type) ?? 0))
  return (type) => {
    const position = (last.get(type) ?? 0) + POSITION_STEP
    last.set(type, position)
    return position
  }
}
