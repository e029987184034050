import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceCart } from './cart.ts'
import { OPENING_COLLECTION, OPENING_CONTENT, OPENING_RATES } from './catalogue/opening.ts'
import { createCollection, type Collection, type PricedProduct } from './collection.ts'
import { changesBetween, changeText, priceChanges, priceLines } from './explain-price.ts'
import { paise, rupees, sum } from './money.ts'
import { priceOf } from './price.ts'
import { carats, grams, METALS, type Chain, type Product, type Ring } from './product.ts'
import type { PricingParameters } from './rates.ts'
import { priced } from './testing.ts'

const ring: Ring = {
  type: 'rings',
  id: 801,
  name: 'Ring',
  description: '',
  pictures: ['', ''],
  category: 'Engagement',
  metal: 'White Gold',
  style: 'Classic',
  gender: 'Female',
  weightMg: grams(3.6),
  diamondWeightMg: carats(0.5),
  inStock: true,
}
const chain: Chain = { ...ring, type: 'chains', metal: 'Silver', weightMg: grams(48), features: [] }

describe('The lines of a price', () => {
  // Shows 2.detail.breakup
  test('3.6 g of white gold at ₹6,000 and half a carat at ₹75,000 per gram, 7% and 6%', () => {
    expect(priceLines(priced(ring))).toEqual([
      { label: 'White Gold', calculation: '3.6 g × ₹6,000.00 per gram', amount: rupees(21_600) },
      { label: 'Diamonds', calculation: '0.50 ct (0.1 g) × ₹75,000.00 per gram', amount: rupees(7500) },
      { label: 'Making charges, 7%', amount: rupees(2037) },
      { label: 'GST, 6%', amount: rupees(1746) },
    ])
  })
  test('have no line for diamonds if there are none', () => {
    expect(priceLines(priced({ ...ring, diamondWeightMg: undefined })).map(({ label }) => label)).toEqual([
      'White Gold',
      'Making charges, 7%',
      'GST, 6%',
    ])
  })
  // Shows 2.detail.chain
  test('have no percentages for a chain', () => {
    expect(priceLines(priced(chain)).map(({ label }) => label)).toEqual(['Silver', 'Making charges', 'GST'])
  })
  test('are a fixed price and the offer on it', () => {
    expect(priceLines(priced({ ...ring, fixedPrice: rupees(82_000), onOffer: true }))).toEqual([
      { label: 'Fixed price', amount: rupees(82_000) },
      { label: 'Special offer, 20%', amount: rupees(-16_400) },
    ])
  })
  // Shows D5.price
  test('add up to the price, to the paisa, for every product of the catalogue', () => {
    for (const product of OPENING_COLLECTION.products)
      expect(sum(priceLines(product).map(({ amount }) => amount))).toBe(product.price.amount)
  })
})

