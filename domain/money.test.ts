import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  divideHalfUp,
  formatApproximateDollars,
  formatRupees,
  formatRupeesAsNeeded,
  formatWholeRupees,
  subtract,
  ZERO,
  paise,
  percentOf,
  rupees,
  sum,
  multiply,
} from './money.ts'

describe('Paise', () => {
  test('is a whole number', () => {
    expect(paise(4_124_500)).toBe(4_124_500)
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is rejected', (amount) => {
    expect(() => paise(amount)).toThrow(RangeError)
  })

  // Shows D4.paise
  test('of ₹19.99 are 1,999, although 19.99 × 100 is not in binary fractions', () => {
    expect(19.99 * 100).not.toBe(1999)
    expect(rupees(19.99)).toBe(1999)
  })
})

describe('Sums', () => {
  test('₹36,500 and ₹2,555 and ₹2,190 are ₹41,245', () => {
    expect(sum([rupees(36_500), rupees(2_555), rupees(2_190)])).toBe(rupees(41_245))
  })

  test('the sum of no amounts is zero', () => {
    expect(sum([])).toBe(ZERO)
  })

  test('₹41,245 minus ₹8,249 is ₹32,996', () => {
    expect(subtract(rupees(41_245), rupees(8_249))).toBe(rupees(32_996))
  })

  test('three times ₹339.05 is ₹1,017.15', () => {
    expect(multiply(rupees(339.05), 3)).toBe(101_715)
  })

  // Shows D4.paise
  test('a quantity of a half is rejected', () => {
    expect(() => multiply(paise(101), 0.5)).toThrow(RangeError)
  })
})

describe('Rounding', () => {
  test('7% of ₹100.50 is ₹7.035, which becomes ₹7.04: half a paisa goes up', () => {
    expect(percentOf(rupees(100.5), 7)).toBe(704)
  })

  test('7% of ₹100.49 is ₹7.0343, which becomes ₹7.03: less than half goes down', () => {
    expect(percentOf(rupees(100.49), 7)).toBe(703)
  })

  test.each([
    [4, 2, 2],
    [5, 2, 3],
    [7, 3, 2],
    [8, 3, 3],
    [0, 9, 0],
  ])('%d ÷ %d rounds to %d', (dividend, divisor, result) => {
    expect(divideHalfUp(dividend, divisor)).toBe(result)
  })

  test('is off by at most half the divisor', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 40), fc.integer({ min: 1, max: 100_000 }), (dividend, divisor) => {
        const rest = 2 * (dividend - divideHalfUp(dividend, divisor) * divisor)
        expect(rest).toBeGreaterThanOrEqual(-divisor)
        expect(rest).toBeLessThan(divisor)
      }),
    )
  })
})

// Shows D4.text, 9.decimals
describe('As text', () => {
  test.each([
    [123_456, '₹1,23,456.00'],
    [41_245, '₹41,245.00'],
    [508.5, '₹508.50'],
    [0, '₹0.00'],
    [12_345_678.9, '₹1,23,45,678.90'],
  ])('%d rupees', (amount, text) => {
    expect(formatRupees(rupees(amount))).toBe(text)
  })

  test('rupees have the format of Intl for Indian English', () => {
    const ofIntl = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), (amount) => {
        expect(formatRupees(paise(amount))).toBe(ofIntl.format(amount / 100))
      }),
    )
  })

  test('limits have no paise: ₹3,00,000', () => {
    expect(formatWholeRupees(rupees(300_000))).toBe('₹3,00,000')
  })

  // Shows 2.detail.anklet.price
  test('decimals as needed: ₹7,250 and ₹7,250.50', () => {
    expect(formatRupeesAsNeeded(rupees(7250))).toBe('₹7,250')
    expect(formatRupeesAsNeeded(rupees(7250.5))).toBe('₹7,250.50')
  })

  // Shows D7.dollars
  test('₹41,245 at ₹75 to the dollar is about $549.93', () => {
    expect(formatApproximateDollars(rupees(41_245), 75)).toBe('≈ $549.93')
  })

  test('the same rupees at ₹80 to the dollar are fewer dollars', () => {
    expect(formatApproximateDollars(rupees(41_245), 80)).toBe('≈ $515.56')
  })
})
