/**
 * Sends the refunds that staff and cancellations have requested, with their id as idempotency key and receipt. Once the
 * gateway has one, it is recorded like one of the dashboard (gateway-refunds.ts).
 */
import { and, eq } from 'drizzle-orm'
import { formatRupees, subtract, sum, ZERO, type Paise } from '#domain/money.ts'
import { addMs } from '#domain/time.ts'
import { claimDue } from '#server/db/queue.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import { order } from '#server/db/schema.ts'
import { GATEWAY_LEASE_MS, retryDelayMs } from '#server/orders/intervals.ts'
import { appendOrderEvents } from '#server/orders/order-events.ts'
import { lockOrder, markRefunded } from '#server/orders/orders.ts'
import { creditRefunds } from './credit-refunds.ts'
import { notifyOfUnmadeRefund } from './unmade-refund-email.ts'
import { isRefundBlocked } from './disputes.ts'
import type { GatewayDeps, ListedRefund } from '#server/gateway/gateway.ts'
import { recordGatewayRefunds } from './gateway-refunds.ts'
import { directlyRefundedAmount, lostAmount } from './refund-amounts.ts'
import type { RefundRequestRow } from './refund-requests.ts'

/** Each may take three calls, which must not outlast the lease. */
const REFUNDS_PER_CLAIM = 1

const EXCEEDS_PAYMENT = 'Less than this is left of the payment.'

/** The dispute may or may not have covered this refund, so staff decide whether to request it again. */
const lostByDispute = (amount: Paise) =>
  `The bank has returned ${formatRupees(amount)} of the payment since this was requested.`

/** Returns the number of refunds that were due. */
export async function sendDueRequestedRefunds(deps: GatewayDeps): Promise<number> {
  const queue = {
    table: refundRequest,
    isOpen: eq(refundRequest.state, 'due'),
    limit: REFUNDS_PER_CLAIM,
    leaseMs: GATEWAY_LEASE_MS,
  }
  const due = await claimDue(deps.db, queue, deps.now())
  for (const request of due) await sendRequestedRefund(deps, request)
  return due.length
}

async function sendRequestedRefund(deps: GatewayDeps, request: RefundRequestRow): Promise<void> {
  const { gateway, now } = deps
  const { id, paymentId, amount } = request
  // The response to an earlier request may have been lost.
  const listed = await gateway.fetchPaymentRefunds(paymentId)
  if (!listed.ok) return scheduleRetry(deps, request, listed.error.detail)
  const earlier = listed.value.find(({ receipt }) => receipt === id)
  if (earlier) return recordSent(deps, request, earlier)
  if (await isRefundBlocked(deps.db, paymentId))
    return scheduleRetry(deps, request, 'The payment is disputed at the bank.')
  // The gateway might refund what the bank has already returned. A person who approved the refund knew of earlier returns.
  const since = request.decidedAt ?? request.requestedAt
  const lost = await lostAmount(deps.db, paymentId, { since })
  if (lost > 0) return markFailed(deps, request, { reason: lostByDispute(lost), notifies: false })
  if (amount > (await leftOfPayment(deps, request, listed.value)))
    return markFailed(deps, request, { reason: EXCEEDS_PAYMENT, notifies: true })
  const sent = await gateway.refund({ paymentId, amount, idempotencyKey: id, receipt: id })
  if (sent.ok)
    return recordSent(deps, request, { ...sent.value, paymentId, amount, receipt: id, createdAt: now() })
  if (sent.error.kind === 'rejected' && (await exceedsPayment(deps, request)))
    return markFailed(deps, request, { reason: EXCEEDS_PAYMENT, notifies: true })
  return scheduleRetry(deps, request, sent.error.detail)
}

async function leftOfPayment(
  { db }: GatewayDeps,
  { orderNumber, paymentId }: RefundRequestRow,
  listed: readonly ListedRefund[],
): Promise<Paise> {
  const [paid] = await db.select({ total: order.total }).from(order).where(eq(order.number, orderNumber))
  const refunded = listed.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)
  const used = sum([
    ...refunded,
    await lostAmount(db, paymentId),
    await directlyRefundedAmount(db, orderNumber),
  ])
  return paid && used < paid.total ? subtract(paid.total, used) : ZERO
}

/** True after a concurrent refund on the dashboard. */
async function exceedsPayment({ gateway }: GatewayDeps, { paymentId, amount }: RefundRequestRow) {
  const payment = await gateway.fetchPayment(paymentId)
  return payment.ok && subtract(payment.value.amount, payment.value.refunded) < amount
}

async function recordSent(deps: GatewayDeps, { orderNumber }: RefundRequestRow, refund: ListedRefund) {
  const { db, now, log } = deps
  await db.transaction(async (tx) => {
    const orderRow = await lockOrder(tx, orderNumber)
    const report = { orderNumber, refunds: [refund], source: 'refunds', at: now() } as const
    const { isRefundedInFull } = await recordGatewayRefunds(tx, deps, report)
    if (isRefundedInFull) await markRefunded(tx, orderRow)
  })
  log.info('requested refund sent', { gatewayRefundId: refund.id })
}

interface Failure {
  readonly reason: string
  /** E-mails the customer. */
  readonly notifies: boolean
}

async function markFailed(
  { db, now, log, siteUrl }: GatewayDeps,
  { id, orderNumber, amount, cancels }: RefundRequestRow,
  { reason, notifies }: Failure,
): Promise<void> {
  log.error('requested refund failed', { event: 'refund-request.failed', detail: reason })
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderNumber)
    const failed = await tx
      .update(refundRequest)
      .set({ state: 'failed', nextAttemptAt: null, lastError: reason })
      .where(and(eq(refundRequest.id, id), eq(refundRequest.state, 'due')))
      .returning({ id: refundRequest.id })
    if (failed.length === 0) return
    const at = now()
    await appendOrderEvents(tx, {
      orderNumber,
      at,
      event: 'refund failed',
      source: 'refunds',
      detail: { id, amount },
    })
    await creditRefunds(tx, { orderNumber, at })
    if (!notifies) return
    const failure = {
      requestId: id,
      gatewayRefundId: null,
      isKnownToCustomer: cancels,
      orderNumber,
      amount,
    } as const
    await notifyOfUnmadeRefund(tx, { ...failure, cause: 'failed' }, { at, siteUrl })
  })
}

async function scheduleRetry({ db, now, log }: GatewayDeps, request: RefundRequestRow, detail: string) {
  log.error('requested refund not sent', { attempts: request.attempts, detail })
  await db
    .update(refundRequest)
    .set({ nextAttemptAt: addMs(now(), retryDelayMs(request.attempts)), lastError: detail })
    .where(and(eq(refundRequest.id, request.id), eq(refundRequest.state, 'due')))
}
