/**
 * The collection: what the shop shows and charges at one moment. A published edition never changes; another rate or
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
import type { PricingParameters } from './rates.ts'

/** A product with its price at the rates of the edition. */
export type PricedProduct<T extends ProductType = ProductType> = T extends ProductType
  ? ProductOfType[T] & { readonly price: Price }
  : never

/** The products of the home page: of different types, in stock, and none without a cart button (gems). */
export interface Selections {
  readonly newArrivals: readonly ProductKey[]
  readonly featured: readonly ProductKey[]
}

/** The published content. */
export interface CollectionContent extends Selections {
  readonly rates: PricingParameters
  /** Within a type in the order of "featured". */
  readonly products: readonly Product[]
}

export interface EditionId {
  /** Counts from 1, the opening collection. */
  readonly edition: number
  /** The hash of the content: equal for editions of equal content. */
  readonly hash: string
}

/** A collection without its products. */
export interface CollectionIndex extends EditionId, Selections {
  readonly rates: PricingParameters
}

export interface Collection extends CollectionIndex {
  /** As published: without prices, with retired products. */
  readonly content: CollectionContent
  /** On offer to shoppers: type by type in the order of PRODUCT_TYPES, without retired products. */
  readonly products: readonly PricedProduct[]
  readonly ofType: <T extends ProductType>(type: T) => readonly PricedProduct<T>[]
  readonly retired: readonly PricedProduct[]
  /** Finds retired products too; undefined for unknown keys, for example from a URL. */
  readonly find: FindProduct
}

/** Names a collection in pages and responses. */
export function versionOf({ edition, hash }: EditionId): string {
  return `${edition}.${hash}`
}

export type FindProduct = (key: ProductKey) => PricedProduct | undefined

/** The source of a collection: the server has it in memory, browsers fetch the parts that a page needs. */
export interface CollectionSource {
  /** `versionOf` the collection. */
  readonly version: string
  readonly productsOf: <T extends ProductType>(type: T) => Promise<readonly PricedProduct<T>[]>
  readonly retired: () => Promise<readonly PricedProduct[]>
  readonly index: () => Promise<CollectionIndex>
}

/** The parts that browsers fetch separately. */
export const COLLECTION_PARTS = ['index', 'retired', ...PRODUCT_TYPES] as const
export type CollectionPart = (typeof COLLECTION_PARTS)[number]

export function sourceOf({
  edition,
  hash,
  rates,
  newArrivals,
  featured,
  ofType,
  retired,
}: Collection): CollectionSource {
  return {
    version: versionOf({ edition, hash }),
    productsOf: async (type) => ofType(type),
    retired: async () => retired,
    index: async () => ({ edition, hash, rates, newArrivals, featured }),
  }
}

/** Reading a product without a price (price.ts) throws. */
export function createCollection(id: EditionId, content: CollectionContent): Collection {
  const steps = collectionSteps(id, content)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

export const PRODUCTS_PER_STEP = 500

/** Like createCollection, with pauses in which a server can handle other requests. */
export function* collectionSteps(id: EditionId, content: CollectionContent): Generator<void, Collection> {
  const index = indexes.get(content.products) ?? (yield* indexSteps(content.products))
  indexes.set(content.products, index)
  return priceLazily(id, content, index)
}

interface ProductIndex {
  readonly bySku: ReadonlyMap<Sku, Product>
  readonly byType: ReadonlyMap<ProductType, readonly Product[]>
  readonly retired: readonly Product[]
}

/** Editions that differ only in their rates share their products and the index. */
const indexes = new WeakMap<readonly Product[], ProductIndex>()

function* indexSteps(products: readonly Product[]): Generator<void, ProductIndex> {
  const bySku = new Map<Sku, Product>()
  const byType = new Map<ProductType, Product[]>(PRODUCT_TYPES.map((type) => [type, []]))
  const retired: Product[] = []
  for (const product of products) {
    bySku.set(skuOf(product), product)
    const list = product.retired ? retired : byType.get(product.type)
    list?.push(product)
    if (bySku.size % PRODUCTS_PER_STEP === 0) yield
  }
  return { bySku, byType, retired }
}

/** A product is priced when it is first read: a new rate costs nothing for products that nobody views. */
function priceLazily(
  { edition, hash }: EditionId,
  content: CollectionContent,
  { bySku, byType, retired }: ProductIndex,
): Collection {
  const { rates, newArrivals, featured } = content
  const pricedProducts = new Map<Product, PricedProduct>()
  const pricedLists = new Map<readonly Product[], readonly PricedProduct[]>()

  function price(product: Product): PricedProduct {
    const priced = pricedProducts.get(product) ?? { ...product, price: priceOf(product, rates) }
    pricedProducts.set(product, priced)
    return priced
  }

  function priceList(list: readonly Product[] = []): readonly PricedProduct[] {
    const priced = pricedLists.get(list) ?? list.map(price)
    pricedLists.set(list, priced)
    return priced
  }

  return {
    edition,
    hash,
    rates,
    newArrivals,
    featured,
    content,
    get products() {
      return PRODUCT_TYPES.flatMap((type) => priceList(byType.get(type)))
    },
    // Products are keyed by their own type.
    ofType: <T extends ProductType>(type: T) =>
      priceList(byType.get(type)) as readonly PricedProduct[] as readonly PricedProduct<T>[],
    get retired() {
      return priceList(retired)
    },
    find(key) {
      const product = bySku.get(skuOf(key))
      return product && price(product)
    },
  }
}

/** For the user whose own unpaid order holds pieces of these products. */
export function withHeld(find: FindProduct, held: readonly string[]): FindProduct {
  if (held.length === 0) return find
  return (key) => {
    const product = find(key)
    return product && held.includes(skuOf(product)) ? { ...product, inStock: true } : product
  }
}

export function finderOf(products: readonly PricedProduct[]): FindProduct {
  const bySku = new Map<Sku, PricedProduct>(products.map((product) => [skuOf(product), product]))
  return (key) => bySku.get(skuOf(key))
}
