import { expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import type { PricingParameterName } from '#domain/rates.ts'
import { rateText, readRateFields } from './rate-fields.ts'

const RATES = [
  { name: 'gold', value: rupees(11_400) },
  { name: 'makingCharge', value: 7 },
] as const

function read(texts: Partial<Record<PricingParameterName, string>>) {
  const shown = new Map<string, string>(RATES.map((rate) => [rate.name, rateText(rate)]))
  return readRateFields(RATES, (name) => texts[name] ?? shown.get(name) ?? '')
}

test('unedited rates change nothing', () => {
  expect(read({})).toEqual({ changes: {}, errors: {} })
})

test.each(['11450', '11,450', '₹ 11,450.00'])('a rate can be entered as %s', (gold) => {
  expect(read({ gold })).toEqual({ changes: { gold: rupees(11_450) }, errors: {} })
})

test('a percentage can have its sign', () => {
  expect(read({ makingCharge: '8 %' }).changes).toEqual({ makingCharge: 8 })
})

test.each<[PricingParameterName, string, RegExp]>([
  ['gold', '', /^Enter rupees per gram, for example 11450, 11,450/],
  ['gold', '11,45', /^Enter rupees per gram/],
  ['gold', '0', /more than ₹0/],
  ['gold', '1000001', /at most ₹10,00,000/],
  ['makingCharge', '7.5', /whole number from 0 to 99/],
  ['makingCharge', '100', /whole number from 0 to 99/],
])('%s of “%s” is rejected beside its field', (name, text, error) => {
  const { changes, errors } = read({ [name]: text })
  expect(changes).toEqual({})
  expect(errors[name]).toMatch(error)
})
