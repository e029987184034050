/** The last numbers of the series of tax documents, which a restored backup may lack. */
import { asc, sql } from 'drizzle-orm'
import { documentNumber, parseDocumentNumber } from '#domain/tax-document.ts'
import type { Db } from '#server/db/open.ts'
import { taxDocumentSeries } from '#server/db/tax-document-schema.ts'

export async function lastDocumentNumbers(db: Db): Promise<string[]> {
  const rows = await db
    .select()
    .from(taxDocumentSeries)
    .orderBy(asc(taxDocumentSeries.series), asc(taxDocumentSeries.financialYear))
  return rows.map(({ series, financialYear, last }) => documentNumber(series, financialYear, last))
}

/** Continues the series after `number`; never goes back. Returns false if it is not a document number. */
export async function continueAfter(db: Db, number: string): Promise<boolean> {
  const parsed = parseDocumentNumber(number)
  if (!parsed) return false
  const { series, financialYear, sequence: last } = parsed
  await db
    .insert(taxDocumentSeries)
    .values({ series, financialYear, last })
    .onConflictDoUpdate({
      target: [taxDocumentSeries.series, taxDocumentSeries.financialYear],
      set: { last: sql`greatest(${taxDocumentSeries.last}, ${last})` },
    })
  return true
}
