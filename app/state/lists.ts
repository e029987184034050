/**
 * Cart and wishlist of this browser. Every change is applied here at once; for a signed-in person it is also kept as
 * unsent until the server has confirmed it, so that neither a lost connection nor a closed tab loses it
 * (decisions.md 23). The storage keys `cart` and `wishlist` are the specification's.
 */
import { changedCart, type Cart, type CartChange, type CartLine } from '#domain/cart.ts'
import { isProductType, type ProductKey } from '#domain/product.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/shop.ts'
import { changedWishlist, WISHLIST_MAX, type Wishlist, type WishlistChange } from '#domain/wishlist.ts'
import { createStoredStore, useStore } from './store.ts'

export type UnsentChange =
  | { readonly id: string; readonly list: 'cart'; readonly change: CartChange }
  | { readonly id: string; readonly list: 'wishlist'; readonly change: WishlistChange }

const NO_LINES: Cart = []
const NO_WISHES: Wishlist = []
const NO_CHANGES: readonly UnsentChange[] = []

export const cartStore = createStoredStore('cart', NO_LINES, readCart)
export const wishlistStore = createStoredStore('wishlist', NO_WISHES, readWishlist)
/** Whose lists these are: the id of the account they have been merged into; null for a visitor's own. */
export const ownerStore = createStoredStore<string | null>('listsOwner', null, (found) =>
  typeof found === 'string' ? found : null,
)
export const unsentStore = createStoredStore('listsUnsent', NO_CHANGES, (found) =>
  // Only this module writes the key; the server checks every change again.
  Array.isArray(found) ? (found as readonly UnsentChange[]) : NO_CHANGES,
)

export function useCart(): Cart {
  return useStore(cartStore, NO_LINES)
}
export function useWishlist(): Wishlist {
  return useStore(wishlistStore, NO_WISHES)
}

export function changeCart(change: CartChange): void {
  cartStore.set(changedCart(cartStore.get(), change))
  keepForServer({ id: crypto.randomUUID(), list: 'cart', change })
}
export function changeWishlist(change: WishlistChange): void {
  wishlistStore.set(changedWishlist(wishlistStore.get(), change))
  keepForServer({ id: crypto.randomUUID(), list: 'wishlist', change })
}

function keepForServer(change: UnsentChange): void {
  if (ownerStore.get() !== null) unsentStore.set([...unsentStore.get(), change])
}

/** Sign-in: what the visitor had chosen joins the account's lists, once. */
export function joinAccount(userId: string): void {
  if (ownerStore.get() === userId) return
  // Lists that belong to somebody else who used this browser are not this person's to take over.
  if (ownerStore.get() !== null) forgetLists()
  ownerStore.set(userId)
  unsentStore.set([
    { id: crypto.randomUUID(), list: 'cart', change: { do: 'merge', lines: cartStore.get() } },
    { id: crypto.randomUUID(), list: 'wishlist', change: { do: 'merge', products: wishlistStore.get() } },
  ])
}

/** Sign-out: the person's lists leave this browser. */
export function forgetLists(): void {
  ownerStore.set(null)
  unsentStore.set(NO_CHANGES)
  cartStore.set(NO_LINES)
  wishlistStore.set(NO_WISHES)
}

/** The server has applied the changes named in `sent`; those made meanwhile are applied again on top of its lists. */
export function takeServerLists(lists: { cart: Cart; wishlist: Wishlist }, sent: ReadonlySet<string>): void {
  const unsent = unsentStore.get().filter((change) => !sent.has(change.id))
  unsentStore.set(unsent)
  cartStore.set(
    unsent.reduce(
      (cart, entry) => (entry.list === 'cart' ? changedCart(cart, entry.change) : cart),
      lists.cart,
    ),
  )
  wishlistStore.set(
    unsent.reduce(
      (wishlist, entry) => (entry.list === 'wishlist' ? changedWishlist(wishlist, entry.change) : wishlist),
      lists.wishlist,
    ),
  )
}

/** Lines that make no sense (edited by hand, of an older version) are dropped, never an error. */
function readCart(found: unknown): Cart {
  if (!Array.isArray(found)) return NO_LINES
  const lines = found.filter(isCartLine).map(({ type, id, quantity }) => ({ type, id, quantity }))
  return lines
    .slice(0, CART_LINES_MAX)
    .reduce((cart, line) => changedCart(cart, { do: 'merge', lines: [line] }), NO_LINES)
}

function readWishlist(found: unknown): Wishlist {
  if (!Array.isArray(found)) return NO_WISHES
  const products = found.filter(isProductKey).map(({ type, id }) => ({ type, id }))
  return changedWishlist(NO_WISHES, { do: 'merge', products: products.slice(0, WISHLIST_MAX) })
}

function isProductKey(found: unknown): found is ProductKey {
  return (
    typeof found === 'object' &&
    found !== null &&
    'type' in found &&
    typeof found.type === 'string' &&
    isProductType(found.type) &&
    'id' in found &&
    Number.isSafeInteger(found.id)
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
