/** The data of the catalogue pages. Imported dynamically: prerendered pages contain their data, so a first visit needs none of this. */
import type { CollectionSource, PricedProduct } from '#domain/collection.ts'
import { completeTheSet, matchingTypes } from '#domain/complete-the-set.ts'
import { filtersFromParams, hasNoExactMatch } from '#domain/filter.ts'
import { listingOf, type Listing } from '#domain/listing.ts'
import { isProductType, PRODUCT_TYPES, type ProductType } from '#domain/product.ts'
import { relatedProducts } from '#domain/search.ts'
import type { Interpretation } from '#domain/fuzzy-search.ts'

export interface ListingPageData {
  readonly type: ProductType
  readonly listing: Listing
  readonly products: readonly PricedProduct[]
  /** Of the query in the URL, where the exact search finds nothing. */
  readonly meaning: Interpretation | null
}

/** Returns null for an unknown type. */
export async function loadListing(
  collection: CollectionSource,
  type: string,
  params: URLSearchParams,
): Promise<ListingPageData | null> {
  if (!isProductType(type)) return null
  const listing = listingOf(type)
  const products: readonly PricedProduct[] = await collection.productsOf(type)
  const { query } = filtersFromParams(params, listing, products)
  return { type, listing, products, meaning: await interpretation(query, listing, products) }
}

async function interpretation(
  query: string,
  listing: Listing,
  products: readonly PricedProduct[],
): Promise<Interpretation | null> {
  if (!hasNoExactMatch(query, listing, products)) return null
  const { interpretQuery } = await import('#domain/fuzzy-search.ts')
  return interpretQuery(products, query)
}

const RELATED_MAX = 4
const COMPLETING_MAX = 3

export interface ProductPageData {
  readonly product: PricedProduct
  /** Of the same type. */
  readonly related: readonly PricedProduct[]
  /** Products of other types to complete the set. */
  readonly completing: readonly PricedProduct[]
}

/** Retired products too. Returns null for an unknown one. Ids are compared as text, so that a product has one URL. */
export async function loadProductPage(
  collection: CollectionSource,
  type: string,
  id: string,
): Promise<ProductPageData | null> {
  if (!isProductType(type)) return null
  const products: readonly PricedProduct[] = await collection.productsOf(type)
  const isShown = (candidate: PricedProduct) => candidate.type === type && String(candidate.id) === id
  const product = products.find(isShown) ?? (await collection.retired()).find(isShown)
  if (!product) return null
  const others = await Promise.all(
    matchingTypes(product).map((other): Promise<readonly PricedProduct[]> => collection.productsOf(other)),
  )
  return {
    product,
    related: relatedProducts(product, products, RELATED_MAX),
    // The page shows name and price only.
    completing: completeTheSet(product, others.flat(), COMPLETING_MAX).map((match) => ({
      ...match,
      description: '',
    })),
  }
}

export interface CollectionTile {
  readonly type: ProductType
  readonly tagline: string
}

export interface CollectionPageData {
  readonly tiles: readonly CollectionTile[]
  /** Trimmed; empty without a search. */
  readonly query: string
  readonly products: readonly PricedProduct[]
  /** How a query without exact matches was interpreted. */
  readonly understoodAs: string | null
}

const QUERY_LENGTH_MAX = 100

/** The collection index, with the results of a search. */
export async function loadCollectionPage(
  collection: CollectionSource,
  text: string,
): Promise<CollectionPageData> {
  const query = text.trim().slice(0, QUERY_LENGTH_MAX)
  const tiles = PRODUCT_TYPES.map((type) => ({ type, tagline: listingOf(type).tagline }))
  if (query === '') return { tiles, query, products: [], understoodAs: null }
  const [products, { fuzzySearch }] = await Promise.all([
    allProducts(collection),
    import('#domain/fuzzy-search.ts'),
  ])
  return { tiles, query, ...fuzzySearch(query, products) }
}

/** Of all types, in their order. */
export async function allProducts(collection: CollectionSource): Promise<readonly PricedProduct[]> {
  return (await Promise.all(PRODUCT_TYPES.map(collection.productsOf))).flat()
}

export interface OffersPageData {
  readonly offerPercent: number
  readonly products: readonly PricedProduct[]
}

export async function loadOffers(collection: CollectionSource): Promise<OffersPageData> {
  const [{ rates }, products] = await Promise.all([collection.index(), allProducts(collection)])
  return { offerPercent: rates.offerPercent, products: products.filter(({ onOffer }) => onOffer) }
}
