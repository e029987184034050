/** Add to Cart: adds the products, shows a toast and opens the mini-cart for a moment. */
import { itemCount, type CartLine } from '#domain/cart.ts'
import type { ProductKey } from '#domain/product.ts'
import { cartStore, changeCart } from './lists.ts'
import { createStore } from './store.ts'
import { showToast } from './toasts.ts'

export interface LastAdded {
  readonly product: ProductKey
}

const CART_FULL = 'Your cart cannot hold more of this.'

/** Null once the cart has been seen. A new object for each addition. */
export const lastAddedStore = createStore<LastAdded | null>(null)

export function addToCart(lines: readonly CartLine[], toast: string): void {
  const before = itemCount(cartStore.get())
  for (const { type, id, quantity } of lines) {
    changeCart({ do: 'add', product: { type, id }, quantity })
    lastAddedStore.set({ product: { type, id } })
  }
  showToast(itemCount(cartStore.get()) > before ? toast : CART_FULL)
}
