import { describe, expect, test } from 'vitest'
import { OPENING_CONTENT } from './catalogue/opening.ts'
import { toEditable } from './edition.ts'
import type { ProductDiff } from './edition-diff.ts'
import { paise, rupees, type Paise } from './money.ts'
import { piecesBelowMetal, priceEffectOf } from './price-effect.ts'
import { skuOf, type Product, type Sku } from './product.ts'

const repriced = (sku: Sku, before: number | null, after: number | null): ProductDiff => ({
  sku,
  name: sku,
  kind: 'repriced',
  fields: [],
  price: { before: before === null ? null : paise(before), after: after === null ? null : paise(after) },
})
const effectOf = (...products: readonly ProductDiff[]) =>
  priceEffectOf({ rates: [], selections: [], products })

test('the largest rise and fall are absolute amounts, and each type has its range in percent', () => {
  const effect = effectOf(
    repriced('rings-1', 1000, 1100),
    repriced('rings-2', 10_000, 10_500),
    repriced('mangal-sutra-3', 3000, 2000),
    repriced('mangal-sutra-4', 1000, 900),
  )
  expect(effect.count).toBe(4)
  expect(effect.largestRise).toMatchObject({ sku: 'rings-2', percent: 5 })
  expect(effect.largestFall).toMatchObject({ sku: 'mangal-sutra-3', percent: -33.3 })
  expect(effect.byType).toEqual([
    { type: 'rings', count: 2, lowestPercent: 5, highestPercent: 10 },
    { type: 'mangal-sutra', count: 2, lowestPercent: -33.3, highestPercent: -10 },
  ])
})

test('a product that is added, removed or keeps its price is not a price change', () => {
  expect(effectOf(repriced('rings-1', null, 900), repriced('rings-2', 900, null))).toEqual({
    count: 0,
    largestRise: null,
    largestFall: null,
    byType: [],
  })
  expect(effectOf(repriced('rings-1', 900, 900)).count).toBe(0)
})

test('there is no rise if all prices fall', () => {
  expect(effectOf(repriced('rings-1', 1000, 900)).largestRise).toBeNull()
})

describe('pieces below the value of their metal', () => {
  const bangle = OPENING_CONTENT.products.find((product) => skuOf(product) === 'bangles-100')
  if (!bangle) throw new Error('The opening collection has no bangle 100')
  const collectionOf = (gold: Paise, ...products: readonly Product[]) => {
    const { rates } = OPENING_CONTENT
    return toEditable({
      ...OPENING_CONTENT,
      rates: { ...rates, perGram: { ...rates.perGram, gold } },
      products,
    })
  }
  const [low, high] = [rupees(7300), rupees(8300)]
  const skusOf = (...[before, after]: Parameters<typeof piecesBelowMetal>) =>
    piecesBelowMetal(before, after).map(({ sku, isNew }) => [sku, isNew])

  test('are those that the rate affects, and those already below', () => {
    expect(skusOf(collectionOf(low, bangle), collectionOf(high, bangle))).toEqual([['bangles-100', true]])
    expect(skusOf(collectionOf(rupees(8290), bangle), collectionOf(high, bangle))).toEqual([
      ['bangles-100', false],
    ])
  })

  test('for other changes are those whose price changes', () => {
    const renamed = { ...bangle, name: 'Another name' }
    expect(skusOf(collectionOf(high, bangle), collectionOf(high, renamed))).toEqual([])
    const cheaper = { ...bangle, fixedPrice: rupees(100) }
    expect(skusOf(collectionOf(low, bangle), collectionOf(low, cheaper))).toEqual([['bangles-100', true]])
  })

  test('exclude pieces that nobody can buy or whose price follows the rate', () => {
    const retired = { ...bangle, retired: true } as const
    const { fixedPrice: _, ...following } = bangle
    expect(skusOf(collectionOf(low, retired, following), collectionOf(high, retired, following))).toEqual([])
  })
})
