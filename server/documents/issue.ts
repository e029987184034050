/** Issues tax invoices and credit notes, in the transaction of their cause and under the lock on the order. */
import { and, eq, sql } from 'drizzle-orm'
import {
  creditableAmounts,
  creditNoteContentOf,
  documentNumber,
  financialYearOf,
  invoiceContentOf,
  ISSUES_TAX_DOCUMENTS,
  seriesOf,
  totalsOf,
  type CreditedAmount,
} from '#domain/tax-document.ts'
import type { Db } from '#server/db/open.ts'
import type { order, orderLine } from '#server/db/schema.ts'
import { taxDocument, taxDocumentSeries } from '#server/db/tax-document-schema.ts'

export type TaxDocumentRow = typeof taxDocument.$inferSelect

interface InvoicedOrder {
  readonly orderRow: typeof order.$inferSelect
  readonly lines: readonly (typeof orderLine.$inferSelect)[]
  readonly at: Date
}

/**
 * Issues the tax invoice of an order, once. Null without one: the tax of a line is unknown, or the order is real and the
 * shop may not issue tax documents yet.
 */
export async function issueInvoice(
  tx: Db,
  { orderRow, lines, at }: InvoicedOrder,
): Promise<TaxDocumentRow | null> {
  const { number: orderNumber, shipTo, shipping, isTest } = orderRow
  const existing = await findInvoice(tx, orderNumber)
  if (existing) return existing
  if (!isTest && !ISSUES_TAX_DOCUMENTS) return null
  const content = invoiceContentOf({
    shipTo,
    shipping,
    lines: lines.map(({ productId, huids, ...line }) => ({ ...line, id: productId, codes: huids ?? [] })),
  })
  if (!content) return null
  const common = { orderNumber, invoiceNumber: null, isSpecimen: isTest, credited: null, content }
  return insertNumbered(tx, { ...common, kind: 'invoice', issuedAt: at })
}

interface Credit {
  readonly orderNumber: string
  /** Null: all that is left of the invoice. */
  readonly amounts: readonly CreditedAmount[] | null
  readonly at: Date
}

/** Null if the order has no invoice, which needs no correction then, or nothing is left of it. */
export async function issueCreditNote(
  tx: Db,
  { orderNumber, amounts, at }: Credit,
): Promise<TaxDocumentRow | null> {
  const documents = await loadTaxDocuments(tx, orderNumber)
  const invoice = documents.find(({ kind }) => kind === 'invoice')
  if (!invoice) return null
  const creditable = creditableAmounts(
    invoice.content,
    documents.flatMap(({ credited }) => credited ?? []),
  )
  const credited = amounts ?? creditable
  if (credited.length === 0) return null
  const { number: invoiceNumber, isSpecimen } = invoice
  const content = creditNoteContentOf(invoice.content, credited, creditable)
  const common = { orderNumber, invoiceNumber, isSpecimen, credited, content }
  return insertNumbered(tx, { ...common, kind: 'credit note', issuedAt: at })
}

/** Oldest first. */
export function loadTaxDocuments(db: Db, orderNumber: string): Promise<TaxDocumentRow[]> {
  return db
    .select()
    .from(taxDocument)
    .where(eq(taxDocument.orderNumber, orderNumber))
    .orderBy(taxDocument.issuedAt, taxDocument.number)
}

async function findInvoice(tx: Db, orderNumber: string): Promise<TaxDocumentRow | undefined> {
  const [row] = await tx
    .select()
    .from(taxDocument)
    .where(and(eq(taxDocument.orderNumber, orderNumber), eq(taxDocument.kind, 'invoice')))
  return row
}

type NewDocument = Omit<TaxDocumentRow, 'number' | 'series' | 'financialYear' | 'sequence' | 'total'>

/** The row of the series stays locked until the transaction ends, which takes the number back if it fails. */
async function insertNumbered(tx: Db, row: NewDocument): Promise<TaxDocumentRow> {
  const series = seriesOf(row.kind, row.isSpecimen)
  const financialYear = financialYearOf(row.issuedAt)
  const [counter] = await tx
    .insert(taxDocumentSeries)
    .values({ series, financialYear, last: 1 })
    .onConflictDoUpdate({
      target: [taxDocumentSeries.series, taxDocumentSeries.financialYear],
      set: { last: sql`${taxDocumentSeries.last} + 1` },
    })
    .returning()
  if (!counter) throw new Error('The series has no row')
  const number = documentNumber(series, financialYear, counter.last)
  const { total } = totalsOf(row.content.lines)
  const [inserted] = await tx
    .insert(taxDocument)
    .values({ ...row, number, series, financialYear, sequence: counter.last, total })
    .returning()
  if (!inserted) throw new Error('The document was not inserted')
  return inserted
}
