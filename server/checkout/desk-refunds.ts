/**
 * Refunds that staff make at the desk. They are promised under the lock on the order, so that together with those of the
 * gateway's dashboard they never exceed what was paid, and sent by the job of refunds.
 */
import { and, asc, eq, inArray, isNull, ne, notInArray, or, sql, sum as sumOf, type SQL } from 'drizzle-orm'
import { paise, subtract, sum, ZERO, type Paise } from '#domain/money.ts'
import { isCaptured } from '#domain/order.ts'
import { refundAmount, refundedLines, type LineQuantity } from '#domain/refund-lines.ts'
import type { Result } from '#domain/result.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { claimDue, type DueRows } from '#server/db/queue.ts'
import { deskRefund } from '#server/db/refund-schema.ts'
import { dashboardRefund, order } from '#server/db/schema.ts'
import { conflict, type ErrorResponse } from '#server/http.ts'
import { LEASE_MS, retryDelayMs } from '#server/orders/intervals.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { loadLines, lockOrder, type OrderRow } from '#server/orders/orders.ts'
import { recordDashboardRefunds, refundedAmount } from './dashboard-refunds.ts'
import { isRefundBlocked, lostAmount } from './disputes.ts'
import type { GatewayDeps, ListedRefund } from './gateway.ts'

export type DeskRefundRow = typeof deskRefund.$inferSelect

/** As `requestedBy` of a cancellation by the customer. */
export const CUSTOMER = 'customer'

export function cancelledBy({ requestedBy }: Pick<DeskRefundRow, 'requestedBy'>): Source {
  return requestedBy === CUSTOMER ? 'shopper' : 'desk'
}

const DISPUTED =
  'The customer disputes this payment at the bank: answer that on the dashboard of the gateway. Until the bank has decided, nothing is refunded.'
/** More than anybody decides in a day. */
const REQUESTS_MAX = 100

/** They count as refunded already. */
const NOT_SENT_YET = ['requested', 'unpacking', 'due'] as const

/** `isNew` is false where the act was done before. */
export type RefundAct = Result<{ readonly isNew: boolean; readonly refund: DeskRefundRow }, ErrorResponse>

export interface RefundRequest {
  readonly id: string
  readonly lines: readonly LineQuantity[]
  readonly extra: Paise
  readonly reason: string
  /** What could be refunded by what the page showed; another amount means that another refund was made meanwhile. */
  readonly refundable: Paise
}

interface Acting {
  /** The e-mail address of the staff member. */
  readonly by: string
  readonly at: Date
}

/**
 * What is left of the payment after all refunds, also those that are still to be sent, and lost disputes. Something of a refunded order is left
 * once the bank has rejected its refund.
 */
export async function refundableAmount(
  db: Db,
  { number, status, total, paymentId }: OrderRow,
): Promise<Paise> {
  if (!isCaptured(status) || paymentId === null) return ZERO
  const [pending] = await db
    .select({ amount: sumOf(deskRefund.amount).mapWith(Number) })
    .from(deskRefund)
    .where(and(eq(deskRefund.orderNumber, number), inArray(deskRefund.state, NOT_SENT_YET)))
  const gone = sum([
    await refundedAmount(db, number),
    await lostAmount(db, paymentId),
    paise(pending?.amount ?? 0),
  ])
  return gone < total ? subtract(total, gone) : ZERO
}

/** With the time at which the bank rejected a sent one; oldest first. */
export function loadDeskRefunds(db: Db, orderNumber: string) {
  return db
    .select({ refund: deskRefund, failedAt: dashboardRefund.failedAt, sentAt: dashboardRefund.recordedAt })
    .from(deskRefund)
    .leftJoin(dashboardRefund, eq(dashboardRefund.gatewayRefundId, deskRefund.gatewayRefundId))
    .where(eq(deskRefund.orderNumber, orderNumber))
    .orderBy(asc(deskRefund.requestedAt), asc(deskRefund.id))
}

/** Those of all orders that wait for a second person, oldest first. */
export async function loadRefundRequests(db: Db) {
  const rows = await db
    .select()
    .from(deskRefund)
    .where(eq(deskRefund.state, 'requested'))
    .orderBy(asc(deskRefund.requestedAt), asc(deskRefund.id))
    .limit(REQUESTS_MAX)
  return rows.map(({ id, orderNumber, amount, reason, requestedBy, requestedAt }) => ({
    id,
    orderNumber,
    amount,
    reason,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
  }))
}

/** The pieces whose money was refunded at the desk, or is about to be, but for the refunds with the ids of `except`. */
export async function loadRefundedLines(
  db: Db,
  orderNumber: string,
  except: readonly string[] = [],
): Promise<readonly LineQuantity[]> {
  const rows = await db
    .select({ lines: deskRefund.lines })
    .from(deskRefund)
    .leftJoin(dashboardRefund, eq(dashboardRefund.gatewayRefundId, deskRefund.gatewayRefundId))
    .where(
      and(
        eq(deskRefund.orderNumber, orderNumber),
        notInArray(deskRefund.id, [...except]),
        or(
          inArray(deskRefund.state, NOT_SENT_YET),
          and(eq(deskRefund.state, 'sent'), isNull(dashboardRefund.failedAt)),
        ),
      ),
    )
  return rows.flatMap(({ lines }) => lines)
}

