/** The whole catalogue, downloaded when a page needs to look up pieces of any type: cart, checkout, wishlist. */
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

/** Not downloaded as long as it is not `wanted`. */
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
  return hasFailed ? { status: 'failed', retry: startAgain } : { status: 'loading' }
}

/**
 * A script that a deployment has taken away never comes, and some browsers remember for as long as the page lives that one
 * did not: only a new page tries again. Without a connection that would be the end of this one, so it asks first.
 */
function startAgain(): void {
  fetch(location.href, { method: 'HEAD' }).then(
    () => location.reload(),
    () => undefined,
  )
}

/** The cart of this browser with today's prices; still loading on a prerendered page. */
export function usePricedCart(): Waiting | Failed | { readonly status: 'ready'; readonly cart: PricedCart } {
  const lines = useCart()
  const isBrowser = useIsBrowser()
  const catalogue = useCatalogue({ wanted: lines.length > 0 })
  if (isBrowser && lines.length === 0) return { status: 'ready', cart: NOTHING_IN_IT }
  return catalogue.status === 'ready'
    ? { status: 'ready', cart: priceCart(lines, catalogue.find) }
    : catalogue
}

const NOTHING_IN_IT = priceCart([], () => undefined)
