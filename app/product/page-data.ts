/**
 * The data of the catalogue pages. Imported dynamically: prerendered pages contain their data, so a first visit needs
 * none of this.
 */
import { DRAWN_SIZES } from '#domain/catalogue/drawn-sizes.ts'
import { SPIN_FRAMES } from '#domain/catalogue/spin-frames.ts'
import type { CollectionSource, PricedProduct } from '#domain/collection.ts'
import { completeTheSet, matchingTypes } from '#domain/complete-the-set.ts'
import { drawingText } from '#domain/drawing.ts'
import { optionsOf } from '#domain/facet.ts'
import {
  applyFilters,
  countOptions,
  filtersFromParams,
  filtersToParams,
  hasNoExactMatch,
  type OptionCounts,
} from '#domain/filter.ts'
import { listingOf, type Listing } from '#domain/listing.ts'
import { headOfPage, PAGE_SIZE, pageFromParams, pageOf, type Page, type PageHead } from '#domain/paging.ts'
import {
  isProductType,
  isSameProduct,
  PRODUCT_TYPES,
  skuOf,
  type ProductKey,
  type ProductType,
} from '#domain/product.ts'
import { relatedProducts } from '#domain/search.ts'
import { SEARCH_SORTS, sortProducts, type SearchSort } from '#domain/sort.ts'
import type { Interpretation } from '#domain/fuzzy-search.ts'
import { paths } from '#app/paths.ts'
import { nothingFoundText } from './texts.ts'

export interface ListingPageData {
  readonly version: string
  readonly type: ProductType
  readonly listing: Listing
  /** All products of the type, or those of the page. They have the data of cards, filters and sorts (`toCard`). */
  readonly products: readonly PricedProduct[]
  /** The interpretation of the query in the URL, if the exact search finds nothing. */
  readonly meaning: Interpretation | null
  /** Null if the products fit on one page: the browser then filters them itself. */
  readonly results: ListingResults | null
}

export interface ListingResults {
  readonly page: Page
  readonly counts: OptionCounts
  readonly head: PageHead
}

/** Returns null for an unknown type. */
export async function loadListing(
  collection: CollectionSource,
  type: string,
  params: URLSearchParams,
): Promise<ListingPageData | null> {
  if (!isProductType(type)) return null
  const { version } = collection
  const products: readonly PricedProduct[] = await collection.productsOf(type)
  const listing = listingOf(type)
  const filters = filtersFromParams(params, listing, products)
  const meaning = await interpretation(filters.query, listing, products)
  if (products.length <= PAGE_SIZE)
    return { version, type, listing, products: products.map(toCard), meaning, results: null }
  const ids = new Set(meaning?.ids)
  const matches = ids.size > 0 ? ({ id }: PricedProduct) => ids.has(id) : undefined
  const found = applyFilters(products, listing, filters, matches)
  const { page, items } = pageOf(found, pageFromParams(params))
  return {
    version,
    type,
    listing: withOptions(listing, products),
    products: items.map(toCard),
    meaning: meaning && matches ? { ...meaning, ids: [] } : null,
    results: {
      page,
      counts: countOptions(products, listing, filters, matches),
      head:
        filtersToParams(filters, listing).size > 0
          ? { ...headOfPage(page, listing.title, ''), path: paths.listing(type), neighbours: [] }
          : headOfPage(page, listing.title, paths.listing(type)),
    },
  }
}

/** The browser knows the products of one page only. */
function withOptions(listing: Listing, products: readonly PricedProduct[]): Listing {
  const facets = listing.facets.map((facet) => ({ ...facet, options: optionsOf(facet, products) }))
  return { ...listing, facets }
}

/**
 * Omits what only detail pages show: descriptions (except the beginning of those of gems) and breakups make up most of
 * a product.
 */
function toCard<P extends PricedProduct>(product: P): P {
  const description = product.type === 'gems' ? firstSentence(product.description) : ''
  return { ...product, description, price: { ...product.price, breakup: null } }
}

/** So that the two lines of a card hold a whole sentence (`2.card.gem.facts`). */
function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text
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
  /** The text alternative of its drawing to scale; null if the studio made neither a drawing nor a 3D model. */
  readonly drawing: string | null
  /** Frames of its spin; null if the studio made none. */
  readonly spinFrames: number | null
  /** Products of the same type. */
  readonly related: readonly PricedProduct[]
  /** Products of other types to complete the set. */
  readonly setPieces: readonly PricedProduct[]
}

