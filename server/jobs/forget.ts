import { lt } from 'drizzle-orm'
import type { Database } from '#server/db/open.ts'
import { forgetExpired } from '#server/accounts/housekeeping.ts'
import { appliedChange } from '#server/db/schema.ts'
import { forgetOldLimits } from '#server/rate-limit.ts'

/** Long after any browser would still repeat a change. */
const CHANGES_REMEMBERED_MS = 30 * 24 * 3_600_000

/** Deletes what nobody will ask for again. Orders, their ledger and the gateway's events are kept. */
export async function forgetTheOld(db: Database, now: Date): Promise<0> {
  await forgetExpired(db, now)
  await db
    .delete(appliedChange)
    .where(lt(appliedChange.appliedAt, new Date(now.getTime() - CHANGES_REMEMBERED_MS)))
  await forgetOldLimits(db, now)
  return 0
}
