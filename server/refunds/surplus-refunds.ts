/** Refunds surplus payments, which were captured and pay no order, exactly once each. Refunds of paid orders: refund-requests.ts. */
import { and, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import { subtract, sum, ZERO, type Paise } from '#domain/money.ts'
import { selectLines, type LineQuantity } from '#domain/refund-lines.ts'
import { addMs } from '#domain/time.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { claimDue } from '#server/db/queue.ts'
import { order, surplusRefund } from '#server/db/schema.ts'
import { refundSentEmail } from '#server/email/refund-emails.ts'
import {
  GATEWAY_LEASE_MS,
  REFUND_VISIBLE_MS,
  restartReconciliation,
  retryDelayMs,
} from '#server/orders/intervals.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { loadLines, lockOrder } from '#server/orders/orders.ts'
import { isRefundBlocked } from './disputes.ts'
import { lostAmount } from './refund-amounts.ts'
import type { GatewayDeps, GatewayPayment } from '#server/gateway/gateway.ts'

type RefundRow = typeof surplusRefund.$inferSelect

/** Each may take two calls, which must not outlast the lease. */
const REFUNDS_PER_CLAIM = 1

/** Returns the number of refunds that were due. */
export async function sendDueSurplusRefunds(deps: GatewayDeps): Promise<number> {
  const queue = {
    table: surplusRefund,
    isOpen: isNull(surplusRefund.sentAt),
    limit: REFUNDS_PER_CLAIM,
    leaseMs: GATEWAY_LEASE_MS,
  }
  const due = await claimDue(deps.db, queue, deps.now())
  for (const row of due) await sendRefund(deps, row)
  return due.length
}

async function sendRefund(deps: GatewayDeps, row: RefundRow): Promise<void> {
  const { gateway } = deps
  // The response to an earlier request may have been lost, and the gateway itself refunds some second payments.
  const payment = await gateway.fetchPayment(row.paymentId)
  if (!payment.ok) return scheduleRetry(deps, row, payment.error.detail)
  if (await isRefundBlocked(deps.db, row.paymentId))
    return scheduleRetry(deps, row, 'The payment is disputed at the bank.')
  const lost = await lostAmount(deps.db, row.paymentId)
  const left = subtract(subtract(payment.value.amount, payment.value.refunded), lost)
  if (left <= 0 && payment.value.refunded === 0) return closeAfterLostDispute(deps, row)
  if (left <= 0) return markSent(deps, { ...row, amount: payment.value.refunded }, row.gatewayRefundId)
  const sent = await gateway.refund({
    paymentId: row.paymentId,
    amount: left,
    idempotencyKey: idempotencyKey(row),
  })
  if (!sent.ok) return scheduleRetry(deps, row, sent.error.detail)
  const { id, status } = sent.value
  return status === 'failed' ? markFailed(deps, row, id) : markSent(deps, { ...row, amount: left }, id)
}

/** A refund that failed at the gateway needs another key, or it would fail forever. */
function idempotencyKey({ id, gatewayRefundId }: RefundRow): string {
  return gatewayRefundId === null ? id : `${id}-${gatewayRefundId}`
}

async function scheduleRetry({ db, now, log }: GatewayDeps, row: RefundRow, detail: string): Promise<void> {
  log.error('refund not sent', { attempts: row.attempts, detail })
  await db
    .update(surplusRefund)
    .set({ nextAttemptAt: addMs(now(), retryDelayMs(row.attempts)) })
    .where(eq(surplusRefund.id, row.id))
}

async function markFailed(deps: GatewayDeps, row: RefundRow, gatewayRefundId: string): Promise<void> {
  const { db, now } = deps
  await db.transaction(async (tx) => {
    await lockOrder(tx, row.orderNumber)
    await appendOrderEvents(tx, {
      orderNumber: row.orderNumber,
      at: now(),
      event: 'refund failed',
      source: 'refunds',
      detail: { paymentId: row.paymentId, gatewayRefundId },
    })
    await tx.update(surplusRefund).set({ gatewayRefundId }).where(eq(surplusRefund.id, row.id))
  })
  await scheduleRetry(deps, row, 'failed at the gateway')
}

/** The bank has returned the money by a dispute: nothing is sent. The customer knows it from the bank. */
async function closeAfterLostDispute(
  { db, now, log }: GatewayDeps,
  { id, reason }: RefundRow,
): Promise<void> {
  await db
    .update(surplusRefund)
    .set({ sentAt: now(), nextAttemptAt: null, gatewayRefundId: null, amount: ZERO })
    .where(and(eq(surplusRefund.id, id), isNull(surplusRefund.sentAt)))
  log.info('refund returned by the bank', { reason })
}

async function markSent(
  { db, now, log, siteUrl }: GatewayDeps,
  row: RefundRow,
  gatewayRefundId: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = now()
    const { orderNumber, paymentId, amount } = row
    await lockOrder(tx, orderNumber)
    const [sent] = await tx
      .update(surplusRefund)
      .set({ sentAt: at, nextAttemptAt: null, gatewayRefundId, amount })
      .where(and(eq(surplusRefund.id, row.id), isNull(surplusRefund.sentAt)))
      .returning()
    if (!sent) return
    await appendOrderEvents(tx, {
      orderNumber,
      at,
      event: 'refund sent',
      source: 'refunds',
      detail: { paymentId, amount, gatewayRefundId },
    })
    const dedupeKey = `refund:${paymentId}`
    await notifyOfRefund(tx, siteUrl, { orderNumber, paymentId, amount, dedupeKey, at })
    log.info('refund sent', { reason: sent.reason })
  })
}