/**
 * Includes retired products. Returns null for an unknown one. Ids are compared as text, so that a product has one URL.
 */
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
  const measures = DRAWN_SIZES[skuOf(product)]
  return {
    product,
    drawing: measures ? drawingText(product, measures) : null,
    spinFrames: SPIN_FRAMES[skuOf(product)] ?? null,
    related: relatedProducts(product, products, RELATED_MAX).map(toCard),
    setPieces: completeTheSet(product, others.flat(), COMPLETING_MAX).map(toCard),
  }
}

export interface CollectionTile {
  readonly type: ProductType
  readonly tagline: string
}

export interface CollectionPageData {
  readonly version: string
  readonly tiles: readonly CollectionTile[]
  /** Trimmed; empty without a search. */
  readonly query: string
  /** Only those of `page`. */
  readonly products: readonly PricedProduct[]
  readonly page: Page
  readonly title: string
  /** How a query without exact matches was interpreted. */
  readonly understoodAs: string | null
  readonly narrowing: SearchNarrowing
}

/** Filter and sort of search results, from the URL. */
export interface SearchNarrowing {
  /** The types among all results, with the count of each. */
  readonly types: readonly { readonly type: ProductType; readonly count: number }[]
  readonly type: ProductType | null
  readonly sort: SearchSort
}

const QUERY_LENGTH_MAX = 100

/** The collection index, with the results of a search. */
export async function loadCollectionPage(
  collection: CollectionSource,
  params: URLSearchParams,
): Promise<CollectionPageData> {
  const { version } = collection
  const query = (params.get('q') ?? '').trim().slice(0, QUERY_LENGTH_MAX)
  const tiles = PRODUCT_TYPES.map((type) => ({ type, tagline: listingOf(type).tagline }))
  if (query === '')
    return {
      version,
      tiles,
      query,
      title: 'All Products',
      understoodAs: null,
      narrowing: narrowingFrom([], params),
      ...pageOfCards([], params),
    }
  const [products, { fuzzySearch }] = await Promise.all([
    allProducts(collection),
    import('#domain/fuzzy-search.ts'),
  ])
  const { products: found, understoodAs } = fuzzySearch(query, products)
  const narrowing = narrowingFrom(found, params)
  const { type, sort } = narrowing
  const narrowed = type === null ? found : found.filter((product) => product.type === type)
  const results = pageOfCards(sortProducts(narrowed, sort), params)
  const heading = found.length > 0 ? `Results for “${query}”` : nothingFoundText(query)
  const { title } = headOfPage(results.page, heading, paths.allProducts)
  return { version, tiles, query, title, understoodAs, narrowing, ...results }
}

function narrowingFrom(found: readonly PricedProduct[], params: URLSearchParams): SearchNarrowing {
  const counts = Map.groupBy(found, ({ type }) => type)
  const types = [...counts].map(([type, products]) => ({ type, count: products.length }))
  const type = types.find((offered) => offered.type === params.get('type'))?.type ?? null
  return { types, type, sort: SEARCH_SORTS.find((sort) => sort === params.get('sort')) ?? 'featured' }
}

function pageOfCards(products: readonly PricedProduct[], params: URLSearchParams) {
  const { page, items } = pageOf(products, pageFromParams(params))
  return { page, products: items.map(toCard) }
}

/** The products of all types, in their order. */
export async function allProducts(collection: CollectionSource): Promise<readonly PricedProduct[]> {
  return (await Promise.all(PRODUCT_TYPES.map(collection.productsOf))).flat()
}

export interface OffersPageData {
  readonly version: string
  readonly offerPercent: number
  /** Only those of `page`. */
  readonly products: readonly PricedProduct[]
  readonly page: Page
  readonly head: PageHead
}

export async function loadOffers(
  collection: CollectionSource,
  params: URLSearchParams,
): Promise<OffersPageData> {
  const [{ rates }, products] = await Promise.all([collection.index(), allProducts(collection)])
  const onOffer = products.filter((product) => product.onOffer)
  const offers = pageOfCards(onOffer, params)
  return {
    version: collection.version,
    offerPercent: rates.offerPercent,
    head: headOfPage(offers.page, 'Special Offer', paths.specialOffer),
    ...offers,
  }
}

/** Omits descriptions, which cards do not show, and retired products. */
export async function selectedProducts(
  collection: CollectionSource,
  keys: readonly ProductKey[],
): Promise<PricedProduct[]> {
  const found = await Promise.all(
    keys.map(async (key) =>
      (await collection.productsOf(key.type)).find((product) => isSameProduct(product, key)),
    ),
  )
  return found.filter((product) => product !== undefined).map((product) => ({ ...product, description: '' }))
}
