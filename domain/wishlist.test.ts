import { expect, test } from 'vitest'
import { applyWishlistChange, isOnWishlist, type Wishlist } from './wishlist.ts'

const earring = { type: 'tops', id: 1 } as const
const anklet = { type: 'anklet', id: 1 } as const

// Shows 4.wishlist.add
test('a product is on the wishlist once, however often it is added', () => {
  const once = applyWishlistChange([], { do: 'add', product: earring })
  expect(applyWishlistChange(once, { do: 'add', product: earring })).toEqual([earring])
})

test('distinguishes an earring from the anklet of the same id', () => {
  const wishlist = applyWishlistChange([], { do: 'add', product: earring })
  expect(isOnWishlist(wishlist, earring)).toBe(true)
  expect(isOnWishlist(wishlist, anklet)).toBe(false)
})

// Shows 4.lists.merge
test('a merge keeps the account’s order and appends missing products', () => {
  const account: Wishlist = [anklet]
  expect(applyWishlistChange(account, { do: 'merge', products: [earring, anklet] })).toEqual([
    anklet,
    earring,
  ])
})

// Shows 4.wishlist.remove
test('a wishlist removes one product or all', () => {
  expect(applyWishlistChange([earring, anklet], { do: 'remove', product: earring })).toEqual([anklet])
  expect(applyWishlistChange([earring, anklet], { do: 'clear' })).toEqual([])
})

// Shows 3.wishlist.item
test('stores only the key of a product', () => {
  const product = { ...earring, name: 'Jhumka', price: 1 }
  expect(applyWishlistChange([], { do: 'add', product })).toEqual([earring])
})
