/**
 * The collection: what the shop shows and charges at one moment. A published edition of it never changes; another rate or
 * another piece is another edition. Pages, cart and checkout take it as an argument and read no catalogue of their own.
 */
import { priceOf, type Price } from './price.ts'
import {
  PRODUCT_TYPES,
  skuOf,
  type Product,
  type ProductKey,
  type ProductOfType,
  type ProductType,
  type Sku,
} from './product.ts'
import type { Rates } from './rates.ts'

/** A product with its price by the rates of the edition. */
export type PricedProduct<T extends ProductType = ProductType> = T extends ProductType
  ? ProductOfType[T] & { readonly price: Price }
  : never

/** The products of the home page: of different types, in stock, none without a cart button (gems). */
export interface Selections {
  readonly newArrivals: readonly ProductKey[]
  readonly featured: readonly ProductKey[]
}

/** What is published. */
export interface CollectionContent extends Selections {
  readonly rates: Rates
  /** Within a type in the order of "featured". */
  readonly products: readonly Product[]
}

export interface EditionId {
  /** Counts from 1, the opening collection. */
  readonly edition: number
  /** Of the content: two editions of the same content have the same. */
  readonly hash: string
}

/** A collection without its products. */
export interface CollectionIndex extends EditionId, Selections {
  readonly rates: Rates
}

export interface Collection extends CollectionIndex {
  /** On offer to shoppers: type by type in the order of PRODUCT_TYPES, without what is retired. */
  readonly products: readonly PricedProduct[]
  readonly ofType: <T extends ProductType>(type: T) => readonly PricedProduct<T>[]
  /** Retired products too; undefined for unknown keys, as from a URL. */
  readonly find: FindProduct
}

export type FindProduct = (key: ProductKey) => PricedProduct | undefined

/** Where pages take it from: the server has it in memory, browsers fetch the parts that a page needs. */
export interface CollectionSource {
  readonly productsOf: <T extends ProductType>(type: T) => Promise<readonly PricedProduct<T>[]>
  readonly index: () => Promise<CollectionIndex>
}

export function sourceOf({
  edition,
  hash,
  rates,
  newArrivals,
  featured,
  ofType,
}: Collection): CollectionSource {
  return {
    productsOf: async (type) => ofType(type),
    index: async () => ({ edition, hash, rates, newArrivals, featured }),
  }
}

/** Throws for a product without a price (price.ts). */
export function createCollection({ edition, hash }: EditionId, content: CollectionContent): Collection {
  const { rates, newArrivals, featured } = content
  const all = content.products.map((product): PricedProduct => ({
    ...product,
    price: priceOf(product, rates),
  }))
  const byType = Map.groupBy(
    all.filter(({ retired }) => !retired),
    ({ type }) => type,
  )
  const products = PRODUCT_TYPES.flatMap((type) => byType.get(type) ?? [])
  return {
    edition,
    hash,
    rates,
    newArrivals,
    featured,
    products,
    // Products stand under their own type.
    ofType: <T extends ProductType>(type: T) =>
      (byType.get(type) ?? []) as readonly PricedProduct[] as readonly PricedProduct<T>[],
    find: finderOf(all),
  }
}

export function finderOf(products: readonly PricedProduct[]): FindProduct {
  const bySku = new Map<Sku, PricedProduct>(products.map((product) => [skuOf(product), product]))
  return (key) => bySku.get(skuOf(key))
}
