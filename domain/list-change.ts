import type { CartChange } from './cart-changes.ts'
import type { WishlistChange } from './wishlist.ts'

/** A change of cart or wishlist; the server applies each id once. */
export type ListChange = { readonly id: string } & (
  | { readonly list: 'cart'; readonly change: CartChange }
  | { readonly list: 'wishlist'; readonly change: WishlistChange }
)