interface SentRefund {
  readonly orderNumber: string
  readonly paymentId: string
  readonly amount: Paise
  /** The pieces, where it is known for which it is. */
  readonly lines?: readonly LineQuantity[]
  /** Beside the pieces. */
  readonly extra?: Paise
  /** The number of its credit note; null where none is issued, or not yet. */
  readonly creditNote?: string | null
  readonly dedupeKey: string
  readonly at: Date
}

/** E-mails the customer, and reconciles the order again for a week: the bank may not accept the refund. Needs the lock on the order. */
export async function notifyOfRefund(
  tx: Db,
  siteUrl: string,
  { orderNumber, paymentId, lines = [], dedupeKey, at, ...refund }: SentRefund,
): Promise<void> {
  const row = await tx
    .update(order)
    .set(restartReconciliation(at))
    .where(eq(order.number, orderNumber))
    .returning()
    .then(expectRow)
  const pieces = selectLines(await loadLines(tx, [orderNumber]), lines)
  await queueOrderEmail(tx, row, {
    content: ({ order, orderUrl }) =>
      refundSentEmail({ order: { ...order, paymentId }, orderUrl, pieces, ...refund }),
    dedupeKey,
    at,
    siteUrl,
  })
}

/** Sends a refund again that the gateway reports as failed. A repeated report changes nothing. */
export async function retrySurplusRefund(
  { db, now }: Pick<GatewayDeps, 'db' | 'now'>,
  gatewayRefundId: string,
): Promise<void> {
  const isSentRefund = and(
    eq(surplusRefund.gatewayRefundId, gatewayRefundId),
    isNotNull(surplusRefund.sentAt),
  )
  await db.transaction(async (tx) => {
    const at = now()
    const [row] = await tx.select().from(surplusRefund).where(isSentRefund)
    if (!row) return
    const { orderNumber, paymentId } = row
    await lockOrder(tx, orderNumber)
    const reopened = await tx
      .update(surplusRefund)
      .set({ sentAt: null, nextAttemptAt: at })
      .where(isSentRefund)
      .returning({ id: surplusRefund.id })
    if (reopened.length === 0) return
    await appendOrderEvents(tx, {
      orderNumber,
      at,
      event: 'refund failed',
      source: 'webhook',
      detail: { paymentId, gatewayRefundId },
    })
  })
}

interface Observation {
  readonly orderNumber: string
  readonly payments: readonly GatewayPayment[]
  readonly source: Source
  readonly requestedAt: Date
  readonly at: Date
}

/**
 * Sends refunds again that do not show on their payment in full: the bank could not accept them, and the webhook about
 * that was lost, came before the refund was recorded, or named a refund of the dashboard. Needs the lock on the order.
 */
export async function retryMissingSurplusRefunds(
  tx: Db,
  { orderNumber, payments, source, requestedAt, at }: Observation,
): Promise<void> {
  const ids: string[] = []
  for (const { id, status, amount, refunded } of payments)
    if (status === 'captured' && sum([refunded, await lostAmount(tx, id)]) < amount) ids.push(id)
  if (ids.length === 0) return
  const reopened = await tx
    .update(surplusRefund)
    .set({ sentAt: null, nextAttemptAt: at })
    .where(
      and(
        eq(surplusRefund.orderNumber, orderNumber),
        inArray(surplusRefund.paymentId, ids),
        lte(surplusRefund.sentAt, addMs(requestedAt, -REFUND_VISIBLE_MS)),
      ),
    )
    .returning()
  for (const { paymentId, gatewayRefundId } of reopened)
    await appendOrderEvents(tx, {
      orderNumber,
      at,
      event: 'refund failed',
      source,
      detail: { paymentId, gatewayRefundId },
    })
}
