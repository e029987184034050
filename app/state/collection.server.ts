import { createContext, RouterContextProvider } from 'react-router'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { sourceOf, type Collection, type CollectionSource } from '#domain/collection.ts'

/** The edition that a page is rendered from: the build renders the opening collection, the server its current edition. */
export const collectionContext = createContext<CollectionSource>(sourceOf(OPENING_COLLECTION))

/** Null is the opening collection. */
export function requestContext(collection: Collection | null): RouterContextProvider {
  const context = new RouterContextProvider()
  if (collection) context.set(collectionContext, sourceOf(collection))
  return context
}