// Shows D37.explained
describe('Why a price changed', () => {
  const by = (rates: PricingParameters, product: Product = ring): PricedProduct => ({
    ...product,
    price: priceOf(product, rates),
  })
  const opening = by(OPENING_RATES)
  const textsOf = (after: PricedProduct, before = opening) => priceChanges(before, after).map(changeText)
  const withRate = (rate: number): PricingParameters => ({
    ...OPENING_RATES,
    perGram: { ...OPENING_RATES.perGram, gold18k: rupees(rate) },
  })

  test.each([
    [
      'a dearer metal',
      by(withRate(6100)),
      '18K gold went up from ₹6,000.00 to ₹6,100.00 per gram: ₹406.80 more.',
    ],
    [
      'a cheaper metal',
      by(withRate(5900)),
      '18K gold came down from ₹6,000.00 to ₹5,900.00 per gram: ₹406.80 less.',
    ],
    [
      'dearer diamonds',
      by({ ...OPENING_RATES, diamondPerGram: rupees(76_000) }),
      'Diamonds went up from ₹75,000.00 to ₹76,000.00 per gram: ₹113.00 more.',
    ],
    [
      'the making charge',
      by({ ...OPENING_RATES, makingChargePercent: 8 }),
      'Making charges went up from 7% to 8%: ₹291.00 more.',
    ],
    ['GST', by({ ...OPENING_RATES, gstPercent: 3 }), 'GST came down from 6% to 3%: ₹873.00 less.'],
    [
      'the weight',
      by(OPENING_RATES, { ...ring, weightMg: grams(3.7) }),
      'The weight changed from 3.6 g to 3.7 g: ₹678.00 more.',
    ],
    [
      'an offer',
      by(OPENING_RATES, { ...ring, onOffer: true }),
      'A special offer of 20% began: ₹6,576.60 less.',
    ],
    [
      'a fixed price',
      by(OPENING_RATES, { ...ring, fixedPrice: rupees(30_000) }),
      'The price no longer follows weight and rate: ₹2,883.00 less.',
    ],
    [
      'another metal',
      by(OPENING_RATES, { ...ring, metal: 'Yellow Gold' }),
      'The metal changed: ₹5,288.40 more.',
    ],
  ])('names %s', (_, after, text) => {
    expect(textsOf(after)).toEqual([text])
  })

  test('is empty if the price does not depend on the changed rate', () => {
    expect(
      textsOf(by({ ...OPENING_RATES, perGram: { ...OPENING_RATES.perGram, silver: rupees(110) } })),
    ).toEqual([])
  })

  test('names a risen fixed price and an ended offer', () => {
    const before = by(OPENING_RATES, { ...ring, fixedPrice: rupees(10_000), onOffer: true })
    const after = by(OPENING_RATES, { ...ring, fixedPrice: rupees(11_000) })
    expect(textsOf(after, before)).toEqual([
      'The fixed price went up from ₹10,000.00 to ₹11,000.00: ₹800.00 more.',
      'The special offer of 20% ended: ₹2,200.00 more.',
    ])
  })

  const rates = fc
    .record({
      gold: fc.integer({ min: 1, max: 2_000_000 }),
      diamond: fc.integer({ min: 1, max: 20_000_000 }),
      makingChargePercent: fc.integer({ min: 0, max: 30 }),
      gstPercent: fc.integer({ min: 0, max: 28 }),
      offerPercent: fc.integer({ min: 1, max: 60 }),
    })
    .map(({ gold, diamond, ...percents }): PricingParameters => ({
      ...percents,
      diamondPerGram: paise(diamond),
      perGram: { ...OPENING_RATES.perGram, gold18k: paise(gold), gold: paise(gold + 100) },
    }))
  const rings = fc
    .record({
      metal: fc.constantFrom(...METALS.filter((metal) => metal !== 'Gold Plated')),
      weightMg: fc.integer({ min: 1, max: 100_000 }),
      diamondWeightMg: fc.integer({ min: 0, max: 1000 }),
      isOnOffer: fc.boolean(),
      fixedPrice: fc.option(fc.integer({ min: 1, max: 50_000_000 }).map(paise), { nil: undefined }),
    })
    .map(({ isOnOffer, ...given }): Ring => ({ ...ring, ...given, ...(isOnOffer && { onOffer: true }) }))

  test('adds up to the difference, whatever changed', () => {
    fc.assert(
      fc.property(rates, rings, rates, rings, (oldRates, oldRing, newRates, newRing) => {
        const before = by(oldRates, oldRing)
        const after = by(newRates, newRing)
        expect(sum(priceChanges(before, after).map(({ amount }) => amount))).toBe(
          after.price.amount - before.price.amount,
        )
      }),
    )
  })
})

// Shows D37.explained
describe('What changed in a cart', () => {
  const goldUp: Collection = createCollection(
    { edition: 2, hash: 'two' },
    {
      ...OPENING_CONTENT,
      rates: {
        ...OPENING_RATES,
        perGram: { ...OPENING_RATES.perGram, gold18k: rupees(6100), silver: rupees(90) },
      },
      products: OPENING_CONTENT.products.map((product) =>
        product.type === 'rings' && product.id === 803 ? { ...product, retired: true } : product,
      ),
    },
  )
  const cart = [
    { type: 'rings', id: 801, size: '12', quantity: 2 },
    { type: 'anklet', id: 1, size: '', quantity: 1 },
    { type: 'rings', id: 803, size: '12', quantity: 1 },
  ] as const
  const before = priceCart(cart, OPENING_COLLECTION.find)
  const after = priceCart(cart, goldUp.find)
  const changes = changesBetween(before, after)

  test('is the difference over the lines that can still be bought, with its causes', () => {
    expect(changes.difference).toBe(rupees(2 * 406.8))
    expect(changes.causes).toEqual([
      { text: '18K gold went up from ₹6,000.00 to ₹6,100.00 per gram', amount: rupees(813.6) },
    ])
    expect(changes.lines.map(({ before: { key } }) => key.id)).toEqual([801])
  })

  test('names products that can no longer be bought', () => {
    expect(changes.unavailable.map(({ key, error }) => [key.id, error])).toEqual([[803, 'no longer offered']])
  })

  test('is empty for equal collections', () => {
    expect(changesBetween(before, before)).toEqual({
      difference: 0,
      causes: [],
      lines: [],
      unavailable: [],
    })
  })
})
