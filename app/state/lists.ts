/**
 * Cart and wishlist of this browser. Every change is applied here at once; for a signed-in person it is also kept as
 * unsent until the server has confirmed it, so that neither a lost connection nor a closed tab loses it
 * (D23). The storage keys `cart` and `wishlist` are required (`3.storage.lists`).
 */
import { applyCartChange, type Cart, type CartChange, type CartLine } from '#domain/cart.ts'
import { isProductType, type ProductKey } from '#domain/product.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/shop.ts'
import { applyWishlistChange, WISHLIST_MAX, type Wishlist, type WishlistChange } from '#domain/wishlist.ts'
import { newId } from './new-id.ts'
import { createStoredStore, useStore } from './store.ts'
import { addPendingChanges, removePendingChanges, pendingChanges, type ListEdit } from './pending-changes.ts'

/** The contract takes no larger number; one bad line would have a whole merge refused. */
const PRODUCT_ID_MAX = 999_999

const NO_LINES: Cart = []
const NO_WISHES: Wishlist = []

export const cartStore = createStoredStore('cart', NO_LINES, readCart)
export const wishlistStore = createStoredStore('wishlist', NO_WISHES, readWishlist)
/** Whose lists these are: the id of the account they have been merged into; null for a visitor's own. */
export const listOwnerStore = createStoredStore<string | null>('listsOwner', null, (found) =>
  typeof found === 'string' ? found : null,
)
/** The server's count of the orders that this cart has become so far; null before it was heard of. */
export const cartGenerationStore = createStoredStore<number | null>('cartGeneration', null, (found) =>
  typeof found === 'number' && Number.isSafeInteger(found) ? found : null,
)

export function useCart(): Cart {
  return useStore(cartStore, NO_LINES)
}
export function useCartGeneration(): number | null {
  return useStore(cartGenerationStore, null)
}
export function useWishlist(): Wishlist {
  return useStore(wishlistStore, NO_WISHES)
}
/** As a key of what must not outlive a change of persons: an Undo would put one's pieces into another's lists. */
export function useListsOwner(): string | null {
  return useStore(listOwnerStore, null)
}

export function changeCart(change: CartChange): void {
  queueForServer([{ list: 'cart', change }])
  cartStore.set(applyCartChange(cartStore.get(), change))
}
export function changeWishlist(change: WishlistChange): void {
  queueForServer([{ list: 'wishlist', change }])
  wishlistStore.set(applyWishlistChange(wishlistStore.get(), change))
}

function queueForServer(edits: readonly ListEdit[]): void {
  const owner = listOwnerStore.get()
  if (owner !== null) addPendingChanges(edits.map((edit) => ({ ...edit, id: newId(), owner })))
}

/** Sign-in: what the visitor had chosen joins the account's lists, once. */
export function mergeIntoAccount(userId: string): void {
  const before = listOwnerStore.get()
  if (before === userId) return
  // Lists that belong to somebody else who used this browser are not this person's to take over.
  if (before !== null) clearLists()
  const lines = cartStore.get()
  const products = wishlistStore.get()
  listOwnerStore.set(userId)
  if (lines.length > 0) queueForServer([{ list: 'cart', change: { do: 'merge', lines } }])
  if (products.length > 0) queueForServer([{ list: 'wishlist', change: { do: 'merge', products } }])
}

/** Sign-out: the person's lists leave this browser. */
export function clearLists(): void {
  listOwnerStore.set(null)
  removePendingChanges()
  cartStore.set(NO_LINES)
  cartGenerationStore.set(null)
  wishlistStore.set(NO_WISHES)
}

/** The order is complete and the server has emptied the cart: it does not need to be told again. */
export function clearOrderedCart(): void {
  cartStore.set(NO_LINES)
}

/** The server has applied the changes named in `sent`; those made meanwhile are applied again on top of its lists. */
export function applyServerLists(
  lists: { cart: Cart; wishlist: Wishlist; cartGeneration: number },
  sent: ReadonlySet<string>,
): void {
  removePendingChanges(sent)
  let { cart, wishlist } = lists
  for (const entry of pendingChanges.get())
    if (entry.list === 'cart') cart = applyCartChange(cart, entry.change)
    else wishlist = applyWishlistChange(wishlist, entry.change)
  cartStore.set(cart)
  // Last: a full cart under the generation of an emptied one could be bought twice.
  cartGenerationStore.set(lists.cartGeneration)
  wishlistStore.set(wishlist)
}

/** Lines that make no sense (edited by hand, of an older version) are dropped, never an error. */
function readCart(found: unknown): Cart {
  if (!Array.isArray(found)) return NO_LINES
  const lines = found.filter(isCartLine).map(({ type, id, quantity }) => ({ type, id, quantity }))
  return lines
    .slice(0, CART_LINES_MAX)
    .reduce((cart, line) => applyCartChange(cart, { do: 'merge', lines: [line] }), NO_LINES)
}

function readWishlist(found: unknown): Wishlist {
  if (!Array.isArray(found)) return NO_WISHES
  const products = found.filter(isProductKey).map(({ type, id }) => ({ type, id }))
  return applyWishlistChange(NO_WISHES, { do: 'merge', products: products.slice(0, WISHLIST_MAX) })
}

export function isProductKey(found: unknown): found is ProductKey {
  return (
    typeof found === 'object' &&
    found !== null &&
    'type' in found &&
    typeof found.type === 'string' &&
    isProductType(found.type) &&
    'id' in found &&
    typeof found.id === 'number' &&
    Number.isSafeInteger(found.id) &&
    found.id >= 0 &&
    found.id <= PRODUCT_ID_MAX
  )
}

function isCartLine(found: unknown): found is CartLine {
  return (
    isProductKey(found) &&
    'quantity' in found &&
    typeof found.quantity === 'number' &&
    Number.isSafeInteger(found.quantity) &&
    found.quantity >= 1 &&
    found.quantity <= LINE_QUANTITY_MAX
  )
}
