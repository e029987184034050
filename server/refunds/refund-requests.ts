/**
 * Refunds of the payment that pays an order, as staff request them at the desk, and customers by a cancellation. They are
 * recorded under the lock on the order, so that together with those of the gateway's dashboard they never exceed what was
 * paid, and sent by a job (send-requested-refunds.ts). Refunds of payments that pay no order: surplus-refunds.ts.
 */
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { sum, type Paise } from '#domain/money.ts'
import { isCaptured } from '#domain/order.ts'
import {
  areWithin,
  pricedLines,
  refundAmount,
  remainingLines,
  type LineQuantity,
} from '#domain/refund-lines.ts'
import type { Result } from '#domain/result.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { conflict, type ErrorResponse } from '#server/http.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { lockOrder } from '#server/orders/orders.ts'
import { isRefundBlocked } from './disputes.ts'
import { amountRefundedAlone, CUSTOMER, loadRefundBasis } from './refund-amounts.ts'

export type RefundRequestRow = typeof refundRequest.$inferSelect

/** `by` is null for the customer. */
export function requesterOf(by: string | null): string {
  return by ?? CUSTOMER
}

export function requestSourceOf({ requestedBy }: Pick<RefundRequestRow, 'requestedBy'>): Source {
  return requestedBy === CUSTOMER ? 'shopper' : 'desk'
}

export const DISPUTED =
  'The customer disputes this payment at the bank: answer that on the dashboard of the gateway. Until the bank has decided, nothing is refunded.'
/** Otherwise less would be refunded for the pieces of a return or cancellation. */
export const WAITS_FOR_APPROVAL = 'Another refund of this order must be approved or declined first.'
/** An upper limit; nobody decides that many in a day. */
const REQUESTS_MAX = 100

/** `isNew` is false for a repeated act. */
export type RefundResult = Result<
  { readonly isNew: boolean; readonly request: RefundRequestRow },
  ErrorResponse
>

export interface NewRefundRequest {
  readonly id: string
  readonly lines: readonly LineQuantity[]
  readonly extra: Paise
  readonly reason: string
  /** The refundable amount that the page showed. A different amount means that another refund was made meanwhile. */
  readonly refundable: Paise
  /** The e-mail address of the staff member. */
  readonly by: string
  readonly at: Date
  /** If the refunds of the order exceed this in total, the new one waits for a second person. */
  readonly approvalAbove: Paise
}

/** Oldest first, with the time at which a sent one failed at the bank. */
export function loadRefundRequests(db: Db, orderNumber: string) {
  return db
    .select({ request: refundRequest, failedAt: gatewayRefund.failedAt, sentAt: gatewayRefund.recordedAt })
    .from(refundRequest)
    .leftJoin(gatewayRefund, eq(gatewayRefund.gatewayRefundId, refundRequest.gatewayRefundId))
    .where(eq(refundRequest.orderNumber, orderNumber))
    .orderBy(asc(refundRequest.requestedAt), asc(refundRequest.id))
}

/** Refunds of the dashboard, oldest first. */
export function loadRefundsOnDashboard(db: Db, orderNumber: string) {
  return db
    .select({
      id: gatewayRefund.gatewayRefundId,
      amount: gatewayRefund.amount,
      createdAt: gatewayRefund.createdAt,
      isFailed: sql<boolean>`${isNotNull(gatewayRefund.failedAt)}`,
    })
    .from(gatewayRefund)
    .leftJoin(refundRequest, eq(refundRequest.gatewayRefundId, gatewayRefund.gatewayRefundId))
    .where(and(eq(gatewayRefund.orderNumber, orderNumber), isNull(refundRequest.id)))
    .orderBy(asc(gatewayRefund.createdAt), asc(gatewayRefund.gatewayRefundId))
}

/** The requests of all orders that wait for a second person, oldest first. */
export async function loadRefundsToApprove(db: Db) {
  const rows = await db
    .select()
    .from(refundRequest)
    .where(eq(refundRequest.state, 'requested'))
    .orderBy(asc(refundRequest.requestedAt), asc(refundRequest.id))
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

export async function requestRefund(
  tx: Db,
  orderNumber: string,
  { by, at, approvalAbove, ...input }: NewRefundRequest,
): Promise<RefundResult> {
  const row = await lockOrder(tx, orderNumber)
  const existing = await findRefundRequest(tx, input.id)
  if (existing)
    return existing.orderNumber === orderNumber
      ? { ok: true, value: { isNew: false, request: existing } }
      : conflict('This refund belongs to another order.')
  if (!isCaptured(row.status) || row.paymentId === null) return conflict('There is no payment to refund.')
  if (await isRefundBlocked(tx, row.paymentId)) return conflict(DISPUTED)
  const { paid, refunded, refundable } = await loadRefundBasis(tx, row)
  if (refundable !== input.refundable)
    return conflict('The refunds have changed meanwhile. Check the refunds of this order first.')
  if (input.lines.length > 0 && !areWithin(input.lines, remainingLines(paid, refunded)))
    return conflict('These pieces are refunded already, or are not of this order.')
  const lines = pricedLines(input.lines, paid)
  const amount = refundAmount(lines, input.extra)
  if (amount === 0) return conflict('Choose pieces or enter an amount.')
  if (amount > refundable) return conflict('This is more than what is left of the payment.')
  const needsApproval = sum([amount, await amountRefundedAlone(tx, orderNumber)]) > approvalAbove
  const request = await tx
    .insert(refundRequest)
    .values({
      id: input.id,
      orderNumber,
      paymentId: row.paymentId,
      amount,
      lines,
      extra: input.extra,
      reason: input.reason,
      state: needsApproval ? 'requested' : 'due',
      requestedBy: by,
      requestedAt: at,
      nextAttemptAt: needsApproval ? null : at,
    })
    .returning()
    .then(expectRow)
  await appendOrderEvents(tx, {
    orderNumber,
    at,
    event: needsApproval ? 'refund requested' : 'refund due',
    source: 'desk',
    detail: { amount },
  })
  return { ok: true, value: { isNew: true, request } }
}

/**
 * Declines the open requests of an order that is cancelled as a whole, which leaves nothing to refund for them. A second
 * person may still decline a cancellation by staff, so that leaves pieces cancelled whose parcel is being unpacked.
 */
export async function supersedeRequests(
  tx: Db,
  orderNumber: string,
  { by, at }: { readonly by: string | null; readonly at: Date },
): Promise<void> {
  const decidedBy = requesterOf(by)
  const superseded = await tx
    .update(refundRequest)
    .set({ state: 'declined', decidedBy, decidedAt: at })
    .where(
      and(
        eq(refundRequest.orderNumber, orderNumber),
        inArray(refundRequest.state, by === null ? ['requested', 'unpacking'] : ['requested']),
      ),
    )
    .returning({ amount: refundRequest.amount })
  const entry = {
    orderNumber,
    at,
    event: 'refund declined',
    source: requestSourceOf({ requestedBy: decidedBy }),
  } as const
  await appendOrderEvents(tx, ...superseded.map(({ amount }) => ({ ...entry, detail: { amount } })))
}

export async function findRefundRequest(db: Db, id: string): Promise<RefundRequestRow | undefined> {
  const [row] = await db.select().from(refundRequest).where(eq(refundRequest.id, id))
  return row
}
