/**
 * Reconciles every order at growing intervals until a payment is captured or the order has expired, some days longer
 * for second payments and late authorizations, and until the gateway has processed or failed its refunds. Works even if
 * all verify calls and webhooks are lost.
 */
import { and, eq, gte, isNull, max, min } from 'drizzle-orm'
import { canTransition, isCaptured } from '#domain/order.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { claimDue } from '#server/db/queue.ts'
import { gatewayRefund } from '#server/db/refund-schema.ts'
import { order, payment, surplusRefund } from '#server/db/schema.ts'
import { paymentFailedEmail } from '#server/email/templates.ts'
import { errorFields } from '#server/log.ts'
import { listGatewayOrders } from '#server/orders/gateway-orders.ts'
import {
  pendingRefundDelayMs,
  reconcileDelayMs,
  GATEWAY_LEASE_MS,
  ORDER_EXPIRES_MS,
  RECONCILED_FOR_MS,
  UNKNOWN_AFTER_REJECTED_MS,
} from '#server/orders/intervals.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { appendOrderEvents, isClosed } from '#server/orders/order-events.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.ts'
import { logGatewayError, type GatewayDeps } from '#server/gateway/gateway.ts'
import { reconcileOrder } from './reconcile-order.ts'

/** Few: a slow gateway must not outlast the lease. */
const ORDERS_PER_CLAIM = 4

/** Returns the number of orders that were due. */
export async function reconcileDueOrders(deps: GatewayDeps): Promise<number> {
  const queue = {
    table: order,
    dueAt: 'nextReconcileAt',
    attempts: 'reconcileAttempts',
    limit: ORDERS_PER_CLAIM,
    leaseMs: GATEWAY_LEASE_MS,
  } as const
  const due = await claimDue(deps.db, queue, deps.now())
  await Promise.all(
    due.map(({ number }) =>
      // Due again once the lease runs out.
      reconcileDueOrder(deps, number).catch((error: unknown) => {
        deps.log.error('reconciliation failed', errorFields(error))
      }),
    ),
  )
  return due.length
}

async function reconcileDueOrder(deps: GatewayDeps, number: string): Promise<void> {
  const { db, log, now, siteUrl } = deps
  const result = await reconcileOrder(deps, number, 'reconciliation')
  if (!result.ok) logGatewayError(log, result.error)
  const isRejected = !result.ok && result.error.kind === 'rejected'
  const hasNoReceipt = isRejected && (await hasNoReceiptAtGateway(deps, number))
  await db.transaction(async (tx) => {
    const at = now()
    const orderRow = await lockOrder(tx, number)
    const rejectedSince = result.ok
      ? null
      : isRejected
        ? (orderRow.rejectedSince ?? at)
        : orderRow.rejectedSince
    // The order belongs to another account, for example after live keys replaced test keys.
    const isUnknown =
      hasNoReceipt && rejectedSince !== null && at >= addMs(rejectedSince, UNKNOWN_AFTER_REJECTED_MS)
    const pendingSince = await pendingRefundSince(tx, number)
    const isPastReconciliation =
      (isUnknown || (result.ok && pendingSince === null)) && at >= (await reconciledUntil(tx, orderRow))
    if (isPastReconciliation && isUnknown) {
      await appendOrderEvents(tx, {
        orderNumber: number,
        at,
        event: 'unknown to the gateway',
        source: 'reconciliation',
      })
      log.error('order unknown to the gateway', { event: 'order.unknown-to-gateway' })
    }
    const waitsForConsent = orderRow.consentDueAt !== null && orderRow.consentDueAt > at
    // An order expires only if the gateway has just responded, and no bank has promised to pay it.
    const isSureUnpaid = !waitsForConsent && (result.ok ? !result.value.isAuthorized : isPastReconciliation)
    if (isSureUnpaid && !isCaptured(orderRow.status)) await expireOrEmail(tx, { orderRow, at, siteUrl })
    await tx
      .update(order)
      .set({
        rejectedSince,
        nextReconcileAt: waitsForConsent
          ? orderRow.consentDueAt
          : isPastReconciliation
            ? null
            : addMs(
                at,
                Math.max(
                  reconcileDelayMs(orderRow.reconcileAttempts),
                  pendingRefundDelayMs(pendingSince, at),
                ),
              ),
      })
      .where(eq(order.number, number))
  })
}

