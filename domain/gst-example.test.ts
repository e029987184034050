import { expect, test } from 'vitest'
import { gstExample } from './gst-example.ts'
import { rupees } from './money.ts'

test('gold for ₹1,00,000 costs ₹1,13,000: the page says GST of ₹6,000, the invoice 3% within it, ₹3,291.26', () => {
  expect(gstExample({ makingChargePercent: 7, gstPercent: 6 })).toEqual({
    metalValue: rupees(100_000),
    price: rupees(113_000),
    onPage: rupees(6000),
    onInvoice: rupees(3291.26),
    invoicePercent: 3,
  })
})

test('if the price has no GST, the invoice still states the tax within it', () => {
  const { price, onPage, onInvoice } = gstExample({ makingChargePercent: 3, gstPercent: 0 })
  expect([price, onPage, onInvoice]).toEqual([rupees(103_000), 0, rupees(3000)])
})
