import { expect, test } from 'vitest'
import { paise, rupees } from '#domain/money.ts'
import { sellerOf } from '#domain/shop-particulars.ts'
import type { TaxDocumentLine } from '#domain/tax-document.ts'
import { linesBelow, headFacts } from './pdf.ts'

const BUYER = {
  name: 'Asha Verma',
  address: '14 Johari Bazaar',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302001',
  phone: '9876543210',
  email: 'asha@example.in',
}

const LINE: TaxDocumentLine = {
  position: 0,
  description: 'Ring',
  sku: 'rings-801',
  size: '12',
  hsn: '711319',
  ratePercent: 3,
  quantity: 2,
  purity: '18K750',
  grossWeightMg: 3600,
  stoneWeightMg: 100,
  netWeightMg: 3500,
  codes: ['AB12CD', 'AB12CE'],
  price: {
    metalWeightMg: 3600,
    metalRatePerGram: rupees(6000),
    metalValue: rupees(21_600),
    diamondValue: rupees(7500),
    makingChargePercent: 7,
    makingCharge: rupees(2037),
    taxSharePercent: 6,
    taxShare: rupees(1746),
    saving: rupees(3288.3),
    price: rupees(29_594.7),
  },
  total: rupees(59_189.4),
  taxableValue: rupees(57_465.44),
  cgst: paise(0),
  sgst: paise(0),
  igst: rupees(1723.96),
}

test('a credit note names its invoice with number and date', () => {
  const content = { seller: sellerOf(null), buyer: BUYER, placeOfSupply: 'Rajasthan' as const, lines: [LINE] }
  const row = {
    number: 'CN/2627/000017',
    kind: 'credit note' as const,
    series: 'CN',
    financialYear: 2026,
    sequence: 17,
    orderNumber: 'SJ-1',
    invoiceNumber: 'SJ/2627/000123',
    isSpecimen: false,
    credited: null,
    content,
    issuedAt: new Date('2026-11-24T09:00:00Z'),
    total: LINE.total,
  }
  const invoice = { number: 'SJ/2627/000123', issuedAt: new Date('2026-11-20T20:00:00Z') }
  expect(headFacts({ row, invoice }, 'Original for recipient')).toEqual([
    'CN/2627/000017 of 24 November 2026',
    // Late in the evening it is already the next day in India.
    'for invoice SJ/2627/000123 of 21 November 2026',
    'Order SJ-1',
    'Original for recipient',
  ])
})

test('a line shows how the price of one piece is computed', () => {
  expect(linesBelow(LINE)).toEqual([
    'rings-801 · size 12 · 18K750 · gross 3.6 g · net 3.5 g · stones 0.1 g · HUID AB12CD, AB12CE',
    'Price of one: metal 3.6 g × ₹6,000.00 = ₹21,600.00 · diamonds ₹7,500.00 · making charge 7% ₹2,037.00 · for tax 6% ₹1,746.00 · less ₹3,288.30 for the offer · ₹29,594.70',
  ])
  expect(linesBelow({ ...LINE, price: undefined, quantity: 1 })).toHaveLength(1)
})
