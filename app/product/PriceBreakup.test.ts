import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { rupees, sum } from '#domain/money.ts'
import { priced } from '#domain/testing.ts'
import { carats, grams, type Chain, type Ring } from '#domain/product.ts'
import { linesOf } from './PriceBreakup.tsx'

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
    expect(linesOf(priced(ring))).toEqual([
      { label: 'White Gold', calculation: '3.6 g × ₹6,000.00 per gram', amount: rupees(21_600) },
      { label: 'Diamonds', calculation: '0.1 g × ₹75,000.00 per gram', amount: rupees(7500) },
      { label: 'Making charges, 7%', amount: rupees(2037) },
      { label: 'GST, 6%', amount: rupees(1746) },
    ])
  })
  test('have no line for diamonds where there are none', () => {
    expect(linesOf(priced({ ...ring, diamondWeightMg: undefined })).map(({ label }) => label)).toEqual([
      'White Gold',
      'Making charges, 7%',
      'GST, 6%',
    ])
  })
  // Shows 2.detail.chain
  test('have no percentages for a chain', () => {
    expect(linesOf(priced(chain)).map(({ label }) => label)).toEqual(['Silver', 'Making charges', 'GST'])
  })
  test('are missing for a fixed price', () => {
    expect(linesOf(priced({ ...ring, fixedPrice: rupees(82_000) }))).toEqual([])
  })
  // Shows D5.price
  test('add up to the price before the offer, to the paisa, for every product of the catalogue', () => {
    for (const product of OPENING_COLLECTION.products) {
      const lines = linesOf(product)
      if (lines.length > 0) expect(sum(lines.map(({ amount }) => amount))).toBe(product.price.before)
    }
  })
})
