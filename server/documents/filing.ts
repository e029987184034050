/** GSTR-1 tables and sales register of a month as CSV. Amounts are rupees. */
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  hsnSummary,
  issuedSeries,
  largeCreditNotes,
  largeInvoices,
  registeredCreditNotes,
  registeredTotals,
  registeredInvoices,
  smallSupplies,
  type FiledDocument,
  type RateRow,
} from '#domain/gstr1.ts'
import type { Paise } from '#domain/money.ts'
import { sellerOf } from '#domain/shop-particulars.ts'
import { stateTaxName } from '#domain/tax.ts'
import { placeOfSupplyText } from '#domain/tax-document.ts'
import { indiaDate, indiaMonth } from '#domain/time.ts'
import { toCsv } from '#server/csv.ts'
import type { Db } from '#server/db/open.ts'
import { taxDocument } from '#server/db/tax-document-schema.ts'
import type { TaxDocumentRow } from './issue.ts'

/** Oldest first. */
export function documentsOfMonth(db: Db, month: string): Promise<TaxDocumentRow[]> {
  const { from, to } = indiaMonth(month)
  return db
    .select()
    .from(taxDocument)
    .where(and(gte(taxDocument.issuedAt, from), lt(taxDocument.issuedAt, to)))
    .orderBy(asc(taxDocument.issuedAt), asc(taxDocument.number))
}

interface Filing {
  /** A month in India, such as 2026-11. */
  readonly month: string
  readonly isSpecimen: boolean
}

/** A document as the sales register lists it. */
interface RegisteredDocument extends FiledDocument {
  readonly orderNumber: string
  /** The invoice that a credit note corrects; null for an invoice. */
  readonly invoiceNumber: string | null
  readonly invoiceIssuedAt: Date | null
}

export async function loadFiledDocuments(
  db: Db,
  { month, isSpecimen }: Filing,
): Promise<RegisteredDocument[]> {
  const { from, to } = indiaMonth(month)
  const invoice = alias(taxDocument, 'invoice')
  const rows = await db
    .select({ document: taxDocument, invoiceTotal: invoice.total, invoiceIssuedAt: invoice.issuedAt })
    .from(taxDocument)
    .leftJoin(invoice, eq(invoice.number, taxDocument.invoiceNumber))
    .where(
      and(
        gte(taxDocument.issuedAt, from),
        lt(taxDocument.issuedAt, to),
        eq(taxDocument.isSpecimen, isSpecimen),
      ),
    )
    .orderBy(asc(taxDocument.issuedAt), asc(taxDocument.number))
  return rows.map(({ document, invoiceTotal, invoiceIssuedAt }) => ({
    ...document,
    invoiceIssuedAt,
    invoiceTotal: invoiceTotal ?? document.total,
  }))
}

interface CsvFile {
  readonly name: string
  readonly text: string
}

export function filingOf(documents: readonly RegisteredDocument[], { month, isSpecimen }: Filing): CsvFile[] {
  const prefix = `${isSpecimen ? 'specimen-' : ''}${month}`
  return Object.entries(tablesOf(documents)).map(([name, rows]) => ({
    name: `${prefix}-${name}.csv`,
    text: toCsv(rows),
  }))
}

type Column<Row> = readonly [title: string, cellOf: (row: Row) => string]

function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[][] {
  return [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cellOf]) => cellOf(row)))]
}

