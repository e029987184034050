/** What every Add to Cart does: the pieces join the cart, a toast says so, and the cart shows itself for a moment. */
import type { CartLine } from '#domain/cart.ts'
import type { ProductKey } from '#domain/product.ts'
import { changeCart } from './lists.ts'
import { createStore } from './store.ts'
import { showToast } from './toasts.ts'

export interface Added {
  /** The last of the pieces. */
  readonly product: ProductKey
}

/** Null once the cart has been seen. Each adding is a new object. */
export const addedStore = createStore<Added | null>(null)

export function addToCart(lines: readonly CartLine[], toast: string): void {
  for (const { type, id, quantity } of lines) {
    changeCart({ do: 'add', product: { type, id }, quantity })
    addedStore.set({ product: { type, id } })
  }
  showToast(toast)
}