/**
 * What staff have refunded of an order without a second person: the limit is one of the order, or several small refunds
 * would get round it.
 */
export async function unapprovedAmount(db: Db, orderNumber: string): Promise<Paise> {
  const rows = await db
    .select({ amount: deskRefund.amount })
    .from(deskRefund)
    .where(
      and(
        eq(deskRefund.orderNumber, orderNumber),
        inArray(deskRefund.state, ['unpacking', 'due', 'sent']),
        isNull(deskRefund.decidedBy),
        ne(deskRefund.requestedBy, CUSTOMER),
      ),
    )
  return sum(rows.map(({ amount }) => amount))
}

/** A refund that takes those of its order above `approvalAbove` waits for a second person. */
export async function requestRefund(
  tx: Db,
  orderNumber: string,
  { by, at, approvalAbove, ...request }: RefundRequest & Acting & { readonly approvalAbove: Paise },
): Promise<RefundAct> {
  const row = await lockOrder(tx, orderNumber)
  const existing = await findDeskRefund(tx, request.id)
  if (existing)
    return existing.orderNumber === orderNumber
      ? { ok: true, value: { isNew: false, refund: existing } }
      : conflict('This refund belongs to another order.')
  if (!isCaptured(row.status) || row.paymentId === null) return conflict('There is no payment to refund.')
  if (await isRefundBlocked(tx, row.paymentId)) return conflict(DISPUTED)
  const refundable = await refundableAmount(tx, row)
  if (refundable !== request.refundable)
    return conflict('Somebody has refunded meanwhile. Look at the refunds of this order first.')
  const before = await loadRefundedLines(tx, orderNumber)
  const lines = refundedLines(request.lines, await loadLines(tx, [orderNumber]), before)
  if (!lines) return conflict('These pieces are refunded already, or are not of this order.')
  const amount = refundAmount(lines, request.extra)
  if (amount === 0) return conflict('Choose pieces or enter an amount.')
  if (amount > refundable) return conflict('This is more than what is left of the payment.')
  const needsApproval = sum([amount, await unapprovedAmount(tx, orderNumber)]) > approvalAbove
  const [refund] = await tx
    .insert(deskRefund)
    .values({
      id: request.id,
      orderNumber,
      paymentId: row.paymentId,
      amount,
      lines,
      extra: request.extra,
      reason: request.reason,
      state: needsApproval ? 'requested' : 'due',
      requestedBy: by,
      requestedAt: at,
      nextAttemptAt: needsApproval ? null : at,
    })
    .returning()
  if (!refund) throw new Error('The refund was not inserted')
  await appendOrderEvents(tx, {
    orderNumber,
    at,
    event: needsApproval ? 'refund requested' : 'refund due',
    source: 'desk',
    detail: { amount },
  })
  return { ok: true, value: { isNew: true, refund } }
}

export interface RefundDecision extends Acting {
  readonly orderNumber: string
  readonly id: string
  readonly decision: 'approve' | 'decline'
}

/** Approved only by another person than the one who requested it, who may decline it, too. */
export async function decideRefund(
  tx: Db,
  { orderNumber, id, decision, by, at }: RefundDecision,
): Promise<RefundAct> {
  await lockOrder(tx, orderNumber)
  const refund = await findDeskRefund(tx, id)
  if (!refund || refund.orderNumber !== orderNumber) return conflict('There is no such refund.')
  const isDeclined = refund.state === 'declined'
  if (refund.state !== 'requested')
    return refund.decidedAt !== null && isDeclined === (decision === 'decline')
      ? { ok: true, value: { isNew: false, refund } }
      : conflict('This refund was decided already.')
  if (decision === 'approve' && refund.requestedBy === by)
    return conflict('Another person than the one who requested it approves a refund.')
  if (decision === 'approve' && (await isRefundBlocked(tx, refund.paymentId))) return conflict(DISPUTED)
  const [decided] = await tx
    .update(deskRefund)
    .set({
      decidedBy: by,
      decidedAt: at,
      ...(decision === 'approve' ? { state: 'due', nextAttemptAt: at } : { state: 'declined' }),
    })
    .where(eq(deskRefund.id, id))
    .returning()
  if (!decided) throw new Error('The locked refund is gone')
  // One that cancels is due once it has cancelled.
  if (decision === 'decline' || !decided.cancels)
    await appendOrderEvents(tx, {
      orderNumber,
      at,
      event: decision === 'approve' ? 'refund due' : 'refund declined',
      source: 'desk',
      detail: { amount: decided.amount },
    })
  return { ok: true, value: { isNew: true, refund: decided } }
}

