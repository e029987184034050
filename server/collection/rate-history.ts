/** The rates of past editions. */
import { and, desc, eq, gt, isNull, max, or, sql } from 'drizzle-orm'
import { RECENT_RATES_MS } from '#domain/edition-check.ts'
import type { PricingParameters } from '#domain/rates.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { edition, editionEntry } from '#server/db/schema.ts'
import { RATES } from './entries.ts'

export interface PublishedRates {
  readonly edition: number
  readonly publishedAt: Date
  readonly publishedBy: string
  readonly draftedBy: string | null
  readonly reason: string
  readonly rates: PricingParameters
}

/** A year of daily rates. */
const HISTORY_LENGTH = 400

interface RateHistory {
  /** The number of the current edition. */
  readonly latest: number
  /** Editions that changed a rate, newest first. */
  readonly editions: readonly PublishedRates[]
}

/** As of one moment. */
export async function loadRateHistory(db: Db): Promise<RateHistory> {
  const latest = db.select({ number: max(edition.number) }).from(edition)
  const rows = await db
    .select({
      latest: sql<number>`${latest}`,
      rates: editionEntry.value,
      published: {
        edition: edition.number,
        publishedAt: edition.publishedAt,
        publishedBy: edition.publishedBy,
        draftedBy: edition.draftedBy,
        reason: edition.reason,
      },
    })
    .from(editionEntry)
    .innerJoin(edition, eq(edition.number, editionEntry.validFrom))
    .where(eq(editionEntry.key, RATES))
    .orderBy(desc(editionEntry.validFrom))
    .limit(HISTORY_LENGTH)
  // Written by writeEntries.
  const editions = rows.map(({ published, rates }) => ({ ...published, rates: rates as PricingParameters }))
  return { latest: rows[0]?.latest ?? 0, editions }
}

/** The rates that are or were in force within the last 24 hours. */
export async function loadRecentRates(db: Db, now: Date): Promise<PricingParameters[]> {
  const rows = await db
    .select({ rates: editionEntry.value })
    .from(editionEntry)
    .leftJoin(edition, eq(edition.number, editionEntry.validTo))
    .where(
      and(
        eq(editionEntry.key, RATES),
        or(isNull(editionEntry.validTo), gt(edition.publishedAt, addMs(now, -RECENT_RATES_MS))),
      ),
    )
  return rows.map(({ rates }) => rates as PricingParameters)
}
