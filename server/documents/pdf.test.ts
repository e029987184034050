import { expect, test } from 'vitest'
import { paise, rupees } from '#domain/money.ts'
import { sellerOf } from '#domain/shop-particulars.ts'
import type { TaxDocumentContent, TaxDocumentLine } from '#domain/tax-document.ts'
import type { TaxDocumentRow } from './issue.ts'
import { headFacts, linesBelow, renderTaxDocument } from './pdf.ts'
import { readPdf } from './testing.ts'

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

const INVOICE_ROW: TaxDocumentRow = {
  number: 'SJ/2627/000123',
  kind: 'invoice',
  series: 'SJ',
  financialYear: 2026,
  sequence: 123,
  orderNumber: 'SJ-1',
  invoiceNumber: null,
  isSpecimen: false,
  credited: null,
  content: { seller: sellerOf(null), buyer: BUYER, placeOfSupply: 'Rajasthan', lines: [LINE] },
  // Late in the evening it is already the next day in India.
  issuedAt: new Date('2026-11-20T20:00:00Z'),
  total: LINE.total,
}

const SIGNER = { verifyUrl: async () => 'https://swarnika.example/verify#token' }

async function renderInvoice(content: Partial<TaxDocumentContent>) {
  const row = { ...INVOICE_ROW, content: { ...INVOICE_ROW.content, ...content } }
  return readPdf(await renderTaxDocument({ row, invoice: null }, 'customer', SIGNER))
}

test('a credit note names its invoice with number and date', () => {
  const row = {
    ...INVOICE_ROW,
    number: 'CN/2627/000017',
    kind: 'credit note' as const,
    invoiceNumber: INVOICE_ROW.number,
    issuedAt: new Date('2026-11-24T09:00:00Z'),
  }
  expect(headFacts({ row, invoice: INVOICE_ROW })).toEqual([
    ['Credit note number', 'CN/2627/000017'],
    ['Date', '24 November 2026'],
    ['Order', 'SJ-1'],
    ['Place of supply', '08-Rajasthan'],
    ['Reverse charge', 'No'],
    ['For invoice', 'SJ/2627/000123 of 21 November 2026'],
  ])
})

test('a line shows how the price of one piece is computed', () => {
  expect(linesBelow(LINE)).toEqual([
    'rings-801 · size 12 · 18K750 · gross 3.6 g · net 3.5 g · stones 0.1 g · HUID AB12CD, AB12CE',
    'Price of one: metal 3.6 g × ₹6,000.00 = ₹21,600.00 · diamonds ₹7,500.00 · making charge 7% ₹2,037.00 · for tax 6% ₹1,746.00 · less ₹3,288.30 for the offer · ₹29,594.70',
  ])
  expect(linesBelow({ ...LINE, price: undefined, quantity: 1 })).toHaveLength(1)
})

test('an invoice embeds each of its fonts', async () => {
  const { fonts } = await renderInvoice({ buyer: { ...BUYER, name: 'पायल Łucja' } })
  expect(fonts).toEqual({ used: 6, embedded: 6 })
})

test('an invoice states its names, numbers and amounts in letters that can be copied', async () => {
  const { pages } = await renderInvoice({ buyer: { ...BUYER, name: 'Zoë Łucja Ağaoğlu' } })
  expect(pages).toHaveLength(1)
  for (const text of ['Tax invoice', 'Zoë Łucja Ağaoğlu', '₹59,189.40', '₹1,723.96', 'page 1 of 1'])
    expect(pages[0]).toContain(text)
})

test('an invoice of six lines fits on one page', async () => {
  const line = { ...LINE, price: LINE.price && { ...LINE.price, diamondValue: paise(0) } }
  const { pages } = await renderInvoice({ lines: Array.from({ length: 6 }, () => line) })
  expect(pages).toHaveLength(1)
})

test('every letter of a name in Devanagari has a glyph', async () => {
  const { missingGlyphs } = await renderInvoice({ buyer: { ...BUYER, name: 'श्रीमती ज्ञानेश्वर पायल ळ ॲ १२' } })
  expect(missingGlyphs).toBe(0)
})

test('consonants of a name in Devanagari are joined, without a virama between them', async () => {
  const { letters } = await renderInvoice({ buyer: { ...BUYER, name: 'श्रीमती कृष्णमूर्ति शर्मा' } })
  expect(letters).not.toContain('\u094D')
})

test('a letter of a script without a font is a question mark, not a gap', async () => {
  const { pages, missingGlyphs } = await renderInvoice({ buyer: { ...BUYER, name: 'Asha வ' } })
  expect(pages[0]).toContain('Asha ?')
  expect(missingGlyphs).toBe(0)
})

test('every page of a long invoice repeats the head of the table, and carries the total forward', async () => {
  const { pages } = await renderInvoice({ lines: Array.from({ length: 25 }, () => LINE) })
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach((text, place) => {
    expect(text).toContain('Taxable value')
    expect(text).toContain(`SJ/2627/000123 · page ${place + 1} of ${pages.length}`)
    const carried = /Carried forward (₹[\d,.]+\d)/.exec(text)?.[1]
    if (place < pages.length - 1) expect(pages[place + 1]).toContain(`Brought forward ${carried}`)
  })
})
