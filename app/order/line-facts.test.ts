import { expect, test } from 'vitest'
import { paise, rupees, subtract, sum } from '#domain/money.ts'
import { linePrice, pieceFacts, taxText } from './line-facts.ts'

const FACTS = {
  metal: 'White Gold' as const,
  purity: '18K750',
  weightMg: 3600,
  netWeightMg: 3500,
  stoneWeightMg: 100,
  explained: {
    listPrice: rupees(32_883),
    saving: rupees(6576.6),
    offerPercent: 20,
    breakup: {
      metalWeightMg: 3600,
      metalRatePerGram: rupees(6000),
      metalValue: rupees(21_600),
      diamondWeightMg: 100,
      diamondRatePerGram: rupees(75_000),
      diamondValue: rupees(7500),
      makingCharge: rupees(2037),
      makingChargePercent: 7,
      gstPercent: 6,
      gst: rupees(1746),
    },
  },
  tax: { hsn: '711319', ratePercent: 3, amount: paise(957_76) },
}
const UNKNOWN = { ...FACTS, purity: null, netWeightMg: null, stoneWeightMg: null, explained: null, tax: null }

// Shows D38.shown
test('a line names metal, purity and weights as recorded', () => {
  expect(pieceFacts({ type: 'rings', facts: FACTS })).toEqual([
    'White Gold 18K750',
    '3.6 g',
    'net 3.5 g',
    'stones 0.1 g',
  ])
})

// Shows D38.shown
test('rate, values, making charge, GST and offer add up to the price of a piece, like on the product page', () => {
  const unitPrice = subtract(FACTS.explained.listPrice, FACTS.explained.saving)
  const lines = linePrice({ type: 'rings', facts: FACTS })
  expect(lines).toEqual([
    { label: 'White Gold', calculation: '3.6 g × ₹6,000.00 per gram', amount: rupees(21_600) },
    { label: 'Diamonds', calculation: '0.50 ct (0.1 g) × ₹75,000.00 per gram', amount: rupees(7500) },
    { label: 'Making charges, 7%', amount: rupees(2037) },
    { label: 'GST, 6%', amount: rupees(1746) },
    { label: 'Special offer, 20%', amount: rupees(-6576.6) },
  ])
  expect(sum(lines.map(({ amount }) => amount))).toBe(unitPrice)
})

test('a fixed price is explained if an offer lowered it, with the code', () => {
  const fixed = { ...FACTS.explained, breakup: null, offerCode: 'DIWALI' }
  expect(linePrice({ type: 'bangles', facts: { ...FACTS, explained: fixed } })).toEqual([
    { label: 'Fixed price', amount: rupees(32_883) },
    { label: 'Offer code DIWALI, 20%', amount: rupees(-6576.6) },
  ])
  const whole = { ...fixed, saving: paise(0), offerPercent: 0 }
  expect(linePrice({ type: 'bangles', facts: { ...FACTS, explained: whole } })).toEqual([])
})

test('the invoice’s tax is stated next to the breakup line, within the same total', () => {
  expect(taxText({ facts: FACTS })).toBe(
    'All taxes are included. The tax invoice states GST as the law computes it: 3% (HSN 711319), ₹957.76 of the total.',
  )
})

test('unrecorded facts are omitted, and orders that predate facts show none', () => {
  expect(pieceFacts({ type: 'rings', facts: UNKNOWN })).toEqual(['White Gold', '3.6 g'])
  expect([linePrice({ type: 'rings', facts: UNKNOWN }), taxText({ facts: UNKNOWN })]).toEqual([[], null])
  expect([pieceFacts({ facts: null }), linePrice({ facts: null }), taxText({ facts: null })]).toEqual([
    [],
    [],
    null,
  ])
})

test('a gem is weighed in carats', () => {
  expect(pieceFacts({ type: 'gems', facts: { ...UNKNOWN, metal: null, weightMg: 1000 } })).toEqual([
    '5 carats',
  ])
})
