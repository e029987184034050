import { expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection } from '#domain/collection.ts'
import { formatRupeesAsNeeded, paise, rupees } from '#domain/money.ts'
import { isSameProduct, type ProductKey } from '#domain/product.ts'
import { priceChangeText } from './price-changes.ts'

const { rates, products } = OPENING_CONTENT
const before = OPENING_COLLECTION.find
const piece = OPENING_COLLECTION.products.find(
  ({ price, inStock, onOffer }) => price.breakup?.metal === 'gold' && inStock && !onOffer,
)
if (!piece) throw new Error('There is nothing of gold')
const key: ProductKey = { type: piece.type, id: piece.id }

function goldAt(amount: number, without?: ProductKey) {
  return createCollection(
    { edition: 2, hash: 'other' },
    {
      ...OPENING_CONTENT,
      rates: { ...rates, perGram: { ...rates.perGram, gold: rupees(amount) } },
      products: products.map((product) =>
        without && isSameProduct(product, without) ? { ...product, retired: true as const } : product,
      ),
    },
  ).find
}

const priceBy = (find: typeof before) => find(key)?.price.amount ?? 0
const change = (find: typeof before, quantity: number) =>
  formatRupeesAsNeeded(paise(Math.abs(priceBy(find) - priceBy(before)) * quantity))

// Shows D37.told
test('a lower price is stated in rupees, over all pieces of the cart', () => {
  const after = goldAt(7000)
  expect(priceChangeText({ cart: [{ ...key, size: '', quantity: 2 }], wishlist: [], before, after })).toBe(
    `Prices were updated: your cart is ${change(after, 2)} less. Gold came down from ₹7,300.00 to ₹7,000.00 per gram.`,
  )
})

test('higher prices are stated for cart and wishlist', () => {
  const after = goldAt(7600)
  expect(priceChangeText({ cart: [{ ...key, size: '', quantity: 1 }], wishlist: [key], before, after })).toBe(
    `Prices were updated: your cart is ${change(after, 1)} more, your wishlist is ${change(after, 1)} more. Gold went up from ₹7,300.00 to ₹7,600.00 per gram.`,
  )
})

test('each of several causes is named with its share', () => {
  const after = createCollection(
    { edition: 2, hash: 'other' },
    {
      ...OPENING_CONTENT,
      rates: { ...rates, perGram: { ...rates.perGram, gold: rupees(7000) } },
      products: products.map((product) =>
        isSameProduct(product, key) ? { ...product, onOffer: true } : product,
      ),
    },
  ).find
  const text = priceChangeText({ cart: [{ ...key, size: '', quantity: 1 }], wishlist: [], before, after })
  expect(text).toContain(`your cart is ${change(after, 1)} less.`)
  expect(text).toMatch(/Gold came down from ₹7,300\.00 to ₹7,000\.00 per gram: ₹[\d,.]+ less\./)
  expect(text).toMatch(/A special offer of 20% began: ₹[\d,.]+ less\./)
})

test('nothing is stated if nothing changes for this shopper', () => {
  const silver = OPENING_COLLECTION.products.find(({ price }) => price.breakup?.metal === 'silver')
  if (!silver) throw new Error('There is no silver')
  expect(priceChangeText({ cart: [], wishlist: [silver], before, after: goldAt(7600) })).toBeNull()
})

test('a retired piece makes no cart cheaper', () => {
  const after = goldAt(7300, key)
  expect(
    priceChangeText({ cart: [{ ...key, size: '', quantity: 1 }], wishlist: [], before, after }),
  ).toBeNull()
})