/** True if the gateway responds and has none of the receipts, which no other account uses. */
async function hasNoReceiptAtGateway({ db, gateway }: GatewayDeps, number: string): Promise<boolean> {
  for (const { receipt } of await listGatewayOrders(db, number)) {
    const gatewayOrder = await gateway.findOrderByReceipt(receipt)
    if (!gatewayOrder.ok || gatewayOrder.value !== null) return false
  }
  return true
}

async function reconciledUntil(tx: Db, { number, placedAt }: OrderRow): Promise<Date> {
  const [sent] = await tx
    .select({ at: max(surplusRefund.sentAt) })
    .from(surplusRefund)
    .where(eq(surplusRefund.orderNumber, number))
  const [recorded] = await tx
    .select({ at: max(gatewayRefund.recordedAt) })
    .from(gatewayRefund)
    .where(eq(gatewayRefund.orderNumber, number))
  const last = Math.max(...[placedAt, sent?.at, recorded?.at].map(Number).filter(Number.isFinite))
  return addMs(new Date(last), RECONCILED_FOR_MS)
}

/** Time of the oldest refund that the gateway has neither processed nor failed; null if there is none. */
async function pendingRefundSince(tx: Db, number: string): Promise<Date | null> {
  const [pending] = await tx
    .select({ since: min(gatewayRefund.recordedAt) })
    .from(gatewayRefund)
    .where(
      and(
        eq(gatewayRefund.orderNumber, number),
        isNull(gatewayRefund.processedAt),
        isNull(gatewayRefund.failedAt),
      ),
    )
  return pending?.since ?? null
}

interface UnpaidOrder {
  readonly orderRow: OrderRow
  readonly at: Date
  readonly siteUrl: string
}

/** Expires the order when its time is over; until then e-mails the customer about a declined payment. */
async function expireOrEmail(tx: Db, unpaid: UnpaidOrder): Promise<void> {
  const isExpired = unpaid.at >= addMs(unpaid.orderRow.placedAt, ORDER_EXPIRES_MS)
  await (isExpired ? expireOrder(tx, unpaid) : emailAboutDecline(tx, unpaid))
}

async function expireOrder(tx: Db, { orderRow, at }: UnpaidOrder): Promise<void> {
  const { number: orderNumber, status } = orderRow
  if (await isClosed(tx, orderNumber)) return
  await appendOrderEvents(tx, { orderNumber, at, event: 'expired', source: 'reconciliation' })
  if (canTransition(status, 'cancelled'))
    await tx.update(order).set({ status: 'cancelled' }).where(eq(order.number, orderNumber))
}

/**
 * Minutes after the decline, because most shoppers pay at the second try. A report by the page alone sends no email:
 * anyone could use it to send e-mails to any address.
 */
async function emailAboutDecline(tx: Db, { orderRow, at, siteUrl }: UnpaidOrder): Promise<void> {
  const { number: orderNumber, status } = orderRow
  if (status !== 'failed' || !(await hasDeclinedPayment(tx, orderNumber))) return
  if (await hasPaidSince(tx, orderRow)) return
  await queueOrderEmail(tx, orderRow, {
    content: ({ order }) => paymentFailedEmail({ order, cartUrl: `${siteUrl}/cart` }),
    dedupeKey: `payment-failed:${orderNumber}`,
    at,
    siteUrl,
  })
}

async function hasDeclinedPayment(tx: Db, orderNumber: string): Promise<boolean> {
  const isDeclined = and(eq(payment.orderNumber, orderNumber), eq(payment.status, 'failed'))
  return (await tx.$count(payment, isDeclined)) > 0
}

/** A shopper who changed address, courier or quantity after the decline pays another order. */
async function hasPaidSince(tx: Db, { userId, placedAt }: OrderRow): Promise<boolean> {
  return (await tx.$count(order, and(eq(order.userId, userId), gte(order.paidAt, placedAt)))) > 0
}
