import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import type { PricedProduct } from './collection.ts'
import { factsOf } from './line-facts.ts'
import { multiply, sum } from './money.ts'
import { carats, grams, type ProductKey } from './product.ts'

const find = (key: ProductKey): PricedProduct => {
  const product = OPENING_COLLECTION.find(key)
  if (!product) throw new Error('Not in the opening collection')
  return product
}
const RING = find({ type: 'rings', id: 801 })

// Shows D38.facts
describe('The facts of a line', () => {
  test('are metal, purity, weights, rate and values of the piece', () => {
    expect(factsOf(RING, 2, 'Rajasthan')).toMatchObject({
      picture: '/pictures/rings-801-1',
      metal: 'White Gold',
      purity: '18K750',
      grossWeightMg: grams(3.6),
      stoneWeightMg: carats(0.5),
      netWeightMg: grams(3.5),
      breakup: RING.price.breakup,
      priceBefore: RING.price.listPrice,
      offerPercent: RING.price.offerPercent,
      tax: { hsn: '711319', ratePercent: 3, placeOfSupply: 'Rajasthan' },
    })
  })

  test('split the tax within the shop’s state, but not beyond', () => {
    expect(factsOf(RING, 1, 'Delhi').tax?.amounts).toMatchObject({ igst: 0, cgst: 47_888, sgst: 47_888 })
    expect(factsOf(RING, 1, 'Rajasthan').tax?.amounts).toMatchObject({ igst: 95_776, cgst: 0, sgst: 0 })
  })

  test('omit the amounts of tax if the address names no state', () => {
    expect(factsOf(RING, 1, 'Somewhere').tax).toMatchObject({
      hsn: '711319',
      placeOfSupply: null,
      amounts: null,
    })
  })

  test('do not guess stones that the collection does not record', () => {
    const necklace = find({ type: 'necklaces', id: 601 })
    expect(factsOf(necklace, 1, 'Delhi')).toMatchObject({
      grossWeightMg: necklace.weightMg,
      stoneWeightMg: null,
      netWeightMg: null,
    })
  })

  test('of a gem have its weight and no metal', () => {
    const gem = find({ type: 'gems', id: 401 })
    expect(factsOf(gem, 1, 'Delhi')).toMatchObject({
      metal: null,
      purity: null,
      stoneWeightMg: gem.weightMg,
      netWeightMg: 0,
      breakup: null,
    })
  })

  test('add up to the amount paid, for every product, quantity and state', () => {
    for (const product of OPENING_COLLECTION.products)
      for (const quantity of [1, 2, 99])
        for (const state of ['Delhi', 'Kerala']) {
          const amounts = factsOf(product, quantity, state).tax?.amounts
          expect(amounts && sum([amounts.taxableValue, amounts.cgst, amounts.sgst, amounts.igst])).toBe(
            multiply(product.price.amount, quantity),
          )
        }
  })
})
