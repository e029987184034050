/** The whole catalogue, downloaded when a page needs to look up pieces of any type: cart, checkout, wishlist. */
import { useEffect, useState } from 'react'
import { pricedCart, type FindProduct, type PricedCart } from '#domain/cart.ts'
import { useCart } from './lists.ts'
import { createStore, useStore } from './store.ts'

const findStore = createStore<FindProduct | null>(null)

export type CatalogueState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'ready'; readonly find: FindProduct }

export function useCatalogue(): CatalogueState {
  const find = useStore(findStore, null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (find || hasFailed) return
    import('#domain/catalogue/all.ts').then(
      ({ findProduct }) => findStore.set(findProduct),
      () => setFailed(true),
    )
  }, [find, hasFailed])
  if (find) return { status: 'ready', find }
  return hasFailed ? { status: 'failed', retry: () => setFailed(false) } : { status: 'loading' }
}

export type PricedCartState =
  | Exclude<CatalogueState, { status: 'ready' }>
  | {
      readonly status: 'ready'
      readonly cart: PricedCart
    }

/** The cart of this browser with today's prices. */
export function usePricedCart(): PricedCartState {
  const lines = useCart()
  const catalogue = useCatalogue()
  return catalogue.status === 'ready'
    ? { status: 'ready', cart: pricedCart(lines, catalogue.find) }
    : catalogue
}
