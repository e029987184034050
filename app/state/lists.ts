/**
 * The cart and wishlist of this browser. Every change applies here at once; for a signed-in user it is also queued as a
 * pending change until the server has confirmed it, so that neither a lost connection nor a closed tab loses it (D23).
 * The storage keys `cart` and `wishlist` are required (`3.storage.lists`).
 */
import { applyCartChange, type Cart, type CartChange, type CartLine } from '#domain/cart-changes.ts'
import type { ListChange } from '#domain/list-change.ts'
import { isProductType, PRODUCT_ID_MAX, type ProductKey } from '#domain/product.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/limits.ts'
import { applyWishlistChange, WISHLIST_MAX, type Wishlist, type WishlistChange } from '#domain/wishlist.ts'
import { createStorageItem } from './browser-storage.ts'
import { newId } from './new-id.ts'
import { addPendingChange } from './pending-changes.ts'
import { useStore } from './store.ts'

/** Like the contract, which rejects a whole merge for one bad line. */
const SIZE = /^[\d.]{0,8}$/

const EMPTY_CART: Cart = []
const EMPTY_WISHLIST: Wishlist = []

export const cartStore = createStorageItem('cart', EMPTY_CART, parseCart)
export const wishlistStore = createStorageItem('wishlist', EMPTY_WISHLIST, parseWishlist)
/** Id of the account that the lists have been merged into; null for a visitor's lists. */
export const listsUserIdStore = createStorageItem<string | null>('listsUserId', null, (stored) =>
  typeof stored === 'string' ? stored : null,
)
/** Number of the account's completed orders, according to the server; null before its first response. */
export const cartGenerationStore = createStorageItem<number | null>('cartGeneration', null, (stored) =>
  typeof stored === 'number' && Number.isSafeInteger(stored) ? stored : null,
)

const NONE_HELD: readonly string[] = []
/** SKUs that the account's own unpaid order holds, according to the server's last response. */
export const heldStore = createStorageItem(
  'heldProducts',
  NONE_HELD,
  (stored) => (Array.isArray(stored) ? stored.filter((sku) => typeof sku === 'string') : NONE_HELD),
  { storage: 'sessionStorage' },
)

export function useCart(): Cart {
  return useStore(cartStore, EMPTY_CART)
}
export function useHeld(): readonly string[] {
  return useStore(heldStore, NONE_HELD)
}
export function useCartGeneration(): number | null {
  return useStore(cartGenerationStore, null)
}
export function useWishlist(): Wishlist {
  return useStore(wishlistStore, EMPTY_WISHLIST)
}
/** A key for state that must not outlive a change of users: Undo would put one user's products into another's lists. */
export function useListsUserId(): string | null {
  return useStore(listsUserIdStore, null)
}

export function changeCart(change: CartChange): void {
  queueForServer({ id: newId(), list: 'cart', change })
  cartStore.set(applyCartChange(cartStore.get(), change))
}
export function changeWishlist(change: WishlistChange): void {
  queueForServer({ id: newId(), list: 'wishlist', change })
  wishlistStore.set(applyWishlistChange(wishlistStore.get(), change))
}

export function queueForServer(change: ListChange): void {
  const userId = listsUserIdStore.get()
  if (userId !== null) addPendingChange({ ...change, userId })
}

/** Called after an order is complete. The server has changed its cart itself, so nothing is queued. */
export function emptyCartAfterOrder(): void {
  cartStore.set(EMPTY_CART)
}

/** Invalid lines (edited by hand, or from an older version) are dropped. */
function parseCart(stored: unknown): Cart {
  if (!Array.isArray(stored)) return EMPTY_CART
  const lines = stored
    .filter(isStoredLine)
    .map(({ type, id, size = '', quantity }) => ({ type, id, size, quantity }))
  return lines
    .slice(0, CART_LINES_MAX)
    .reduce((cart, line) => applyCartChange(cart, { do: 'merge', lines: [line] }), EMPTY_CART)
}

function parseWishlist(stored: unknown): Wishlist {
  if (!Array.isArray(stored)) return EMPTY_WISHLIST
  const products = stored.filter(isProductKey).map(({ type, id }) => ({ type, id }))
  return applyWishlistChange(EMPTY_WISHLIST, { do: 'merge', products: products.slice(0, WISHLIST_MAX) })
}

export function isProductKey(value: unknown): value is ProductKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    isProductType(value.type) &&
    'id' in value &&
    typeof value.id === 'number' &&
    Number.isSafeInteger(value.id) &&
    value.id >= 0 &&
    value.id <= PRODUCT_ID_MAX
  )
}

/** A line without a size predates sizes. */
type StoredLine = Omit<CartLine, 'size'> & { readonly size?: string }

function isStoredLine(value: unknown): value is StoredLine {
  return (
    isProductKey(value) &&
    (!('size' in value) || (typeof value.size === 'string' && SIZE.test(value.size))) &&
    'quantity' in value &&
    typeof value.quantity === 'number' &&
    Number.isSafeInteger(value.quantity) &&
    value.quantity >= 1 &&
    value.quantity <= LINE_QUANTITY_MAX
  )
}
