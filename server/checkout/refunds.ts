/** Money that was taken and buys nothing goes back: automatically, exactly once per payment. */
import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { minus } from '#domain/money.ts'
import type { Db } from '#server/db/open.ts'
import { order, refund } from '#server/db/schema.ts'
import { queueMail } from '#server/letters/outbox.ts'
import { refundOnItsWay } from '#server/letters/templates.ts'
import type { GatewayPayment } from './gateway.ts'
import { record, type Witness } from './ledger.ts'
import { linesOf, lockedOrder, orderUrlOf, summaryOf } from './orders.ts'
import type { SettleParts } from './settle.ts'
import { later, LEASE_MS, REFUND_SHOWS_MS, retryDelayMs, watchedAnew } from './timing.ts'

type RefundRow = typeof refund.$inferSelect

/** One at a time: each may take two calls, and the lease must outlive them. */
const REFUNDS_PER_ROUND = 1

/** Sends what is due; gives how many were looked at. */
export async function sendDueRefunds(parts: SettleParts): Promise<number> {
  const due = await claimed(parts)
  for (const row of due) await sendRefund(parts, row)
  return due.length
}

function claimed({ db, now }: SettleParts): Promise<RefundRow[]> {
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
      .set({ nextAttemptAt: later(at, LEASE_MS), attempts: sql`${refund.attempts} + 1` })
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
  if (!paid.ok) return postpone(parts, row, paid.detail)
  const left = minus(paid.fact.amount, paid.fact.refunded)
  if (paid.fact.state === 'refunded' || left <= 0) return noteSent(parts, row, row.gatewayRefundId)
  const sent = await gateway.refund({
    paymentId: row.paymentId,
    amount: left,
    idempotencyKey: idempotencyKey(row),
  })
  if (!sent.ok) return postpone(parts, row, sent.detail)
  if (sent.fact.state === 'failed') return noteFailed(parts, row, sent.fact.id)
  return noteSent(parts, row, sent.fact.id)
}

/** The same until the gateway itself has failed that refund; then it must be another, or it would fail for ever. */
function idempotencyKey({ id, gatewayRefundId }: RefundRow): string {
  return gatewayRefundId === null ? id : `${id}-${gatewayRefundId}`
}

async function postpone({ db, now, log }: SettleParts, row: RefundRow, detail: string): Promise<void> {
  log.error('refund not sent', { attempts: row.attempts, detail })
  await db
    .update(refund)
    .set({ nextAttemptAt: later(now(), retryDelayMs(row.attempts)) })
    .where(eq(refund.id, row.id))
}

async function noteFailed(parts: SettleParts, row: RefundRow, gatewayRefundId: string): Promise<void> {
  const { db, now } = parts
  await db.transaction(async (tx) => {
    await lockedOrder(tx, row.orderNumber)
    await record(tx, {
      orderNumber: row.orderNumber,
      at: now(),
      what: 'refund failed',
      by: 'refunds',
      detail: { paymentId: row.paymentId, gatewayRefundId },
    })
    await tx.update(refund).set({ gatewayRefundId }).where(eq(refund.id, row.id))
  })
  await postpone(parts, row, 'failed at the gateway')
}

async function noteSent(
  { db, now, log, siteUrl }: SettleParts,
  row: RefundRow,
  gatewayRefundId: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = now()
    const refunded = await lockedOrder(tx, row.orderNumber)
    const [sent] = await tx
      .update(refund)
      .set({ sentAt: at, nextAttemptAt: null, gatewayRefundId })
      .where(and(eq(refund.id, row.id), isNull(refund.sentAt)))
      .returning()
    if (!sent) return
    const { orderNumber, paymentId, amount } = sent
    await record(tx, {
      orderNumber,
      at,
      what: 'refund sent',
      by: 'refunds',
      detail: { paymentId, amount, gatewayRefundId },
    })
    // Watched from the start again: the bank may not take it.
    await tx.update(order).set(watchedAnew(at)).where(eq(order.number, orderNumber))
    const summary = summaryOf(refunded, await linesOf(tx, [orderNumber]))
    await queueMail(tx, {
      ...refundOnItsWay({
        order: { ...summary, paymentId },
        orderUrl: orderUrlOf(siteUrl, orderNumber),
        amount,
      }),
      occasion: `refund:${paymentId}`,
      recipient: refunded.shipTo.email,
      now: at,
    })
    log.info('refund sent', { reason: sent.reason })
  })
}

/** The gateway could not bring the money back after all: it is sent again. A repeated report changes nothing. */
export async function reopenRefund(
  { db, now }: Pick<SettleParts, 'db' | 'now'>,
  gatewayRefundId: string,
): Promise<void> {
  const isThisOne = and(eq(refund.gatewayRefundId, gatewayRefundId), isNotNull(refund.sentAt))
  await db.transaction(async (tx) => {
    const at = now()
    const [row] = await tx.select().from(refund).where(isThisOne)
    if (!row) return
    const { orderNumber, paymentId } = row
    await lockedOrder(tx, orderNumber)
    const reopened = await tx
      .update(refund)
      .set({ sentAt: null, nextAttemptAt: at })
      .where(isThisOne)
      .returning({ id: refund.id })
    if (reopened.length === 0) return
    await record(tx, {
      orderNumber,
      at,
      what: 'refund failed',
      by: 'webhook',
      detail: { paymentId, gatewayRefundId },
    })
  })
}

interface Look {
  readonly orderNumber: string
  readonly payments: readonly GatewayPayment[]
  readonly by: Witness
  readonly askedAt: Date
  readonly at: Date
}

/**
 * The gateway still has money that was sent back some time ago: the bank could not take it, and the webhook about that
 * was lost, or came before the refund was noted. It is sent again. Within the transaction that holds the order.
 */
export async function reopenUnreturned(
  tx: Db,
  { orderNumber, payments, by, askedAt, at }: Look,
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
        lte(refund.sentAt, later(askedAt, -REFUND_SHOWS_MS)),
      ),
    )
    .returning()
  for (const { paymentId, gatewayRefundId } of reopened)
    await record(tx, { orderNumber, at, what: 'refund failed', by, detail: { paymentId, gatewayRefundId } })
}