/** Named like the sheets of the offline tool. */
function tablesOf(documents: readonly RegisteredDocument[]): Record<string, string[][]> {
  const hsn = hsnSummary(documents)
  return {
    b2b: table(registeredInvoices(documents), [
      ...RECIPIENT_COLUMNS,
      ...INVOICE_COLUMNS,
      PLACE_COLUMN,
      ['Reverse Charge', () => 'N'],
      APPLICABLE_SHARE_COLUMN,
      ['Invoice Type', () => 'Regular B2B'],
      OPERATOR_COLUMN,
      ...TAXED_COLUMNS,
    ]),
    cdnr: table(registeredCreditNotes(documents), [
      ...RECIPIENT_COLUMNS,
      ...NOTE_COLUMNS,
      PLACE_COLUMN,
      ['Reverse Charge', () => 'N'],
      ['Note Supply Type', () => 'Regular B2B'],
      NOTE_VALUE_COLUMN,
      APPLICABLE_SHARE_COLUMN,
      ...TAXED_COLUMNS,
    ]),
    b2cl: table(largeInvoices(documents), [
      ...INVOICE_COLUMNS,
      PLACE_COLUMN,
      APPLICABLE_SHARE_COLUMN,
      ...TAXED_COLUMNS,
      OPERATOR_COLUMN,
    ]),
    b2cs: table(smallSupplies(documents), [
      ['Type', () => 'OE'],
      PLACE_COLUMN,
      APPLICABLE_SHARE_COLUMN,
      ...TAXED_COLUMNS,
      OPERATOR_COLUMN,
    ]),
    cdnur: table(largeCreditNotes(documents), [
      ['UR Type', () => 'B2CL'],
      ...NOTE_COLUMNS,
      PLACE_COLUMN,
      NOTE_VALUE_COLUMN,
      APPLICABLE_SHARE_COLUMN,
      ...TAXED_COLUMNS,
    ]),
    hsn_b2b: table(hsn.b2b, HSN_COLUMNS),
    hsn_b2c: table(hsn.b2c, HSN_COLUMNS),
    docs: table(issuedSeries(documents), [
      [
        'Nature of Document',
        ({ kind }) => (kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note'),
      ],
      ['Sr. No. From', ({ first }) => first.number],
      ['Sr. No. To', ({ last }) => last.number],
      ['Total Number', ({ count }) => String(count)],
      ['Cancelled', () => '0'],
    ]),
    'sales-register': table(documents, REGISTER_COLUMNS),
  }
}

const RECIPIENT_COLUMNS: readonly Column<RateRow>[] = [
  ['GSTIN/UIN of Recipient', ({ document }) => document.content.recipient?.gstin ?? ''],
  ['Receiver Name', ({ document }) => document.content.recipient?.name ?? ''],
]
const INVOICE_COLUMNS: readonly Column<RateRow>[] = [
  ['Invoice Number', ({ document }) => document.number],
  ['Invoice date', ({ document }) => shortDate(document.issuedAt)],
  ['Invoice Value', ({ document }) => inRupees(document.total)],
]
const NOTE_COLUMNS: readonly Column<RateRow>[] = [
  ['Note Number', ({ document }) => document.number],
  ['Note Date', ({ document }) => shortDate(document.issuedAt)],
  ['Note Type', () => 'C'],
]
const NOTE_VALUE_COLUMN: Column<RateRow> = ['Note Value', ({ document }) => inRupees(document.total)]
const PLACE_COLUMN: Column<RateRow> = ['Place Of Supply', ({ document }) => placeOf(document)]
const APPLICABLE_SHARE_COLUMN: Column<RateRow> = ['Applicable % of Tax Rate', () => '']
const OPERATOR_COLUMN: Column<RateRow> = ['E-Commerce GSTIN', () => '']
const TAXED_COLUMNS: readonly Column<RateRow>[] = [
  ['Rate', ({ ratePercent }) => String(ratePercent)],
  ['Taxable Value', ({ taxableValue }) => inRupees(taxableValue)],
  ['Cess Amount', () => '0.00'],
]

const HSN_COLUMNS: readonly Column<RateRow>[] = [
  ['HSN', ({ hsn }) => hsn],
  ['Description', () => ''],
  ['UQC', () => 'PCS-PIECES'],
  ['Total Quantity', ({ quantity }) => String(quantity)],
  ['Total Value', ({ total }) => inRupees(total)],
  ['Taxable Value', ({ taxableValue }) => inRupees(taxableValue)],
  ['Integrated Tax Amount', ({ igst }) => inRupees(igst)],
  ['Central Tax Amount', ({ cgst }) => inRupees(cgst)],
  ['State/UT Tax Amount', ({ sgst }) => inRupees(sgst)],
  ['Cess Amount', () => '0.00'],
  ['Rate', ({ ratePercent }) => String(ratePercent)],
]

/**
 * Its columns add up to the month: credit notes are negative, unlike in the tables of notes (9B), which require
 * positive amounts.
 */
const REGISTER_COLUMNS: readonly Column<RegisteredDocument>[] = [
  ['Number', ({ number }) => number],
  ['Kind', ({ kind }) => kind],
  ['Date', ({ issuedAt }) => indiaDate(issuedAt)],
  ['Customer', ({ content: { buyer, recipient } }) => recipient?.name ?? buyer.name],
  ['GSTIN', ({ content: { recipient } }) => recipient?.gstin ?? ''],
  ['Place Of Supply', placeOf],
  ['Taxable Value', (document) => inRupees(registeredTotals(document).taxableValue)],
  ['IGST', (document) => inRupees(registeredTotals(document).igst)],
  ['CGST', (document) => inRupees(registeredTotals(document).cgst)],
  [stateTaxName(sellerOf(null).state), (document) => inRupees(registeredTotals(document).sgst)],
  ['Total', (document) => inRupees(registeredTotals(document).total)],
  ['Order', ({ orderNumber }) => orderNumber],
  ['Credited Invoice', ({ invoiceNumber }) => invoiceNumber ?? ''],
  ['Date of Credited Invoice', ({ invoiceIssuedAt }) => (invoiceIssuedAt ? indiaDate(invoiceIssuedAt) : '')],
]

function placeOf({ content }: FiledDocument): string {
  return placeOfSupplyText(content.placeOfSupply)
}

/** 1234.50 */
function inRupees(amount: Paise): string {
  return (amount / 100).toFixed(2)
}

/** 23-Nov-26 */
function shortDate(at: Date): string {
  const [year = '', month = '', day = ''] = indiaDate(at).split('-')
  return `${day}-${MONTHS[Number(month) - 1]}-${year.slice(2)}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
