/**
 * The tables of form GSTR-1 for a month, from its tax documents. Documents with a recipient's GSTIN are B2B, all others
 * B2C. Columns are those of the offline tool.
 */
import { subtract, sum, ZERO, type Paise } from './money.ts'
import {
  placeOfSupplyText,
  totalsOf,
  type TaxDocumentContent,
  type TaxDocumentTotals,
} from './tax-document.ts'
import type { TaxDocumentKind } from './tax-document-kind.ts'

export interface FiledDocument {
  readonly number: string
  readonly kind: TaxDocumentKind
  readonly series: string
  readonly sequence: number
  readonly issuedAt: Date
  readonly total: Paise
  /** Total of the invoice that a credit note corrects; for an invoice its own. */
  readonly invoiceTotal: Paise
  readonly content: TaxDocumentContent
}

/** Supplied to a registered business (B2B). */
function isRegistered({ content }: FiledDocument): boolean {
  return content.recipient !== undefined
}

/** Invoices between states above ₹1,00,000 are listed individually (B2CL). */
const LARGE_INVOICE_ABOVE = 10_000_000

function isLarge(document: FiledDocument): boolean {
  const { invoiceTotal, content } = document
  const isBetweenStates = content.placeOfSupply !== content.seller.state
  return !isRegistered(document) && invoiceTotal > LARGE_INVOICE_ABOVE && isBetweenStates
}

export interface RateRow extends TaxDocumentTotals {
  readonly key: string
  readonly document: FiledDocument
  readonly hsn: string
  readonly ratePercent: number
  readonly quantity: number
}

type KeyOf = (document: FiledDocument, line: TaxDocumentContent['lines'][number]) => string

/** Adds invoices and subtracts credit notes. */
function grouped(documents: readonly FiledDocument[], keyOf: KeyOf): RateRow[] {
  const rows = new Map<string, RateRow>()
  for (const document of documents)
    for (const line of document.content.lines) {
      const key = keyOf(document, line)
      const { hsn, ratePercent } = line
      const row = rows.get(key) ?? { ...totalsOf([]), key, document, hsn, ratePercent, quantity: 0 }
      const isCredit = document.kind === 'credit note'
      const add = (to: Paise, amount: Paise) => (isCredit ? subtract(to, amount) : sum([to, amount]))
      rows.set(key, {
        ...row,
        taxableValue: add(row.taxableValue, line.taxableValue),
        cgst: add(row.cgst, line.cgst),
        sgst: add(row.sgst, line.sgst),
        igst: add(row.igst, line.igst),
        total: add(row.total, line.total),
        quantity: row.quantity + (isCredit ? -line.quantity : line.quantity),
      })
    }
  return [...rows.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

const perDocument: KeyOf = ({ number }, { ratePercent }) => `${number} ${ratePercent}`

/** Table 5: large invoices between states, by rate. */
export function largeInvoices(documents: readonly FiledDocument[]): RateRow[] {
  return grouped(
    documents.filter((one) => one.kind === 'invoice' && isLarge(one)),
    perDocument,
  )
}

/** Table 4: invoices to registered businesses. */
export function registeredInvoices(documents: readonly FiledDocument[]): RateRow[] {
  return grouped(
    documents.filter((one) => one.kind === 'invoice' && isRegistered(one)),
    perDocument,
  )
}

/** Table 9B: credit notes to registered businesses (CDNR). */
export function registeredCreditNotes(documents: readonly FiledDocument[]): RateRow[] {
  return creditNotes(documents.filter(isRegistered))
}

/** Table 9B: credit notes about large invoices (CDNUR). */
export function largeCreditNotes(documents: readonly FiledDocument[]): RateRow[] {
  return creditNotes(documents.filter(isLarge))
}

/** Amounts are positive. */
function creditNotes(documents: readonly FiledDocument[]): RateRow[] {
  const notes = documents.filter(({ kind }) => kind === 'credit note')
  return grouped(
    notes.map((note) => ({ ...note, kind: 'invoice' as const })),
    perDocument,
  )
}

/** Table 7: everything else by place of supply and rate, net of credit notes. */
export function smallSupplies(documents: readonly FiledDocument[]): RateRow[] {
  return grouped(
    documents.filter((one) => !isRegistered(one) && !isLarge(one)),
    ({ content }, { ratePercent }) => `${placeOfSupplyText(content.placeOfSupply)} ${ratePercent}`,
  )
}

/** Table 12: by HSN and rate, net of credit notes, separately for businesses and consumers. */
export function hsnSummary(documents: readonly FiledDocument[]): { b2b: RateRow[]; b2c: RateRow[] } {
  const summary = (some: readonly FiledDocument[]) =>
    grouped(some, (_, { hsn, ratePercent }) => `${hsn} ${ratePercent}`)
  return {
    b2b: summary(documents.filter(isRegistered)),
    b2c: summary(documents.filter((one) => !isRegistered(one))),
  }
}

export interface IssuedSeries {
  readonly kind: TaxDocumentKind
  readonly first: FiledDocument
  readonly last: FiledDocument
  readonly count: number
}

/** Table 13. Documents are never cancelled: a credit note corrects them. */
export function issuedSeries(documents: readonly FiledDocument[]): IssuedSeries[] {
  const bySeries = new Map<string, FiledDocument[]>()
  for (const one of documents) bySeries.set(one.series, [...(bySeries.get(one.series) ?? []), one])
  return [...bySeries.values()].flatMap((all) => {
    const ordered = all.toSorted((one, other) => one.sequence - other.sequence)
    const [first, last] = [ordered[0], ordered.at(-1)]
    return first && last ? [{ kind: first.kind, first, last, count: all.length }] : []
  })
}

/** Amounts of a document in the sales register: negative for a credit note. */
export function registeredTotals(document: FiledDocument): TaxDocumentTotals {
  return monthTotals([document])
}

/** The totals of the month: invoices less credit notes. */
export function monthTotals(documents: readonly FiledDocument[]): TaxDocumentTotals {
  const [row] = grouped(documents, () => 'month')
  return row ?? { taxableValue: ZERO, cgst: ZERO, sgst: ZERO, igst: ZERO, total: ZERO }
}
