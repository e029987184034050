/**
 * What the catalogue pages show. Their files import this when it is needed, as the pages that are opened by address
 * carry their pieces in themselves: no first visit downloads it.
 */
import { loadProducts } from '#domain/catalogue/lazily.ts'
import { listingOf, type Listing } from '#domain/listing.ts'
import { isProductType, type Product, type ProductType } from '#domain/product.ts'
import { relatedTo } from '#domain/search.ts'

export interface ListingContent {
  readonly type: ProductType
  /** This page's row of the table. */
  readonly listing: Listing
  readonly products: readonly Product[]
}

/** Null where the shop has no such type. */
export async function loadListing(type: string): Promise<ListingContent | null> {
  if (!isProductType(type)) return null
  return { type, listing: listingOf(type), products: await loadProducts(type) }
}

const RELATED_PIECES = 4

export interface PieceContent {
  readonly product: Product
  readonly related: readonly Product[]
}

/** Null where the shop has no such piece. The number is compared as text: one piece has one address. */
export async function loadPiece(type: string, id: string): Promise<PieceContent | null> {
  if (!isProductType(type)) return null
  const products: readonly Product[] = await loadProducts(type)
  const product = products.find((candidate) => String(candidate.id) === id)
  return product ? { product, related: relatedTo(product, products, RELATED_PIECES) } : null
}
