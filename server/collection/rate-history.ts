/** The rates of past editions. */
import { desc, eq } from 'drizzle-orm'
import type { PricingParameters } from '#domain/rates.ts'
import type { Db } from '#server/db/open.ts'
import { edition, editionEntry } from '#server/db/schema.ts'
import { RATES } from './entries.ts'

export interface PublishedRates {
  readonly edition: number
  readonly publishedAt: Date
  readonly publishedBy: string
  readonly reason: string
  readonly rates: PricingParameters
}

/** A year of daily rates. */
const HISTORY_LENGTH = 400

/** Editions that changed a rate, newest first. */
export async function loadRateHistory(db: Db): Promise<PublishedRates[]> {
  const rows = await db
    .select({
      edition: edition.number,
      publishedAt: edition.publishedAt,
      publishedBy: edition.publishedBy,
      reason: edition.reason,
      rates: editionEntry.value,
    })
    .from(editionEntry)
    .innerJoin(edition, eq(edition.number, editionEntry.validFrom))
    .where(eq(editionEntry.key, RATES))
    .orderBy(desc(editionEntry.validFrom))
    .limit(HISTORY_LENGTH)
  // Written by writeEntries.
  return rows.map(({ rates, ...published }) => ({ ...published, rates: rates as PricingParameters }))
}
