/**
 * What the catalogue pages show. Their files import this when it is needed, as the pages that are opened by address
 * carry their pieces in themselves: no first visit downloads it.
 */
import { loadProducts } from '#domain/catalogue/lazily.ts'
import { completing, typesWornWith } from '#domain/ensemble.ts'
import { choicesFromParams, isInNoLetters } from '#domain/filter.ts'
import { listingOf, type Listing } from '#domain/listing.ts'
import { isProductType, PRODUCT_TYPES, type Product, type ProductType } from '#domain/product.ts'
import { relatedTo } from '#domain/search.ts'
import type { Meaning } from '#domain/trade-search.ts'

export interface ListingContent {
  readonly type: ProductType
  /** This page's row of the table. */
  readonly listing: Listing
  readonly products: readonly Product[]
  /** Of the query in the address, where no piece has its letters: said before any script runs. */
  readonly meaning: Meaning | null
}

/** Null where the shop has no such type. */
export async function loadListing(type: string, params: URLSearchParams): Promise<ListingContent | null> {
  if (!isProductType(type)) return null
  const listing = listingOf(type)
  const products: readonly Product[] = await loadProducts(type)
  const { query } = choicesFromParams(params, listing, products)
  return { type, listing, products, meaning: await meaningOf(query, listing, products) }
}

async function meaningOf(
  query: string,
  listing: Listing,
  products: readonly Product[],
): Promise<Meaning | null> {
  if (!isInNoLetters(query, listing, products)) return null
  const { meaningAmong } = await import('#domain/trade-search.ts')
  return meaningAmong(products, query)
}

const RELATED_PIECES = 4
const COMPLETING_PIECES = 3

export interface PieceContent {
  readonly product: Product
  /** Of its own type. */
  readonly related: readonly Product[]
  /** Of other types, to be worn with it. */
  readonly completing: readonly Product[]
}

/** Null where the shop has no such piece. The number is compared as text: one piece has one address. */
export async function loadPiece(type: string, id: string): Promise<PieceContent | null> {
  if (!isProductType(type)) return null
  const products: readonly Product[] = await loadProducts(type)
  const product = products.find((candidate) => String(candidate.id) === id)
  if (!product) return null
  const others = await Promise.all(
    typesWornWith(product).map((worn): Promise<readonly Product[]> => loadProducts(worn)),
  )
  return {
    product,
    related: relatedTo(product, products, RELATED_PIECES),
    // Shown by name and price alone.
    completing: completing(product, others.flat(), COMPLETING_PIECES).map((piece) => ({
      ...piece,
      description: '',
    })),
  }
}

export interface CollectionTile {
  readonly type: ProductType
  readonly tagline: string
}

export interface CollectionContent {
  readonly tiles: readonly CollectionTile[]
  /** As it was searched for; empty without a search. */
  readonly query: string
  readonly products: readonly Product[]
  /** What the words were taken to mean, where no piece has them in itself. */
  readonly understoodAs: string | null
}

const QUERY_LENGTH_MAX = 100

/** The index of the collection, and what the search finds in all of it. */
export async function loadCollection(text: string): Promise<CollectionContent> {
  const query = text.trim().slice(0, QUERY_LENGTH_MAX)
  const tiles = PRODUCT_TYPES.map((type) => ({ type, tagline: listingOf(type).tagline }))
  if (query === '') return { tiles, query, products: [], understoodAs: null }
  const { ALL_PRODUCTS } = await import('#domain/catalogue/all.ts')
  const { foundByTrade } = await import('#domain/trade-search.ts')
  return { tiles, query, ...foundByTrade(query, ALL_PRODUCTS) }
}
