import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDecimals, groupDigits } from './number-format.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [99_999, '99,999'],
  [1_00_000, '1,00,000'],
  [12_34_56_789, '12,34,56,789'],
])('formats %d as %s', (whole, written) => {
  expect(groupDigits(whole)).toBe(written)
})

test('groups digits like Intl for Indian English', () => {
  const ofIntl = new Intl.NumberFormat('en-IN')
  fc.assert(
    fc.property(
      fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      (whole) => groupDigits(whole) === ofIntl.format(whole),
    ),
  )
})

test.each([
  [3.6, '3.6'],
  [0.62, '0.62'],
  [18, '18'],
  [0, '0'],
  [1.005, '1.005'],
  [1250.5, '1,250.5'],
  [2.9999, '3'],
])('formats %d with decimals as needed: %s', (value, written) => {
  expect(formatDecimals(value)).toBe(written)
})

test('formats weights like Intl for Indian English', () => {
  const ofIntl = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3 })
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), (thousandths) => {
      expect(formatDecimals(thousandths / 1000)).toBe(ofIntl.format(thousandths / 1000))
    }),
  )
})
