/**
 * Refunds that the gateway has not accepted for a day. Their jobs retry; staff see to the cause, such as too little money in
 * the gateway's account.
 */
import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Paise } from '#domain/money.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import { surplusRefund } from '#server/db/schema.ts'
import { REFUND_OVERDUE_MS } from '#server/orders/intervals.ts'

export interface OverdueRefund {
  readonly id: string
  readonly orderNumber: string
  readonly amount: Paise
  /** Since when the shop owes it. */
  readonly since: Date
  /** Why the last attempt failed, if that was recorded. */
  readonly lastError: string | null
  /** A refund of a payment that pays no order. */
  readonly isSurplus: boolean
}

/** If the gateway rejects all refunds, there are many. */
const OVERDUE_MAX = 100

/** Oldest first. `more` counts the refunds left out. */
export async function loadOverdueRefunds(
  db: Db,
  now: Date,
): Promise<{ readonly overdue: readonly OverdueRefund[]; readonly more: number }> {
  const before = addMs(now, -REFUND_OVERDUE_MS)
  const requestedSince = sql`coalesce(${refundRequest.decidedAt}, ${refundRequest.requestedAt})`
  const all = unionAll(
    db
      .select({
        id: sql<string>`${refundRequest.id}::text`.as('id'),
        orderNumber: refundRequest.orderNumber,
        amount: refundRequest.amount,
        since: requestedSince.mapWith(refundRequest.requestedAt).as('since'),
        lastError: sql<string | null>`${refundRequest.lastError}`.as('last_error'),
        isSurplus: sql<boolean>`false`.as('is_surplus'),
      })
      .from(refundRequest)
      // Uses the partial index: other requests are not retried.
      .where(
        and(
          isNotNull(refundRequest.nextAttemptAt),
          eq(refundRequest.state, 'due'),
          sql`${requestedSince} <= ${before}`,
          // One that had to be unpacked is due only since then: its first attempt may still be ahead.
          or(gt(refundRequest.attempts, 1), lte(refundRequest.nextAttemptAt, before)),
        ),
      ),
    db
      .select({
        id: sql<string>`${surplusRefund.id}`.as('id'),
        orderNumber: surplusRefund.orderNumber,
        amount: surplusRefund.amount,
        since: sql<Date>`${surplusRefund.createdAt}`.as('since'),
        lastError: sql<string | null>`null`.as('last_error'),
        isSurplus: sql<boolean>`true`.as('is_surplus'),
      })
      .from(surplusRefund)
      .where(
        and(
          isNotNull(surplusRefund.nextAttemptAt),
          isNull(surplusRefund.sentAt),
          lte(surplusRefund.createdAt, before),
        ),
      ),
  ).as('overdue')
  const rows = await db
    .select({
      id: all.id,
      orderNumber: all.orderNumber,
      amount: all.amount,
      since: all.since,
      lastError: all.lastError,
      isSurplus: all.isSurplus,
      count: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(all)
    .orderBy(all.since, all.id)
    .limit(OVERDUE_MAX)
  return {
    overdue: rows.map(({ id, orderNumber, amount, since, lastError, isSurplus }) => ({
      id,
      orderNumber,
      amount,
      since,
      lastError,
      isSurplus,
    })),
    more: (rows[0]?.count ?? 0) - rows.length,
  }
}
