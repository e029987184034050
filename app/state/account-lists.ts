/** Merges the lists of this browser with those of the account. */
import { applyCartChange, type Cart } from '#domain/cart-changes.ts'
import { applyWishlistChange, type Wishlist } from '#domain/wishlist.ts'
import {
  cartGenerationStore,
  cartStore,
  heldStore,
  listsUserIdStore,
  queueForServer,
  wishlistStore,
} from './lists.ts'
import { newId } from './new-id.ts'
import { pendingChanges, removePendingChanges } from './pending-changes.ts'
import { clearPersonalData } from './personal-data.ts'

/**
 * At sign-in: merges the visitor's lists into the account's, once. Clears what another account has left in this
 * browser.
 */
export function mergeIntoAccount(userId: string): void {
  const previousUserId = listsUserIdStore.get()
  if (previousUserId === userId) return
  if (previousUserId !== null) clearPersonalData()
  const lines = cartStore.get()
  const products = wishlistStore.get()
  listsUserIdStore.set(userId)
  if (lines.length > 0) queueForServer({ id: newId(), list: 'cart', change: { do: 'merge', lines } })
  if (products.length > 0)
    queueForServer({ id: newId(), list: 'wishlist', change: { do: 'merge', products } })
}

/** The server has applied the changes with the ids `sent`; applies the pending ones on top of its lists. */
export function applyServerLists(
  lists: { cart: Cart; wishlist: Wishlist; cartGeneration: number; held?: readonly string[] },
  sent: ReadonlySet<string>,
): void {
  removePendingChanges(sent)
  let { cart, wishlist } = lists
  for (const { list, change } of pendingChanges.get())
    if (list === 'cart') cart = applyCartChange(cart, change)
    else wishlist = applyWishlistChange(wishlist, change)
  cartStore.set(cart)
  // After the cart: a full cart with the generation of an emptied one could be bought twice.
  cartGenerationStore.set(lists.cartGeneration)
  wishlistStore.set(wishlist)
  heldStore.set(lists.held ?? [])
}
