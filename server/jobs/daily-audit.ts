/** The audit as a daily job: repairs what is safe to repair and raises an alert for each difference that is left. */
import { eq, lte } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, addMs } from '#domain/time.ts'
import { audit } from '#server/checkout/audit.ts'
import { logTrouble } from '#server/checkout/gateway.ts'
import type { SettleParts } from '#server/checkout/settle.ts'
import { dailyJob } from '#server/db/schema.ts'

/** Longer than a bank may take to authorise a payment, and than this job may fail without anybody noticing. */
const AUDITED_MS = 10 * DAY_MS
/** What is under way just now differs for a moment by nature. */
const UNDER_WAY_MS = HOUR_MS

/** Does nothing where some server has audited within a day; tries again after an hour where the gateway was silent. */
export async function auditDaily(parts: SettleParts): Promise<0> {
  const { db, log, now } = parts
  const at = now()
  const nameAndNext = { name: 'audit', nextRunAt: addMs(at, HOUR_MS) }
  const claimed = await db
    .insert(dailyJob)
    .values(nameAndNext)
    .onConflictDoUpdate({
      target: dailyJob.name,
      set: nameAndNext,
      setWhere: lte(dailyJob.nextRunAt, at),
    })
    .returning()
  if (claimed.length === 0) return 0
  const told = await audit(parts, { from: addMs(at, -AUDITED_MS), to: addMs(at, -UNDER_WAY_MS) }, 'safe')
  if (!told.ok) {
    logTrouble(log, told)
    return 0
  }
  const { found, left, payments } = told.fact
  for (const { kind, gatewayId } of left)
    log.error('the books of the gateway and ours differ', { event: 'audit.difference', kind, gatewayId })
  log.info('audit', { event: 'audit.done', payments, found: found.length, left: left.length })
  await db
    .update(dailyJob)
    .set({ nextRunAt: addMs(at, DAY_MS) })
    .where(eq(dailyJob.name, nameAndNext.name))
  return 0
}
