import { expect, test } from 'vitest'
import { applyWishlistChange, isOnWishlist, type Wishlist } from './wishlist.ts'

const earring = { type: 'tops', id: 1 } as const
const anklet = { type: 'anklet', id: 1 } as const

// Shows 4.wishlist.add
test('a piece is wished for once, however often it is added', () => {
  const once = applyWishlistChange([], { do: 'add', product: earring })
  expect(applyWishlistChange(once, { do: 'add', product: earring })).toEqual([earring])
})

test('wishing for an earring is not wishing for the anklet of the same number', () => {
  const wishlist = applyWishlistChange([], { do: 'add', product: earring })
  expect(isOnWishlist(wishlist, earring)).toBe(true)
  expect(isOnWishlist(wishlist, anklet)).toBe(false)
})

// Shows 4.lists.merge
test('a merge keeps the account’s order and appends what is missing', () => {
  const account: Wishlist = [anklet]
  expect(applyWishlistChange(account, { do: 'merge', products: [earring, anklet] })).toEqual([
    anklet,
    earring,
  ])
})

// Shows 4.wishlist.remove
test('removing and clearing take away what they name', () => {
  expect(applyWishlistChange([earring, anklet], { do: 'remove', product: earring })).toEqual([anklet])
  expect(applyWishlistChange([earring, anklet], { do: 'clear' })).toEqual([])
})

// Shows 3.wishlist.item
test('only the key of a product is kept, whatever else hangs on it', () => {
  const product = { ...earring, name: 'Jhumka', price: 1 }
  expect(applyWishlistChange([], { do: 'add', product })).toEqual([earring])
})
