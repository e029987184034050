/** Add to Cart: adds the products, shows a toast and opens the mini-cart for a moment. */
import { itemCount, type CartLine } from '#domain/cart-changes.ts'
import type { Product } from '#domain/product.ts'
import { sizeLabel, standardSizeOf, type LineKey } from '#domain/sizes.ts'
import { cartStore, changeCart } from './lists.ts'
import { createStore } from './store.ts'
import { showToast } from './toasts.ts'

export interface LastAdded {
  readonly lineKey: LineKey
}

const NO_ROOM = 'Your cart has no more room for this.'

/** Null once the mini-cart has closed. Each addition sets a new object. */
export const lastAddedStore = createStore<LastAdded | null>(null)

export function addToCart(lines: readonly CartLine[], toast: string): void {
  const before = itemCount(cartStore.get())
  for (const { type, id, size, quantity } of lines) {
    const lineKey = { type, id, size }
    changeCart({ do: 'add', product: lineKey, quantity })
    lastAddedStore.set({ lineKey })
  }
  showToast(itemCount(cartStore.get()) > before ? toast : NO_ROOM)
}

/** Adds the standard size from a card, which offers no sizes; the toast names the size (D39). */
export function addStandardSize(product: Product, toast: string): void {
  const { type, id } = product
  const size = standardSizeOf(product)
  const label = sizeLabel({ type, size })
  addToCart([{ type, id, size, quantity: 1 }], label ? `${toast} ${label}; change it in the cart.` : toast)
}
