import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { STATE_CODES } from './gstin.ts'
import { multiply, paise, sum } from './money.ts'
import { INDIAN_STATES } from './pincode.ts'
import { factsOf } from './line-facts.ts'
import { sellerOf } from './shop-particulars.ts'
import { priced } from './testing.ts'
import { OPENING_CONTENT } from './catalogue/opening.ts'
import { skuOf } from './product.ts'
import { taxWithin } from './tax.ts'
import {
  amountsOfRefund,
  creditableAmounts,
  creditNoteContentOf,
  documentNumber,
  financialYearOf,
  invoiceContentOf,
  seriesOf,
  totalsOf,
  type CreditLine,
} from './tax-document.ts'

const SHIP_TO = {
  name: 'Asha Verma',
  address: '14 Johari Bazaar',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302001',
  phone: '9876543210',
  email: 'asha@example.in',
}

const SELLER = sellerOf(null)

const RATES = [
  { hsn: '711319', ratePercent: 3 },
  { hsn: '710391', ratePercent: 0.25 },
  { hsn: '830629', ratePercent: 5 },
]

const line = (position: number, total: number, quantity: number, rate: number, isWithinState: boolean) => {
  const taxClass = RATES[rate % RATES.length] ?? { hsn: '711319', ratePercent: 3 }
  const amount = paise(total)
  return {
    position,
    type: 'rings' as const,
    id: 801 + position,
    name: 'Ring',
    size: '12',
    quantity,
    cancelled: 0,
    total: amount,
    codes: [],
    facts: {
      picture: '',
      metal: 'Yellow Gold' as const,
      purity: '22K916',
      grossWeightMg: 3600,
      stoneWeightMg: null,
      netWeightMg: null,
      breakup: null,
      priceBefore: amount,
      offerPercent: 0,
      tax: {
        ...taxClass,
        placeOfSupply: isWithinState ? ('Delhi' as const) : ('Rajasthan' as const),
        amounts: taxWithin(amount, taxClass.ratePercent, isWithinState),
      },
    },
  }
}

describe('the number of a document', () => {
  test.each([
    ['2026-03-31T18:29:59Z', 2025, 'SJ/2526/000001'],
    ['2026-03-31T18:30:00Z', 2026, 'SJ/2627/000001'],
    ['2099-12-01T00:00:00Z', 2099, 'SJ/9900/000001'],
  ])('belongs at %s to the financial year in India', (at, year, number) => {
    expect(financialYearOf(new Date(at))).toBe(year)
    expect(documentNumber(seriesOf('invoice', false), financialYearOf(new Date(at)), 1)).toBe(number)
  })

  test('has at most 16 characters that the rules allow, in each series', () => {
    for (const kind of ['invoice', 'credit note'] as const)
      for (const isSpecimen of [true, false])
        expect(documentNumber(seriesOf(kind, isSpecimen), 2026, 999_999)).toMatch(/^[A-Z0-9/-]{1,16}$/)
  })
})

test('every state has its own code', () => {
  const codes = INDIAN_STATES.map((state) => STATE_CODES[state])
  expect(new Set(codes).size).toBe(INDIAN_STATES.length)
})

const pieceArbitrary = fc.record({
  total: fc.integer({ min: 100, max: 500_000_000 }),
  quantity: fc.integer({ min: 1, max: 99 }),
  rate: fc.integer({ min: 0, max: 2 }),
})

test('an invoice adds up to the total paid, whatever the pieces, rates and delivery charge', () => {
  fc.assert(
    fc.property(
      fc.array(pieceArbitrary, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 100_000 }),
      fc.boolean(),
      (pieces, shipping, isWithinState) => {
        const content = invoiceContentOf({
          seller: SELLER,
          shipTo: SHIP_TO,
          business: null,
          shipping: paise(shipping),
          lines: pieces.map((one, place) => line(place, one.total, one.quantity, one.rate, isWithinState)),
        })
        const totals = totalsOf(content?.lines ?? [])
        expect(totals.total).toBe(pieces.reduce((all, { total }) => all + total, shipping))
        expect(sum([totals.taxableValue, totals.cgst, totals.sgst, totals.igst])).toBe(totals.total)
        expect(isWithinState ? totals.igst : totals.cgst).toBe(0)
        expect(content?.lines.every(({ total }) => total > 0)).toBe(true)
      },
    ),
  )
})

