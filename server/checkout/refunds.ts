/** Money that was taken and buys nothing goes back: automatically, exactly once per payment. */
import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { subtract } from '#domain/money.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { order, refund } from '#server/db/schema.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { refundSent } from '#server/email/templates.ts'
import type { GatewayPayment } from './gateway.ts'
import { appendToLedger, type Source } from './ledger.ts'
import { loadLines, lockOrder, orderUrlOf, toOrderSummary } from './orders.ts'
import type { SettleParts } from './settle.ts'
import { LEASE_MS, REFUND_VISIBLE_MS, retryDelayMs, restartWatch } from './intervals.ts'

type RefundRow = typeof refund.$inferSelect

/** One at a time: each may take two calls, and the lease must outlive them. */
const REFUNDS_PER_ROUND = 1

/** Sends what is due; gives how many were looked at. */
export async function sendDueRefunds(parts: SettleParts): Promise<number> {
  const due = await claimDueRefunds(parts)
  for (const row of due) await sendRefund(parts, row)
  return due.length
}

function claimDueRefunds({ db, now }: SettleParts): Promise<RefundRow[]> {
  return db.transaction(async (tx) => {
    const at = now()
    const due = await tx
      .select({ id: refund.id })
      .from(refund)
      .where(and(isNull(refund.sentAt), lte(refund.nextAttemptAt, at)))
      .orderBy(asc(refund.nextAttemptAt))
      .limit(REFUNDS_PER_ROUND)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    return tx
      .update(refund)
      .set({ nextAttemptAt: addMs(at, LEASE_MS), attempts: sql`${refund.attempts} + 1` })
      .where(
        inArray(
          refund.id,
          due.map(({ id }) => id),
        ),
      )
      .returning()
  })
}

async function sendRefund(parts: SettleParts, row: RefundRow): Promise<void> {
  const { gateway } = parts
  // What has gone back already is asked first: an earlier answer may have been lost, and the gateway itself returns
  // some second payments.
  const paid = await gateway.fetchPayment(row.paymentId)
  if (!paid.ok) return scheduleRetry(parts, row, paid.detail)
  const left = subtract(paid.fact.amount, paid.fact.refunded)
  if (paid.fact.state === 'refunded' || left <= 0) return markSent(parts, row, row.gatewayRefundId)
  const sent = await gateway.refund({
    paymentId: row.paymentId,
    amount: left,
    idempotencyKey: idempotencyKey(row),
  })
  if (!sent.ok) return scheduleRetry(parts, row, sent.detail)
  if (sent.fact.state === 'failed') return markFailed(parts, row, sent.fact.id)
  return markSent(parts, row, sent.fact.id)
}

/** The same until the gateway itself has failed that refund; then it must be another, or it would fail for ever. */
function idempotencyKey({ id, gatewayRefundId }: RefundRow): string {
  return gatewayRefundId === null ? id : `${id}-${gatewayRefundId}`
}

async function scheduleRetry({ db, now, log }: SettleParts, row: RefundRow, detail: string): Promise<void> {
  log.error('refund not sent', { attempts: row.attempts, detail })
  await db
    .update(refund)
    .set({ nextAttemptAt: addMs(now(), retryDelayMs(row.attempts)) })
    .where(eq(refund.id, row.id))
}

async function markFailed(parts: SettleParts, row: RefundRow, gatewayRefundId: string): Promise<void> {
  const { db, now } = parts
  await db.transaction(async (tx) => {
    await lockOrder(tx, row.orderNumber)
    await appendToLedger(tx, {
      orderNumber: row.orderNumber,
      at: now(),
      what: 'refund failed',
      by: 'refunds',
      detail: { paymentId: row.paymentId, gatewayRefundId },
    })
    await tx.update(refund).set({ gatewayRefundId }).where(eq(refund.id, row.id))
  })
  await scheduleRetry(parts, row, 'failed at the gateway')
}

async function markSent(
  { db, now, log, siteUrl }: SettleParts,
  row: RefundRow,
  gatewayRefundId: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = now()
    const refunded = await lockOrder(tx, row.orderNumber)
    const [sent] = await tx
      .update(refund)
      .set({ sentAt: at, nextAttemptAt: null, gatewayRefundId })
      .where(and(eq(refund.id, row.id), isNull(refund.sentAt)))
      .returning()
    if (!sent) return
    const { orderNumber, paymentId, amount } = sent
    await appendToLedger(tx, {
      orderNumber,
      at,
      what: 'refund sent',
      by: 'refunds',
      detail: { paymentId, amount, gatewayRefundId },
    })
    // Watched from the start again: the bank may not take it.
    await tx.update(order).set(restartWatch(at)).where(eq(order.number, orderNumber))
    const summary = toOrderSummary(refunded, await loadLines(tx, [orderNumber]))
    await queueEmail(tx, {
      ...refundSent({
        order: { ...summary, paymentId },
        orderUrl: orderUrlOf(siteUrl, orderNumber),
        amount,
      }),
      dedupeKey: `refund:${paymentId}`,
      recipient: refunded.shipTo.email,
      now: at,
    })
    log.info('refund sent', { reason: sent.reason })
  })
}

/** The gateway could not bring the money back after all: it is sent again. A repeated report changes nothing. */
export async function retryRefund(
  { db, now }: Pick<SettleParts, 'db' | 'now'>,
  gatewayRefundId: string,
): Promise<void> {
  const isThisOne = and(eq(refund.gatewayRefundId, gatewayRefundId), isNotNull(refund.sentAt))
  await db.transaction(async (tx) => {
    const at = now()
    const [row] = await tx.select().from(refund).where(isThisOne)
    if (!row) return
    const { orderNumber, paymentId } = row
    await lockOrder(tx, orderNumber)
    const reopened = await tx
      .update(refund)
      .set({ sentAt: null, nextAttemptAt: at })
      .where(isThisOne)
      .returning({ id: refund.id })
    if (reopened.length === 0) return
    await appendToLedger(tx, {
      orderNumber,
      at,
      what: 'refund failed',
      by: 'webhook',
      detail: { paymentId, gatewayRefundId },
    })
  })
}

interface GatewaySnapshot {
  readonly orderNumber: string
  readonly payments: readonly GatewayPayment[]
  readonly by: Source
  readonly askedAt: Date
  readonly at: Date
}

/**
 * The gateway still has money that was sent back some time ago: the bank could not take it, and the webhook about that
 * was lost, or came before the refund was noted. It is sent again. Within the transaction that holds the order.
 */
export async function retryMissingRefunds(
  tx: Db,
  { orderNumber, payments, by, askedAt, at }: GatewaySnapshot,
): Promise<void> {
  const kept = payments.filter(({ state, refunded }) => state === 'captured' && refunded === 0)
  if (kept.length === 0) return
  const reopened = await tx
    .update(refund)
    .set({ sentAt: null, nextAttemptAt: at })
    .where(
      and(
        eq(refund.orderNumber, orderNumber),
        inArray(
          refund.paymentId,
          kept.map(({ id }) => id),
        ),
        lte(refund.sentAt, addMs(askedAt, -REFUND_VISIBLE_MS)),
      ),
    )
    .returning()
  for (const { paymentId, gatewayRefundId } of reopened)
    await appendToLedger(tx, {
      orderNumber,
      at,
      what: 'refund failed',
      by,
      detail: { paymentId, gatewayRefundId },
    })
}
