import { expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import { grams, type Bracelet, type Ring } from '#domain/product.ts'
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
const offerOf = (product: Ring | Bracelet) => productData(product)['offers']

test('The price is in rupees with two decimals: 5 g × ₹7,300 and 13% are 41245.00', () => {
  expect(offerOf(ring)).toMatchObject({ price: '41245.00', priceCurrency: 'INR' })
})
test('Under the offer it is the price that is paid', () => {
  expect(offerOf({ ...ring, onOffer: true })).toMatchObject({ price: '32996.00' })
})
test.each([
  ['In stock', ring, 'https://schema.org/InStock'],
  ['Sold out', { ...ring, inStock: false }, 'https://schema.org/OutOfStock'],
  ['Made to order', bracelet, 'https://schema.org/BackOrder'],
])('%s', (_, product, availability) => {
  expect(offerOf(product)).toMatchObject({ availability })
})
test('The shop’s own rating is not passed off as one of customers', () => {
  expect(productData(ring)).not.toHaveProperty('aggregateRating')
  expect(productData(ring)).not.toHaveProperty('review')
})
test('Both pictures are named with their full address', () => {
  expect(productData(ring)['image']).toEqual([
    expect.stringMatching(/^https?:\/\/.+\/pictures\/rings-802-1-1024\.webp$/),
    expect.stringMatching(/^https?:\/\/.+\/pictures\/rings-802-2-1024\.webp$/),
  ])
})
