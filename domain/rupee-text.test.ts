import { expect, test } from 'vitest'
import { rupees } from './money.ts'
import { parseRupees } from './rupee-text.ts'

test.each<[string, number]>([
  ['7450', 7450],
  ['7450.5', 7450.5],
  ['7450.50', 7450.5],
  ['11,450', 11_450],
  ['₹ 11,450.50', 11_450.5],
  ['₹11,450.50', 11_450.5],
  ['1,14,500', 114_500],
  ['114,500', 114_500],
  ['12,34,56,789', 123_456_789],
  [' Rs. 11,450 ', 11_450],
  ['rs 500/-', 500],
  ['INR 500', 500],
  ['0', 0],
])('“%s” is an amount of rupees', (text, amount) => {
  expect(parseRupees(text)).toBe(rupees(amount))
})

test.each([
  '',
  '₹',
  '11,45',
  '1,1450',
  '11,450,5',
  '7450,50',
  '7.450,50',
  '7450.505',
  '-5',
  '7 450',
  '1e3',
  'abc',
])('“%s” is none: it may be meant otherwise', (text) => {
  expect(parseRupees(text)).toBeNull()
})
