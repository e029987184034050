/** Reads the gateway's settlements into the database, day by day in India. */
import { max } from 'drizzle-orm'
import { addMs, DAY_MS, indiaDate } from '#domain/time.ts'
import type { GatewayDeps, GatewayResult } from '#server/gateway/gateway.ts'
import { settlementItem } from '#server/db/settlement-schema.ts'
import type { Db } from '#server/db/open.ts'

/** Items are reported late, and servers may be down over a weekend. */
const READ_AGAIN_DAYS = 5
/** How far back the first read goes. */
const FIRST_DAYS = 60

/** Name of the daily job. */
export const SETTLEMENTS_JOB = 'settlements'

/** Idempotent; items read before an error stay. */
export async function readSettlements({ db, gateway, now }: GatewayDeps): Promise<GatewayResult<null>> {
  for (const day of await daysToRead(db, now())) {
    const listed = await gateway.listSettlementItems(day)
    if (!listed.ok) return listed
    if (listed.value.length > 0)
      await db
        .insert(settlementItem)
        .values([...listed.value])
        .onConflictDoNothing()
  }
  return { ok: true, value: null }
}

async function daysToRead(db: Db, now: Date): Promise<string[]> {
  const [last] = await db.select({ at: max(settlementItem.settledAt) }).from(settlementItem)
  const first = addMs(now, -FIRST_DAYS * DAY_MS)
  const again = last?.at ? addMs(last.at, -READ_AGAIN_DAYS * DAY_MS) : first
  const days: string[] = []
  for (let day = again < first ? first : again; indiaDate(day) <= indiaDate(now); day = addMs(day, DAY_MS))
    days.push(indiaDate(day))
  return days
}
