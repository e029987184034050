/** Inlined into the page of the cart: marks a stored cart that is empty before the first paint. */
import type { STORAGE_KEYS } from '#app/state/storage-keys.ts'

const KEY: keyof typeof STORAGE_KEYS = 'cart'

try {
  if (['[]', null].includes(localStorage.getItem(KEY))) document.documentElement.dataset.cart = 'empty'
} catch {
  // Without storage there is no stored cart to mark.
}
