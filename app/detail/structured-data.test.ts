import { expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import { grams, type Bracelet, type Ring } from '#domain/product.ts'
import { priced } from '#domain/testing.ts'
import { productData } from './structured-data.ts'

const facts = {
  name: 'Noor Halo Ring',
  description: 'A ring.',
  pictures: ['', ''],
  category: 'Engagement',
  metal: 'Yellow Gold',
  style: 'Modern',
  weightMg: grams(5),
  rating: 4.8,
} as const
const ring: Ring = { ...facts, type: 'rings', id: 802, gender: 'Female', inStock: true }
const bracelet: Bracelet = {
  ...facts,
  type: 'bracelets',
  id: 203,
  fixedPrice: rupees(2450),
  inStock: false,
}
const offerOf = (product: Ring | Bracelet) => productData(priced(product))['offers']

test('gives the price in rupees with two decimals: 5 g × ₹7,300 and 13% are 41245.00', () => {
  expect(offerOf(ring)).toMatchObject({ price: '41245.00', priceCurrency: 'INR' })
})
test('gives the reduced price of a product on offer', () => {
  expect(offerOf({ ...ring, onOffer: true })).toMatchObject({ price: '32996.00' })
})
test.each([
  ['in stock', ring, 'https://schema.org/InStock'],
  ['sold out', { ...ring, inStock: false }, 'https://schema.org/OutOfStock'],
  ['made to order', bracelet, 'https://schema.org/BackOrder'],
])('maps %s', (_, product, availability) => {
  expect(offerOf(product)).toMatchObject({ availability })
})
test('does not present the shop’s own rating as a customer rating', () => {
  expect(productData(priced(ring))).not.toHaveProperty('aggregateRating')
  expect(productData(priced(ring))).not.toHaveProperty('review')
})
test('the structured data lists both pictures with their full URLs', () => {
  expect(productData(priced(ring))['image']).toEqual([
    expect.stringMatching(/^https?:\/\/.+\/pictures\/rings-802-1-1024\.webp$/),
    expect.stringMatching(/^https?:\/\/.+\/pictures\/rings-802-2-1024\.webp$/),
  ])
  const name = `u-${'0'.repeat(32)}-c8b09a`
  expect(productData(priced({ ...ring, firstPhotograph: name }))['image']).toContainEqual(
    expect.stringMatching(new RegExp(`/pictures/${name}-1024\\.webp$`)),
  )
})
