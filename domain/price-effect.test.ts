import { expect, test } from 'vitest'
import type { ProductDiff } from './edition-diff.ts'
import { paise } from './money.ts'
import { priceEffectOf } from './price-effect.ts'
import type { Sku } from './product.ts'

const repriced = (sku: Sku, before: number | null, after: number | null): ProductDiff => ({
  sku,
  name: sku,
  kind: 'repriced',
  fields: [],
  price: { before: before === null ? null : paise(before), after: after === null ? null : paise(after) },
})
const effectOf = (...products: readonly ProductDiff[]) =>
  priceEffectOf({ rates: [], selections: [], products })

test('the largest rise and fall are those in money, and each type has its range in percent', () => {
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

test('a product that is added or removed, or keeps its price, is no change of a price', () => {
  expect(effectOf(repriced('rings-1', null, 900), repriced('rings-2', 900, null))).toEqual({
    count: 0,
    largestRise: null,
    largestFall: null,
    byType: [],
  })
  expect(effectOf(repriced('rings-1', 900, 900)).count).toBe(0)
})

test('where all prices fall there is no rise', () => {
  expect(effectOf(repriced('rings-1', 1000, 900)).largestRise).toBeNull()
})