describe('the price of a piece on its invoice', () => {
  const invoiceOf = (sku: string, quantity: number) => {
    const found = OPENING_CONTENT.products.find((product) => skuOf(product) === sku)
    if (!found) throw new Error(`The opening collection has no ${sku}`)
    const product = priced(found)
    const { type, id, name, price } = product
    const invoice = invoiceContentOf({
      seller: SELLER,
      shipTo: SHIP_TO,
      business: null,
      shipping: paise(9900),
      lines: [
        {
          position: 0,
          type,
          id,
          name,
          size: '',
          quantity,
          cancelled: 0,
          codes: [],
          total: multiply(price.amount, quantity),
          facts: factsOf(product, quantity, SHIP_TO.state),
        },
      ],
    })
    if (!invoice) throw new Error('There is no invoice')
    return invoice
  }

  test('is the recorded metal, stones, making charge, tax share and offer, which add up', () => {
    for (const sku of ['rings-801', 'rings-805', 'chains-301'])
      for (const product of OPENING_CONTENT.products.filter((each) => skuOf(each) === sku)) {
        const { price: breakup } = priced(product)
        const [piece, delivery] = invoiceOf(sku, 2).lines
        expect(piece?.price).toMatchObject({
          metalValue: breakup.breakup?.metalValue,
          diamondValue: breakup.breakup?.diamondValue,
          makingCharge: breakup.breakup?.makingCharge,
          saving: breakup.saving,
          price: breakup.amount,
        })
        const { metalValue, diamondValue, makingCharge, taxShare, saving, price } = piece?.price ?? {}
        expect(price).toBe(
          sum([metalValue, diamondValue, makingCharge, taxShare].map((amount) => amount ?? paise(0))) -
            (saving ?? 0),
        )
        expect(delivery?.price).toBeUndefined()
      }
  })

  test('is omitted if it is fixed', () => {
    expect(invoiceOf('bangles-100', 1).lines[0]?.price).toBeUndefined()
  })

  test('is omitted on a credit note for an amount without a piece', () => {
    const invoice = invoiceOf('rings-801', 1)
    const note = creditNoteContentOf(invoice, [{ line: 0, quantity: 0, total: paise(10_000) }], [])
    expect(note.lines[0]?.price).toBeUndefined()
  })
})

test('an order with a line of unknown tax has no invoice', () => {
  const known = line(0, 10_000, 1, 0, true)
  const unknown = { ...known, position: 1, facts: { ...known.facts, tax: null } }
  const order = {
    seller: SELLER,
    shipTo: SHIP_TO,
    business: null,
    shipping: paise(0),
    lines: [known, unknown],
  }
  expect(invoiceContentOf(order)).toBeNull()
})

test('credit notes deduct at most what an invoice has, and leave its rest', () => {
  const order = {
    seller: SELLER,
    shipTo: SHIP_TO,
    business: null,
    shipping: paise(9900),
    lines: [line(0, 30_000, 3, 0, false)],
  }
  const invoice = invoiceContentOf(order)
  if (!invoice) throw new Error('There is no invoice')
  const one = { line: 0, quantity: 1, total: paise(10_000) }
  const note = creditNoteContentOf(invoice, [one], [])
  expect(totalsOf(note.lines)).toEqual({ total: 10_000, taxableValue: 9709, igst: 291, cgst: 0, sgst: 0 })
  const rest = creditableAmounts(invoice, [one])
  expect(rest).toEqual([
    { line: 0, quantity: 2, total: 20_000 },
    { line: 1, quantity: 0, total: 9900 },
  ])
  const tooMuch = { line: 0, quantity: 2, total: paise(20_001) }
  const earlier = note.lines.map((each) => ({ ...each, line: 0 }))
  expect(() => creditNoteContentOf(invoice, [tooMuch], earlier)).toThrow(RangeError)
  expect(creditableAmounts(invoice, [one, ...rest])).toEqual([])
})

