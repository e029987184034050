/**
 * What the catalogue pages show. Their files import this when it is needed, as the pages that are opened by address
 * carry their pieces in themselves: no first visit downloads it.
 */
import { loadProducts } from '#domain/catalogue/load.ts'
import { completeTheSet, matchingTypes } from '#domain/complete-the-set.ts'
import { choicesFromParams, hasNoExactMatch } from '#domain/filter.ts'
import { listingOf, type Listing } from '#domain/listing.ts'
import { isProductType, PRODUCT_TYPES, type Product, type ProductType } from '#domain/product.ts'
import { relatedProducts } from '#domain/search.ts'
import type { Interpretation } from '#domain/fuzzy-search.ts'

export interface ListingPageData {
  readonly type: ProductType
  /** This page's row of the table. */
  readonly listing: Listing
  readonly products: readonly Product[]
  /** Of the query in the address, where no piece has its letters: said before any script runs. */
  readonly meaning: Interpretation | null
}

/** Null where the shop has no such type. */
export async function loadListing(type: string, params: URLSearchParams): Promise<ListingPageData | null> {
  if (!isProductType(type)) return null
  const listing = listingOf(type)
  const products: readonly Product[] = await loadProducts(type)
  const { query } = choicesFromParams(params, listing, products)
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

const RELATED_PIECES = 4
const COMPLETING_PIECES = 3

export interface ProductPageData {
  readonly product: Product
  /** Of its own type. */
  readonly related: readonly Product[]
  /** Of other types, to be worn with it. */
  readonly completing: readonly Product[]
}

/** Null where the shop has no such piece. The number is compared as text: one piece has one address. */
export async function loadProductPage(type: string, id: string): Promise<ProductPageData | null> {
  if (!isProductType(type)) return null
  const products: readonly Product[] = await loadProducts(type)
  const product = products.find((candidate) => String(candidate.id) === id)
  if (!product) return null
  const others = await Promise.all(
    matchingTypes(product).map((worn): Promise<readonly Product[]> => loadProducts(worn)),
  )
  return {
    product,
    related: relatedProducts(product, products, RELATED_PIECES),
    // Shown by name and price alone.
    completing: completeTheSet(product, others.flat(), COMPLETING_PIECES).map((piece) => ({
      ...piece,
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
  /** As it was searched for; empty without a search. */
  readonly query: string
  readonly products: readonly Product[]
  /** What the words were taken to mean, where no piece has them in itself. */
  readonly understoodAs: string | null
}

const QUERY_LENGTH_MAX = 100

/** The index of the collection, and what the search finds in all of it. */
export async function loadCollectionPage(text: string): Promise<CollectionPageData> {
  const query = text.trim().slice(0, QUERY_LENGTH_MAX)
  const tiles = PRODUCT_TYPES.map((type) => ({ type, tagline: listingOf(type).tagline }))
  if (query === '') return { tiles, query, products: [], understoodAs: null }
  const { ALL_PRODUCTS } = await import('#domain/catalogue/all.ts')
  const { fuzzySearch } = await import('#domain/fuzzy-search.ts')
  return { tiles, query, ...fuzzySearch(query, ALL_PRODUCTS) }
}
