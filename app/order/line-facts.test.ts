import { expect, test } from 'vitest'
import { paise, rupees } from '#domain/money.ts'
import { pieceFacts, priceFacts } from './line-facts.ts'

const FACTS = {
  metal: 'White Gold' as const,
  purity: '18K750',
  weightMg: 3600,
  netWeightMg: 3500,
  stoneWeightMg: 100,
  price: {
    metalRatePerGram: rupees(6000),
    metalValue: rupees(21_000),
    diamondValue: rupees(7500),
    makingCharge: rupees(1995),
    makingChargePercent: 7,
  },
  tax: { hsn: '711319', ratePercent: 3, amount: paise(957_76) },
}
const UNKNOWN = { ...FACTS, purity: null, netWeightMg: null, stoneWeightMg: null, price: null, tax: null }

// Shows D38.shown
test('a line names metal, purity, weights, rate, values, making charge and tax, as recorded', () => {
  const line = { type: 'rings' as const, facts: FACTS, quantity: 1 }
  expect(pieceFacts(line)).toEqual(['White Gold 18K750', '3.6 g', 'net 3.5 g', 'stones 0.1 g'])
  expect(priceFacts(line)).toEqual([
    'rate ₹6,000.00 per gram',
    'metal ₹21,000.00',
    'diamonds ₹7,500.00',
    'making charge 7% ₹1,995.00',
    'HSN 711319, GST 3% ₹957.76 within the total',
  ])
  expect(priceFacts({ ...line, quantity: 2 })).toContain('metal ₹21,000.00 each')
})

test('what was not recorded is left out, and nothing is said of an order from before', () => {
  expect(pieceFacts({ type: 'rings', facts: UNKNOWN })).toEqual(['White Gold', '3.6 g'])
  expect(priceFacts({ type: 'rings', facts: UNKNOWN })).toEqual([])
  expect([pieceFacts({ facts: null }), priceFacts({ facts: null })]).toEqual([[], []])
})

test('a gem is weighed in carats', () => {
  expect(pieceFacts({ type: 'gems', facts: { ...UNKNOWN, metal: null, weightMg: 1000 } })).toEqual([
    '5 carats',
  ])
})
