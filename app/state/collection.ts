/** The collection in the browser: immutable files of the edition that the page was rendered from (D37). */
import { useEffect, useState } from 'react'
import { priceCart, type PricedCart } from '#domain/cart.ts'
import { finderOf, type CollectionSource, type FindProduct } from '#domain/collection.ts'
import { PRODUCT_TYPES, type ProductType } from '#domain/product.ts'
import { paths } from '#app/paths.ts'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { useCart } from './lists.ts'
import { createStore, useStore } from './store.ts'

export const browserCollection: CollectionSource = {
  productsOf: (type) => fetchPart(type),
  index: () => fetchPart('index'),
}

const parts = new Map<string, Promise<unknown>>()

/** Rejects without a connection; the next call tries again. */
function fetchPart<Part>(part: ProductType | 'index'): Promise<Part> {
  const path = paths.collectionFile(hashOfPage(), part)
  const promise = parts.get(path) ?? fetchJson(path)
  parts.set(path, promise)
  promise.catch(() => parts.delete(path))
  // Written by the code that rendered the page.
  return promise as Promise<Part>
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** app/root.tsx writes it into the page. */
function hashOfPage(): string {
  return document.documentElement.dataset.collection ?? ''
}

const findStore = createStore<FindProduct | null>(null)

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
    Promise.all(PRODUCT_TYPES.map(browserCollection.productsOf)).then(
      (products) => findStore.set(finderOf(products.flat())),
      () => setFailed(true),
    )
  }, [wanted, find, hasFailed])
  if (find) return { status: 'ready', find }
  return hasFailed ? { status: 'failed', retry: () => setFailed(false) } : { status: 'loading' }
}

/** The cart with today's prices; loading while prerendered. */
export function usePricedCart(): Waiting | Failed | { readonly status: 'ready'; readonly cart: PricedCart } {
  const lines = useCart()
  const isBrowser = useIsBrowser()
  const collection = useCollection({ wanted: lines.length > 0 })
  if (isBrowser && lines.length === 0) return { status: 'ready', cart: EMPTY_CART }
  return collection.status === 'ready'
    ? { status: 'ready', cart: priceCart(lines, collection.find) }
    : collection
}

const EMPTY_CART = priceCart([], () => undefined)
