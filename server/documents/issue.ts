/** Issues tax invoices and credit notes, in the transaction of their cause and under the lock on the order. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { issuesTaxDocuments, sellerOf } from '#domain/shop-particulars.ts'
import { businessOf } from '#domain/tax-identity.ts'
import {
  creditableAmounts,
  creditNoteContentOf,
  documentNumber,
  financialYearOf,
  invoiceContentOf,
  seriesOf,
  totalsOf,
  type CreditAmount,
  type CreditLine,
} from '#domain/tax-document.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { order, orderLine } from '#server/db/schema.ts'
import { taxDocument, taxDocumentSeries } from '#server/db/tax-document-schema.ts'
import { loadParticulars } from '#server/shop/particulars.ts'

export type TaxDocumentRow = typeof taxDocument.$inferSelect

interface InvoicedOrder {
  readonly orderRow: typeof order.$inferSelect
  readonly lines: readonly (typeof orderLine.$inferSelect)[]
  readonly at: Date
}

/**
 * Issues the tax invoice of an order, once. Null if the tax of a line is unknown, or if the order is real and the shop
 * cannot issue tax documents yet.
 */
export async function issueInvoice(
  tx: Db,
  { orderRow, lines, at }: InvoicedOrder,
): Promise<TaxDocumentRow | null> {
  const { number: orderNumber, shipTo, shipping, isTest } = orderRow
  const existing = await findInvoice(tx, orderNumber)
  if (existing) return existing
  const particulars = await loadParticulars(tx)
  if (!isTest && !issuesTaxDocuments(particulars)) return null
  const content = invoiceContentOf({
    seller: sellerOf(particulars),
    shipTo,
    business: businessOf(orderRow),
    shipping,
    lines: lines.map(({ productId, codes, ...line }) => ({ ...line, id: productId, codes: codes ?? [] })),
  })
  if (!content) return null
  const common = { orderNumber, invoiceNumber: null, isSpecimen: isTest, credited: null, content }
  return insertNumbered(tx, { ...common, kind: 'invoice', issuedAt: at })
}

export interface InvoiceCorrection {
  readonly orderNumber: string
  readonly at: Date
}

/** Credits everything left of the invoice of an order. Null if there is no invoice, or nothing is left. */
export async function creditWholeInvoice(
  tx: Db,
  correction: InvoiceCorrection,
): Promise<TaxDocumentRow | null> {
  const invoiced = await loadInvoiced(tx, correction.orderNumber)
  return invoiced && insertCreditNote(tx, correction, invoiced, invoiced.creditable)
}

export interface Invoiced {
  readonly invoice: TaxDocumentRow
  /** Amounts credited so far. */
  readonly earlier: readonly CreditLine[]
  readonly creditable: readonly CreditAmount[]
}

export async function loadInvoiced(tx: Db, orderNumber: string): Promise<Invoiced | null> {
  const documents = await loadTaxDocuments(tx, orderNumber)
  const invoice = documents.find(({ kind }) => kind === 'invoice')
  if (!invoice) return null
  // A credit note has one line for each amount.
  const earlier = documents.flatMap(({ credited: amounts, content }) =>
    (amounts ?? []).flatMap((amount, index) => {
      const tax = content.lines[index]
      return tax ? [{ ...tax, ...amount }] : []
    }),
  )
  return { invoice, earlier, creditable: creditableAmounts(invoice.content, earlier) }
}

export async function insertCreditNote(
  tx: Db,
  { orderNumber, at }: InvoiceCorrection,
  { invoice, earlier }: Invoiced,
  amounts: readonly CreditAmount[],
): Promise<TaxDocumentRow | null> {
  if (amounts.length === 0) return null
  const { number: invoiceNumber, isSpecimen } = invoice
  const content = creditNoteContentOf(invoice.content, amounts, earlier)
  const common = { orderNumber, invoiceNumber, isSpecimen, credited: amounts, content }
  return insertNumbered(tx, { ...common, kind: 'credit note', issuedAt: laterOf(at, invoice.issuedAt) })
}

/** Oldest first, the invoice before its notes. */
export function loadTaxDocuments(db: Db, orderNumber: string): Promise<TaxDocumentRow[]> {
  return db
    .select()
    .from(taxDocument)
    .where(eq(taxDocument.orderNumber, orderNumber))
    .orderBy(taxDocument.issuedAt, desc(taxDocument.kind), taxDocument.number)
}

async function findInvoice(tx: Db, orderNumber: string): Promise<TaxDocumentRow | undefined> {
  const [row] = await tx
    .select()
    .from(taxDocument)
    .where(and(eq(taxDocument.orderNumber, orderNumber), eq(taxDocument.kind, 'invoice')))
  return row
}

type NewDocument = Omit<TaxDocumentRow, 'number' | 'series' | 'financialYear' | 'sequence' | 'total'>

/**
 * The row of the series stays locked until the transaction ends; a rollback returns the number. After the clock was set
 * back, the document takes the previous document's date, because dates must not decrease with the number.
 */
async function insertNumbered(tx: Db, row: NewDocument): Promise<TaxDocumentRow> {
  const series = seriesOf(row.kind, row.isSpecimen)
  const financialYear = financialYearOf(row.issuedAt)
  const counter = await tx
    .insert(taxDocumentSeries)
    .values({ series, financialYear, last: 1 })
    .onConflictDoUpdate({
      target: [taxDocumentSeries.series, taxDocumentSeries.financialYear],
      set: { last: sql`${taxDocumentSeries.last} + 1` },
    })
    .returning()
    .then(expectRow)
  const number = documentNumber(series, financialYear, counter.last)
  const { total } = totalsOf(row.content.lines)
  const [before] = await tx
    .select({ issuedAt: taxDocument.issuedAt })
    .from(taxDocument)
    .where(and(eq(taxDocument.series, series), eq(taxDocument.financialYear, financialYear)))
    .orderBy(desc(taxDocument.sequence))
    .limit(1)
  const issuedAt = before ? laterOf(row.issuedAt, before.issuedAt) : row.issuedAt
  return tx
    .insert(taxDocument)
    .values({ ...row, issuedAt, number, series, financialYear, sequence: counter.last, total })
    .returning()
    .then(expectRow)
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other
}
