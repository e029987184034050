import { createContext, RouterContextProvider } from 'react-router'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { sourceOf, type Collection, type CollectionSource } from '#domain/collection.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'

/**
 * The edition that a page is rendered from: the build renders the opening collection, the server its current edition.
 */
export const collectionContext = createContext<CollectionSource>(sourceOf(OPENING_COLLECTION))

/**
 * From this size on, the server filters a listing or the whole collection: the products that a browser would have to
 * fetch first are larger than many responses (docs/performance.md).
 */
const SEARCHED_IN_BROWSER_MAX = 500

/** Scopes that browsers leave to the server. */
export async function largeScopes(collection: CollectionSource): Promise<readonly string[]> {
  const sizes = await Promise.all(
    PRODUCT_TYPES.map(async (type) => [type, (await collection.productsOf(type)).length] as const),
  )
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  const scopes = [...sizes, ['all', total] as const]
  return scopes.filter(([, size]) => size > SEARCHED_IN_BROWSER_MAX).map(([scope]) => scope)
}

/** Null: the opening collection. */
export function requestContext(collection: Collection | null): RouterContextProvider {
  const context = new RouterContextProvider()
  if (collection) context.set(collectionContext, sourceOf(collection))
  return context
}
