/** The whole catalogue, loaded when a page needs products of any type: cart, checkout, wishlist. */
import { useEffect, useState } from 'react'
import { priceCart, type FindProduct, type PricedCart } from '#domain/cart.ts'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { useCart } from './lists.ts'
import { createStore, useStore } from './store.ts'

const findStore = createStore<FindProduct | null>(null)

export interface Waiting {
  readonly status: 'loading'
}
export interface Failed {
  readonly status: 'failed'
  readonly retry: () => void
}

/** Loads it once it is `wanted`. */
export function useCatalogue({
  wanted,
}: {
  readonly wanted: boolean
}): Waiting | Failed | { readonly status: 'ready'; readonly find: FindProduct } {
  const find = useStore(findStore, null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!wanted || find || hasFailed) return
    import('#domain/catalogue/all.ts').then(
      ({ findProduct }) => findStore.set(findProduct),
      () => setFailed(true),
    )
  }, [wanted, find, hasFailed])
  if (find) return { status: 'ready', find }
  return hasFailed ? { status: 'failed', retry: reloadIfOnline } : { status: 'loading' }
}

/**
 * A deployment may have removed the script, and some browsers cache a failed import for the life of the page: only a
 * reload retries. Offline it would destroy this page, so it probes the connection first.
 */
function reloadIfOnline(): void {
  fetch(location.href, { method: 'HEAD' }).then(
    () => location.reload(),
    () => undefined,
  )
}

/** The cart with today's prices; loading while prerendered. */
export function usePricedCart(): Waiting | Failed | { readonly status: 'ready'; readonly cart: PricedCart } {
  const lines = useCart()
  const isBrowser = useIsBrowser()
  const catalogue = useCatalogue({ wanted: lines.length > 0 })
  if (isBrowser && lines.length === 0) return { status: 'ready', cart: EMPTY_CART }
  return catalogue.status === 'ready'
    ? { status: 'ready', cart: priceCart(lines, catalogue.find) }
    : catalogue
}

const EMPTY_CART = priceCart([], () => undefined)
