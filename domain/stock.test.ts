import { describe, expect, test } from 'vitest'
import { benchKeysFrom, isStockKey, skuOfStockKey } from './stock.ts'

describe('the weeks of the workbench', () => {
  test.each([
    ['2026-11-22T12:00:00Z', ['bench/2026-W47', 'bench/2026-W48']],
    // Monday morning in India.
    ['2026-11-22T19:00:00Z', ['bench/2026-W48', 'bench/2026-W49']],
    ['2026-12-31T00:00:00Z', ['bench/2026-W53', 'bench/2027-W01']],
    ['2027-01-01T00:00:00Z', ['bench/2026-W53', 'bench/2027-W01']],
    ['2024-12-30T00:00:00Z', ['bench/2025-W01', 'bench/2025-W02']],
  ])('are of ISO 8601 in India: %s', (at, keys) => {
    expect(benchKeysFrom(new Date(at))).toEqual(keys)
  })
})

test('a stock key names a product, one of its sizes or a week', () => {
  const valid = ['rings-801', 'rings-801/14', 'bangles-100/2.4', 'mangal-sutra-505', 'bench/2026-W48']
  expect(valid.filter((key) => !isStockKey(key))).toEqual([])
  const invalid = [
    '',
    'rings',
    'rings-',
    'rings-08',
    'shoes-1',
    'rings-801/',
    'rings-801/1/2',
    'bench/2026-W54',
  ]
  expect(invalid.filter(isStockKey)).toEqual([])
})

test.each([
  ['rings-801', 'rings-801'],
  ['mangal-sutra-505/18', 'mangal-sutra-505'],
  ['bench/2026-W48', null],
])('%s counts for %s', (key, sku) => {
  expect(skuOfStockKey(key)).toBe(sku)
})