/** The order is cancelled as a whole, which leaves nothing for them. */
export async function declineRequests(
  tx: Db,
  orderNumber: string,
  { by, at, source }: Acting & { readonly source: Source },
): Promise<void> {
  const declined = await tx
    .update(deskRefund)
    .set({ state: 'declined', decidedBy: by, decidedAt: at })
    .where(
      and(eq(deskRefund.orderNumber, orderNumber), inArray(deskRefund.state, ['requested', 'unpacking'])),
    )
    .returning({ amount: deskRefund.amount })
  const event = 'refund declined'
  await appendOrderEvents(
    tx,
    ...declined.map(({ amount }) => ({ orderNumber, at, event, source, detail: { amount } }) as const),
  )
}

export async function findDeskRefund(db: Db, id: string): Promise<DeskRefundRow | undefined> {
  const [row] = await db.select().from(deskRefund).where(eq(deskRefund.id, id))
  return row
}

/** Each may take three calls, which must not outlast the lease. */
const REFUNDS_PER_CLAIM = 1

/** Returns the number of refunds that were due. */
export async function sendDueDeskRefunds(deps: GatewayDeps): Promise<number> {
  const queue = {
    table: deskRefund,
    key: deskRefund.id,
    dueAt: deskRefund.nextAttemptAt,
    isOpen: eq(deskRefund.state, 'due'),
    limit: REFUNDS_PER_CLAIM,
    leaseMs: LEASE_MS,
    claim: (due: DueRows, isClaimed: SQL, nextAttemptAt: Date) =>
      due
        .update(deskRefund)
        .set({ nextAttemptAt, attempts: sql`${deskRefund.attempts} + 1` })
        .where(isClaimed)
        .returning(),
  }
  const due = await claimDue(deps.db, queue, deps.now())
  for (const row of due) await sendDeskRefund(deps, row)
  return due.length
}

async function sendDeskRefund(deps: GatewayDeps, row: DeskRefundRow): Promise<void> {
  const { gateway, now } = deps
  const { id, paymentId, amount } = row
  // The response to an earlier request may have been lost.
  const listed = await gateway.fetchPaymentRefunds(paymentId)
  if (!listed.ok) return scheduleRetry(deps, row, listed.error.detail)
  const made = listed.value.find(({ receipt }) => receipt === id)
  if (made) return recordSent(deps, row, made)
  if (await isRefundBlocked(deps.db, paymentId))
    return scheduleRetry(deps, row, 'The payment is disputed at the bank.')
  const sent = await gateway.refund({ paymentId, amount, idempotencyKey: id, receipt: id })
  if (sent.ok)
    return recordSent(deps, row, { ...sent.value, paymentId, amount, receipt: id, createdAt: now() })
  if (sent.error.kind === 'rejected' && (await exceedsPayment(deps, row))) return markFailed(deps, row)
  return scheduleRetry(deps, row, sent.error.detail)
}

/** A refund was made on the dashboard meanwhile, or the customer has disputed and won. */
async function exceedsPayment({ gateway }: GatewayDeps, { paymentId, amount }: DeskRefundRow) {
  const payment = await gateway.fetchPayment(paymentId)
  return payment.ok && subtract(payment.value.amount, payment.value.refunded) < amount
}

async function recordSent(deps: GatewayDeps, { orderNumber }: DeskRefundRow, made: ListedRefund) {
  const { db, now, log } = deps
  await db.transaction(async (tx) => {
    const report = { orderNumber, refunds: [made], source: 'refunds', at: now() } as const
    const isWhole = await recordDashboardRefunds(tx, deps, report)
    if (!isWhole) return
    await tx.update(order).set({ status: 'refunded' }).where(eq(order.number, orderNumber))
  })
  log.info('desk refund sent', { gatewayRefundId: made.id })
}

async function markFailed({ db, now, log }: GatewayDeps, row: DeskRefundRow): Promise<void> {
  const { id, orderNumber, amount } = row
  log.error('desk refund exceeds the payment', { event: 'desk-refund.failed' })
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderNumber)
    const failed = await tx
      .update(deskRefund)
      .set({ state: 'failed', nextAttemptAt: null, lastError: 'Less than this is left of the payment.' })
      .where(and(eq(deskRefund.id, id), eq(deskRefund.state, 'due')))
      .returning({ id: deskRefund.id })
    if (failed.length === 0) return
    await appendOrderEvents(tx, {
      orderNumber,
      at: now(),
      event: 'refund failed',
      source: 'refunds',
      detail: { amount },
    })
  })
}

async function scheduleRetry({ db, now, log }: GatewayDeps, row: DeskRefundRow, detail: string) {
  log.error('desk refund not sent', { attempts: row.attempts, detail })
  await db
    .update(deskRefund)
    .set({ nextAttemptAt: addMs(now(), retryDelayMs(row.attempts)), lastError: detail })
    .where(and(eq(deskRefund.id, row.id), eq(deskRefund.state, 'due')))
}
