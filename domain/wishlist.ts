/** Product keys, each at most once, in the order of addition. */
import { isSameProduct, type ProductKey } from './product.ts'

export type Wishlist = readonly ProductKey[]

export const WISHLIST_MAX = 200

export type WishlistChange =
  | { readonly do: 'add'; readonly product: ProductKey }
  | { readonly do: 'remove'; readonly product: ProductKey }
  | { readonly do: 'clear' }
  | { readonly do: 'merge'; readonly products: Wishlist }

export function applyWishlistChange(wishlist: Wishlist, change: WishlistChange): Wishlist {
  switch (change.do) {
    case 'add':
      return addItem(wishlist, change.product)
    case 'remove':
      return wishlist.filter((item) => !isSameProduct(item, change.product))
    case 'clear':
      return []
    case 'merge':
      return change.products.reduce(addItem, wishlist)
  }
}

export function isOnWishlist(wishlist: Wishlist, product: ProductKey): boolean {
  return wishlist.some((item) => isSameProduct(item, product))
}

function addItem(wishlist: Wishlist, { type, id }: ProductKey): Wishlist {
  if (isOnWishlist(wishlist, { type, id }) || wishlist.length >= WISHLIST_MAX) return wishlist
  return [...wishlist, { type, id }]
}
