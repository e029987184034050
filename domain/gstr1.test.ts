import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hsnSummary,
  issuedSeries,
  largeCreditNotes,
  largeInvoices,
  monthTotals,
  registeredCreditNotes,
  registeredInvoices,
  registeredTotals,
  smallSupplies,
  type FiledDocument,
} from './gstr1.ts'
import { paise, sum } from './money.ts'
import { taxWithin } from './tax.ts'
import { sellerOf } from './shop-particulars.ts'
import { totalsOf, type TaxDocumentContent } from './tax-document.ts'

const BUYER = { name: '', address: '', city: '', state: '', pincode: '', phone: '', email: '' }

const RATES = [
  ['711319', 3],
  ['710391', 0.25],
  ['830629', 5],
] as const

const lineArbitrary = fc.record({
  total: fc.integer({ min: 1, max: 30_000_000 }),
  quantity: fc.integer({ min: 1, max: 99 }),
  rate: fc.constantFrom(...RATES),
})

const documentArbitrary = fc.record({
  lines: fc.array(lineArbitrary, { minLength: 1, maxLength: 5 }),
  placeOfSupply: fc.constantFrom('Delhi' as const, 'Rajasthan' as const, 'Kerala' as const),
  isCredited: fc.boolean(),
  isBusiness: fc.boolean(),
})

const RECIPIENT = { gstin: '08AAACS1234F1ZS', name: 'Suvarna Traders' }

const SELLER = sellerOf(null)

function contentOf(
  lines: readonly { total: number; quantity: number; rate: readonly [string, number] }[],
  placeOfSupply: TaxDocumentContent['placeOfSupply'],
): TaxDocumentContent {
  return {
    seller: SELLER,
    buyer: BUYER,
    placeOfSupply,
    lines: lines.map(({ total, quantity, rate: [hsn, ratePercent] }, position) => ({
      position,
      description: 'Ring',
      sku: 'rings-801',
      size: '',
      hsn,
      ratePercent,
      quantity,
      purity: null,
      grossWeightMg: null,
      stoneWeightMg: null,
      netWeightMg: null,
      codes: [],
      total: paise(total),
      ...taxWithin(paise(total), ratePercent, placeOfSupply === SELLER.state),
    })),
  }
}

const monthArbitrary = fc.array(documentArbitrary, { maxLength: 20 }).map((orders) =>
  orders.flatMap(({ lines, placeOfSupply, isCredited, isBusiness }, place): FiledDocument[] => {
    const content = { ...contentOf(lines, placeOfSupply), ...(isBusiness && { recipient: RECIPIENT }) }
    const { total } = totalsOf(content.lines)
    const common = { sequence: place + 1, issuedAt: new Date(0), total, invoiceTotal: total, content }
    const invoice = { ...common, number: `SJ/${place}`, kind: 'invoice' as const, series: 'SJ' }
    const note = { ...common, number: `CN/${place}`, kind: 'credit note' as const, series: 'CN' }
    return isCredited ? [invoice, note] : [invoice]
  }),
)

// Shows D42.gstr1
test('the tables of a month add up to its documents, to the paisa, separately for businesses and consumers', () => {
  fc.assert(
    fc.property(monthArbitrary, (documents) => {
      const of = (kind: string, amount: (one: FiledDocument) => number) =>
        documents.filter((one) => one.kind === kind).reduce((all, one) => all + amount(one), 0)
      const net = (amount: (one: FiledDocument) => number) =>
        of('invoice', amount) - of('credit note', amount)
      const taxable = (rows: readonly { taxableValue: number }[]) =>
        rows.reduce((all, { taxableValue }) => all + taxableValue, 0)

      const isBusiness = ({ content }: FiledDocument) => content.recipient !== undefined
      const netTaxable = (isIn: (one: FiledDocument) => boolean) =>
        net((one) => (isIn(one) ? totalsOf(one.content.lines).taxableValue : 0))
      const ofBusinesses = taxable(registeredInvoices(documents)) - taxable(registeredCreditNotes(documents))
      const ofConsumers =
        taxable(largeInvoices(documents)) +
        taxable(smallSupplies(documents)) -
        taxable(largeCreditNotes(documents))
      expect(ofBusinesses).toBe(netTaxable(isBusiness))
      expect(ofConsumers).toBe(netTaxable((one) => !isBusiness(one)))
      const { b2b, b2c } = hsnSummary(documents)
      expect([taxable(b2b), taxable(b2c)]).toEqual([ofBusinesses, ofConsumers])
      const hsn = [...b2b, ...b2c]
      expect(hsn.reduce((all, { total }) => all + total, 0)).toBe(net(({ total }) => total))
      for (const { taxableValue, cgst, sgst, igst, total } of [...hsn, monthTotals(documents)])
        expect(sum([taxableValue, cgst, sgst, igst])).toBe(total)
      expect(monthTotals(documents).total).toBe(net(({ total }) => total))
      expect(issuedSeries(documents).reduce((all, { count }) => all + count, 0)).toBe(documents.length)
    }),
  )
})

test('the rows of the sales register add up to the month: credit notes are negative there, and positive in the tables of notes', () => {
  fc.assert(
    fc.property(monthArbitrary, (documents) => {
      const rows = documents.map(registeredTotals)
      expect(totalsOf(rows)).toEqual(totalsOf([monthTotals(documents)]))
      for (const [place, { kind }] of documents.entries())
        expect(Math.sign(rows[place]?.total ?? 0)).toBe(kind === 'invoice' ? 1 : -1)
      const notes = [...registeredCreditNotes(documents), ...largeCreditNotes(documents)]
      expect(notes.every(({ taxableValue }) => taxableValue >= 0)).toBe(true)
    }),
  )
})

test('an invoice between states above one lakh is listed individually, and its credit note too', () => {
  const month = (total: number, place: TaxDocumentContent['placeOfSupply']) => {
    const content = contentOf([{ total, quantity: 1, rate: RATES[0] }], place)
    const common = {
      sequence: 1,
      issuedAt: new Date(0),
      total: paise(total),
      invoiceTotal: paise(total),
      content,
    }
    return [
      { ...common, number: 'SJ/1', kind: 'invoice' as const, series: 'SJ' },
      { ...common, number: 'CN/1', kind: 'credit note' as const, series: 'CN' },
    ]
  }
  for (const [total, place, count] of [
    [10_000_000, 'Kerala', 0],
    [10_000_001, 'Kerala', 1],
    [10_000_001, 'Delhi', 0],
  ] as const) {
    expect(largeInvoices(month(total, place))).toHaveLength(count)
    expect(largeCreditNotes(month(total, place))).toHaveLength(count)
    expect(smallSupplies(month(total, place))).toHaveLength(1 - count)
  }
})
