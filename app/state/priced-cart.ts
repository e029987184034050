import { useEffect } from 'react'
import { withStandardSizes, priceCart, type PricedCart } from '#domain/cart.ts'
import { withHeld, type FindProduct } from '#domain/collection.ts'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { useCollection, type Failed, type Waiting } from './collection.ts'
import { cartStore, useCart, useHeld } from './lists.ts'

/** The cart with today's prices; loading while prerendered. */
export function usePricedCart(): Waiting | Failed | { readonly status: 'ready'; readonly cart: PricedCart } {
  const lines = useCart()
  const held = useHeld()
  const isBrowser = useIsBrowser()
  const collection = useCollection({ wanted: lines.length > 0 })
  const find = collection.status === 'ready' ? collection.find : null
  useEffect(() => (find ? fillStandardSizes(find) : undefined), [find])
  if (isBrowser && lines.length === 0) return { status: 'ready', cart: EMPTY_CART }
  return collection.status === 'ready'
    ? { status: 'ready', cart: priceCart(lines, withHeld(collection.find, held)) }
    : collection
}

const EMPTY_CART = priceCart([], () => undefined)

/** Adds sizes to lines that predate them. The server does the same with its own, so nothing is queued (D39). */
export function fillStandardSizes(find: FindProduct): () => void {
  const fill = () => {
    const cart = cartStore.get()
    const sized = withStandardSizes(cart, find)
    if (sized !== cart) cartStore.set(sized)
  }
  fill()
  // Another tab with an older page may add more.
  return cartStore.subscribe(fill)
}
