/**
 * The collection in the browser: immutable files of an edition (D37), the page's until it follows a newer one
 * (follow-versions.ts).
 */
import { useEffect, useState } from 'react'
import { finderOf, type CollectionPart, type CollectionSource, type FindProduct } from '#domain/collection.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { paths } from '#app/paths.ts'
import { pageVersion } from './page-version.ts'
import { createStore, useStore } from './store.ts'

/**
 * The files of the version are gone, because there have been two newer ones, or not there yet, because that server
 * lags.
 */
class GoneError extends Error {}

/** Servers follow an edition within two seconds (D37.follow). */
const ATTEMPTS_MAX = 4

/** Loads from one edition: the page's, or a newer one if its files are gone. Rejects without a connection. */
export async function fromCollection<Data>(
  load: (collection: CollectionSource) => Promise<Data>,
): Promise<Data> {
  for (let attempts = 1; ; attempts++)
    try {
      return await load(sourceOfVersion(pageVersion.get()))
    } catch (error) {
      if (!(error instanceof GoneError) || attempts === ATTEMPTS_MAX) throw error
      await (await import('./latest-version.ts')).catchUp()
    }
}

/**
 * Loads a page that filters the products of `scope`, a type or `all`: in the browser, or on the server if they are many
 * (app/state/collection.server.ts). Without a connection the browser does both, with cached files.
 */
export async function searchCollection<Data extends { readonly version: string }>(
  scope: string,
  load: (collection: CollectionSource) => Promise<Data>,
  { request, serverLoader }: { readonly request: Request; readonly serverLoader: () => Promise<Data> },
): Promise<Data> {
  if (!isLarge(scope)) return fromCollection(load)
  try {
    const data = await serverLoader()
    if (Number.parseInt(data.version, 10) < Number.parseInt(pageVersion.get(), 10))
      return await fromCollection(load)
    if (data.version !== pageVersion.get()) (await import('#app/api.ts')).serverVersion.set(data.version)
    return data
  } catch (error) {
    const isOffline = error instanceof TypeError && !request.signal.aborted
    if (!isOffline) throw error
    return fromCollection(load)
  }
}

/** app/root.tsx writes them into the page. */
export function isLarge(scope: string): boolean {
  return (document.documentElement.dataset.large ?? '').split(' ').includes(scope)
}

export function sourceOfVersion(version: string): CollectionSource {
  const hash = version.replace(/^.*\./, '')
  return {
    version,
    productsOf: (type) => fetchPart(hash, type),
    retired: () => fetchPart(hash, 'retired'),
    index: () => fetchPart(hash, 'index'),
  }
}

const parts = new Map<string, Promise<unknown>>()

/** The next call retries a failed one. */
function fetchPart<Part>(hash: string, part: CollectionPart): Promise<Part> {
  const path = paths.collectionFile(hash, part)
  const promise = parts.get(path) ?? fetchJson(path)
  parts.set(path, promise)
  promise.catch(() => parts.delete(path))
  // Written by the code that rendered the page.
  return promise as Promise<Part>
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path)
  if (response.status === 404) throw new GoneError()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** Finds products of any type, including retired ones. */
export async function loadFind(collection: CollectionSource): Promise<FindProduct> {
  const products = await Promise.all([...PRODUCT_TYPES.map(collection.productsOf), collection.retired()])
  return finderOf(products.flat())
}

export const findStore = createStore<FindProduct | null>(null)

export interface Waiting {
  readonly status: 'loading'
}
export interface Failed {
  readonly status: 'failed'
  readonly retry: () => void
}

/** The whole collection, for pages that need products of any type: cart, checkout, wishlist. Loads it once `wanted`. */
export function useCollection({
  wanted,
}: {
  readonly wanted: boolean
}): Waiting | Failed | { readonly status: 'ready'; readonly find: FindProduct } {
  const find = useStore(findStore, null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!wanted || find || hasFailed) return
    fromCollection(loadFind).then(
      // A newer edition may have arrived first.
      (found) => findStore.get() ?? findStore.set(found),
      () => setFailed(true),
    )
  }, [wanted, find, hasFailed])
  if (find) return { status: 'ready', find }
  return hasFailed ? { status: 'failed', retry: () => setFailed(false) } : { status: 'loading' }
}