test('refunds are credited to the paisa, whatever they cover, until nothing is left', () => {
  const amounts = fc.oneof(fc.integer({ min: 1, max: 5_000_000 }), fc.integer({ min: 1, max: 60 }))
  const pieces = fc.record({ price: amounts, quantity: fc.integer({ min: 1, max: 4 }), rate: fc.nat(2) })
  fc.assert(
    fc.property(
      fc.array(pieces, { minLength: 1, maxLength: 5 }),
      fc.nat(20_000),
      fc.boolean(),
      // Shares of the rest, or single paise.
      fc.array(fc.record({ share: fc.nat(100), position: fc.nat(5) }), { maxLength: 40 }),
      (bought, shipping, isWithinState, refunds) => {
        const lines = bought.map(({ price, quantity, rate }, position) =>
          line(position, price * quantity, quantity, rate, isWithinState),
        )
        const invoice = invoiceContentOf({
          seller: SELLER,
          shipTo: SHIP_TO,
          business: null,
          shipping: paise(shipping),
          lines,
        })
        if (!invoice) throw new Error('There is no invoice')
        const notes: ReturnType<typeof creditNoteContentOf>[] = []
        const earlier: CreditLine[] = []
        const credit = (amount: number, position: number) => {
          const refund = { amount: paise(amount), lines: [{ position, quantity: 1 }] }
          const found = amountsOfRefund(invoice, creditableAmounts(invoice, earlier), refund)
          expect(sum(found.map(({ total }) => total))).toBe(amount)
          const note = creditNoteContentOf(invoice, found, earlier)
          for (const [index, each] of note.lines.entries()) {
            const { total, taxableValue, cgst, sgst, igst } = each
            expect(sum([taxableValue, cgst, sgst, igst])).toBe(total)
            expect(Math.min(taxableValue, cgst, sgst, igst)).toBeGreaterThanOrEqual(0)
            expect(Math.abs(cgst - sgst)).toBeLessThanOrEqual(1)
            earlier.push({ ...each, line: found[index]?.line ?? -1 })
          }
          notes.push(note)
        }
        const left = () => sum(creditableAmounts(invoice, earlier).map(({ total }) => total))
        for (const { share, position } of refunds)
          if (left() > 0) credit(Math.max(1, Math.floor((left() * share) / 100)), position)
        if (left() > 0) credit(left(), 0)
        expect(creditableAmounts(invoice, earlier)).toEqual([])
        expect(totalsOf(notes.flatMap((note) => note.lines))).toEqual(totalsOf(invoice.lines))
      },
    ),
  )
})

test('a credit of one paisa within the state states no tax above it', () => {
  const invoice = invoiceContentOf({
    seller: SELLER,
    shipTo: SHIP_TO,
    business: null,
    shipping: paise(0),
    lines: [line(0, 10_000, 1, 0, true)],
  })
  if (!invoice) throw new Error('There is no invoice')
  const earlier: CreditLine[] = []
  // Both halves of the tax are rounded up at the 35th paisa: 34 × 3 / 206 is less than a half.
  for (const total of [34, 1, 9965]) {
    const amount = { line: 0, quantity: 0, total: paise(total) }
    const [note] = creditNoteContentOf(invoice, [amount], earlier).lines
    if (!note) throw new Error('There is no line')
    expect(note.taxableValue).toBeGreaterThanOrEqual(0)
    expect(note.cgst).toBe(note.sgst)
    earlier.push({ ...note, line: 0 })
  }
  expect(totalsOf(earlier)).toEqual(totalsOf(invoice.lines))
})

test('a refund of a piece credits its price, and any excess from the delivery charge first', () => {
  const lines = [line(0, 30_000, 3, 0, false), line(1, 20_000, 1, 0, false)]
  const invoice = invoiceContentOf({
    seller: SELLER,
    shipTo: SHIP_TO,
    business: null,
    shipping: paise(9900),
    lines,
  })
  if (!invoice) throw new Error('There is no invoice')
  const creditable = creditableAmounts(invoice, [])
  const refund = (amount: number) =>
    amountsOfRefund(invoice, creditable, {
      amount: paise(amount),
      lines: [{ position: 0, quantity: 2 }],
    })
  expect(refund(20_000)).toEqual([{ line: 0, quantity: 2, total: 20_000 }])
  expect(refund(24_000)).toEqual([
    { line: 0, quantity: 2, total: 20_000 },
    { line: 2, quantity: 0, total: 4000 },
  ])
  expect(refund(32_900)).toEqual([
    { line: 0, quantity: 2, total: 21_000 },
    { line: 1, quantity: 0, total: 2000 },
    { line: 2, quantity: 0, total: 9900 },
  ])
})
