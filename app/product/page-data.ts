/** The data of the catalogue pages. Imported dynamically: prerendered pages contain their data, so a first visit needs none of this. */
import { loadProducts } from '#domain/catalogue/load.ts'
import { completeTheSet, matchingTypes } from '#domain/complete-the-set.ts'
import { filtersFromParams, hasNoExactMatch } from '#domain/filter.ts'
import { listingOf, type Listing } from '#domain/listing.ts'
import { isProductType, PRODUCT_TYPES, type Product, type ProductType } from '#domain/product.ts'
import { relatedProducts } from '#domain/search.ts'
import type { Interpretation } from '#domain/fuzzy-search.ts'

export interface ListingPageData {
  readonly type: ProductType
  readonly listing: Listing
  readonly products: readonly Product[]
  /** Of the query in the URL, where the exact search finds nothing. */
  readonly meaning: Interpretation | null
}

/** Returns null for an unknown type. */
export async function loadListing(type: string, params: URLSearchParams): Promise<ListingPageData | null> {
  if (!isProductType(type)) return null
  const listing = listingOf(type)
  const products: readonly Product[] = await loadProducts(type)
  const { query } = filtersFromParams(params, listing, products)
  return { type, listing, products, meaning: await interpretation(query, listing, products) }
}

async function interpretation(
  query: string,
  listing: Listing,
  products: readonly Product[],
): Promise<Interpretation | null> {
  if (!hasNoExactMatch(query, listing, products)) return null
  const { interpretQuery } = await import('#domain/fuzzy-search.ts')
  return interpretQuery(products, query)
}

const RELATED_MAX = 4
const COMPLETING_MAX = 3

export interface ProductPageData {
  readonly product: Product
  /** Of the same type. */
  readonly related: readonly Product[]
  /** Products of other types to complete the set. */
  readonly completing: readonly Product[]
}

/** Returns null for an unknown product. Ids are compared as text, so that a product has one URL. */
export async function loadProductPage(type: string, id: string): Promise<ProductPageData | null> {
  if (!isProductType(type)) return null
  const products: readonly Product[] = await loadProducts(type)
  const product = products.find((candidate) => String(candidate.id) === id)
  if (!product) return null
  const others = await Promise.all(
    matchingTypes(product).map((other): Promise<readonly Product[]> => loadProducts(other)),
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
  readonly products: readonly Product[]
  /** How a query without exact matches was interpreted. */
  readonly understoodAs: string | null
}

const QUERY_LENGTH_MAX = 100

/** The collection index, with the results of a search. */
export async function loadCollectionPage(text: string): Promise<CollectionPageData> {
  const query = text.trim().slice(0, QUERY_LENGTH_MAX)
  const tiles = PRODUCT_TYPES.map((type) => ({ type, tagline: listingOf(type).tagline }))
  if (query === '') return { tiles, query, products: [], understoodAs: null }
  const { ALL_PRODUCTS } = await import('#domain/catalogue/all.ts')
  const { fuzzySearch } = await import('#domain/fuzzy-search.ts')
  return { tiles, query, ...fuzzySearch(query, ALL_PRODUCTS) }
}
