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
import { placeOfSupplyText, totalsOf } from '#domain/tax-document.ts'
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

type Rows = readonly (readonly string[])[]

/** Named like the sheets of the offline tool. */
function tablesOf(documents: readonly RegisteredDocument[]): Record<string, Rows> {
  const hsn = hsnSummary(documents)
  return {
    ...registeredTables(documents),
    b2cl: [
      [
        'Invoice Number',
        'Invoice date',
        'Invoice Value',
        'Place Of Supply',
        ...RATE_COLUMNS,
        'E-Commerce GSTIN',
      ],
      ...largeInvoices(documents).map(({ document, ratePercent, taxableValue }) => [
        document.number,
        shortDate(document.issuedAt),
        inRupees(document.total),
        placeOf(document),
        ...rateCells(ratePercent, taxableValue),
        '',
      ]),
    ],
    b2cs: [
      ['Type', 'Place Of Supply', ...RATE_COLUMNS, 'E-Commerce GSTIN'],
      ...smallSupplies(documents).map(({ document, ratePercent, taxableValue }) => [
        'OE',
        placeOf(document),
        ...rateCells(ratePercent, taxableValue),
        '',
      ]),
    ],
    cdnur: [
      ['UR Type', 'Note Number', 'Note Date', 'Note Type', 'Place Of Supply', 'Note Value', ...RATE_COLUMNS],
      ...largeCreditNotes(documents).map(({ document, ratePercent, taxableValue }) => [
        'B2CL',
        document.number,
        shortDate(document.issuedAt),
        'C',
        placeOf(document),
        inRupees(document.total),
        ...rateCells(ratePercent, taxableValue),
      ]),
    ],
    hsn_b2b: hsnRows(hsn.b2b),
    hsn_b2c: hsnRows(hsn.b2c),
    docs: seriesRows(documents),
    'sales-register': registerOf(documents),
  }
}

/** Supplies to registered businesses. */
function registeredTables(documents: readonly FiledDocument[]): Record<string, Rows> {
  const recipientCells = ({ content: { recipient } }: FiledDocument) => [
    recipient?.gstin ?? '',
    recipient?.name ?? '',
  ]
  return {
    b2b: [
      [
        'GSTIN/UIN of Recipient',
        'Receiver Name',
        'Invoice Number',
        'Invoice date',
        'Invoice Value',
        'Place Of Supply',
        'Reverse Charge',
        'Applicable % of Tax Rate',
        'Invoice Type',
        'E-Commerce GSTIN',
        'Rate',
        'Taxable Value',
        'Cess Amount',
      ],
      ...registeredInvoices(documents).map(({ document, ratePercent, taxableValue }) => [
        ...recipientCells(document),
        document.number,
        shortDate(document.issuedAt),
        inRupees(document.total),
        placeOf(document),
        'N',
        '',
        'Regular B2B',
        '',
        String(ratePercent),
        inRupees(taxableValue),
        '0.00',
      ]),
    ],
    cdnr: [
      [
        'GSTIN/UIN of Recipient',
        'Receiver Name',
        'Note Number',
        'Note Date',
        'Note Type',
        'Place Of Supply',
        'Reverse Charge',
        'Note Supply Type',
        'Note Value',
        ...RATE_COLUMNS,
      ],
      ...registeredCreditNotes(documents).map(({ document, ratePercent, taxableValue }) => [
        ...recipientCells(document),
        document.number,
        shortDate(document.issuedAt),
        'C',
        placeOf(document),
        'N',
        'Regular B2B',
        inRupees(document.total),
        ...rateCells(ratePercent, taxableValue),
      ]),
    ],
  }
}

function hsnRows(rows: readonly RateRow[]): Rows {
  return [
    [
      'HSN',
      'Description',
      'UQC',
      'Total Quantity',
      'Total Value',
      'Taxable Value',
      'Integrated Tax Amount',
      'Central Tax Amount',
      'State/UT Tax Amount',
      'Cess Amount',
      'Rate',
    ],
    ...rows.map((row) => [
      row.hsn,
      '',
      'PCS-PIECES',
      String(row.quantity),
      inRupees(row.total),
      ...taxCells(row),
      '0.00',
      String(row.ratePercent),
    ]),
  ]
}

function seriesRows(documents: readonly FiledDocument[]): Rows {
  return [
    ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
    ...issuedSeries(documents).map(({ kind, first, last, count }) => [
      kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note',
      first.number,
      last.number,
      String(count),
      '0',
    ]),
  ]
}

const RATE_COLUMNS = ['Applicable % of Tax Rate', 'Rate', 'Taxable Value', 'Cess Amount']

function rateCells(ratePercent: number, taxableValue: Paise): string[] {
  return ['', String(ratePercent), inRupees(taxableValue), '0.00']
}

type TaxRow = ReturnType<typeof totalsOf>

function taxCells({ taxableValue, igst, cgst, sgst }: TaxRow): string[] {
  return [taxableValue, igst, cgst, sgst].map(inRupees)
}

/**
 * Its columns add up to the month: credit notes are negative, unlike in the tables of notes (9B), which require
 * positive amounts.
 */
function registerOf(documents: readonly RegisteredDocument[]): Rows {
  return [
    [
      'Number',
      'Kind',
      'Date',
      'Customer',
      'GSTIN',
      'Place Of Supply',
      'Taxable Value',
      'IGST',
      'CGST',
      stateTaxName(sellerOf(null).state),
      'Total',
      'Order',
      'Credited Invoice',
      'Date of Credited Invoice',
    ],
    ...documents.map((document) => {
      const { number, kind, issuedAt, content, orderNumber, invoiceNumber, invoiceIssuedAt } = document
      const { buyer, recipient } = content
      const customer = [recipient?.name ?? buyer.name, recipient?.gstin ?? '']
      const cells = [number, kind, indiaDate(issuedAt), ...customer, placeOf(document)]
      const totals = registeredTotals(document)
      const invoiceDate = invoiceIssuedAt ? indiaDate(invoiceIssuedAt) : ''
      const references = [orderNumber, invoiceNumber ?? '', invoiceDate]
      return [...cells, ...taxCells(totals), inRupees(totals.total), ...references]
    }),
  ]
}

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
