/**
 * Cancels a paid order, or lines of it, until the courier has its parcel: the pieces are restocked and refunded. A job
 * unpacks the parcel first; until then the cancellation is `unpacking`. A whole order becomes refunded at once, which
 * stops packing before the refund is sent.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { subtract, sum, ZERO, type Paise } from '#domain/money.ts'
import { isDispatched } from '#domain/parcel.ts'
import {
  areWithin,
  quantityOf,
  refundAmount,
  refundForLines,
  type LineQuantity,
  type RefundLine,
} from '#domain/refund-lines.ts'
import type { Result } from '#domain/result.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import { conflict, type ErrorResponse } from '#server/http.ts'
import { cancellableLines, isOfWholeOrder, loadOpenCancellations } from '#server/orders/cancellations.ts'
import { appendOrderEvents, wasCancelled } from '#server/orders/order-events.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.ts'
import { isRefundBlocked } from '#server/refunds/disputes.ts'
import { amountRefundedAlone, dependsOnApproval, loadRefundBasis } from '#server/refunds/refund-amounts.ts'
import {
  findRefundRequest,
  requesterOf,
  requestSourceOf,
  supersedeRequests,
  WAITS_FOR_APPROVAL,
  type RefundRequestRow,
} from '#server/refunds/refund-requests.ts'
import { completeCancellation } from './complete-cancellation.ts'
import { findParcel } from './parcels.ts'
import { findUndispatchedParcel, queueUnpack } from './unpack.ts'

export interface CancellationInput {
  /** E-mail address of a staff member; null for the customer. */
  readonly by: string | null
  readonly reason: string
  /** A higher amount needs another person's approval; null if none does. */
  readonly approvalAbove: Paise | null
  readonly at: Date
  readonly siteUrl: string
}

export interface LineCancellationInput extends CancellationInput {
  /** The idempotency key: requests with one id are one cancellation. */
  readonly id: string
  readonly lines: readonly LineQuantity[]
}

export interface CancelOutcome {
  /** False for a repeated request. */
  readonly isNew: boolean
  /** Waits for a second person. */
  readonly needsApproval: boolean
  /** Waits until the parcel is unpacked. */
  readonly isUnpacking: boolean
  readonly amount: Paise
}

export type CancelResult = Result<CancelOutcome, ErrorResponse>

/**
 * Above the approval limit this only requests the cancellation: nothing of the order is packed until a second person
 * decides.
 */
export async function cancelOrder(
  tx: Db,
  orderNumber: string,
  input: CancellationInput,
): Promise<CancelResult> {
  const row = await lockOrder(tx, orderNumber)
  if (await wasCancelled(tx, orderNumber))
    return { ok: true, value: { isNew: false, needsApproval: false, isUnpacking: false, amount: ZERO } }
  const cancellation = (await loadOpenCancellations(tx, orderNumber)).find(isOfWholeOrder)
  if (cancellation?.state === 'unpacking') return retryUnpack(tx, cancellation, input.at)
  const error = await notCancellableError(tx, row, input)
  if (error) return error
  if (cancellation && input.by !== null) {
    const { amount } = cancellation
    return { ok: true, value: { isNew: false, needsApproval: true, isUnpacking: false, amount } }
  }
  return cancelWhole(tx, row, { ...input, id: randomUUID() })
}

async function cancelWhole(
  tx: Db,
  row: OrderRow,
  input: CancellationInput & Pick<LineCancellationInput, 'id'>,
): Promise<CancelResult> {
  await supersedeRequests(tx, row.number, input)
  const basis = await loadRefundBasis(tx, row)
  const { paid, refundable: amount } = basis
  if (amount === 0) return conflict('Nothing is left of the payment.')
  const lines = refundForLines(paid, basis)?.lines ?? []
  return requestCancellation(tx, row, { ...input, amount, lines, cancelledLines: null })
}

/** Cancels pieces; the others are sent. Cancelling all remaining pieces cancels the order as a whole. */
export async function cancelLines(
  tx: Db,
  orderNumber: string,
  input: LineCancellationInput,
): Promise<CancelResult> {
  const row = await lockOrder(tx, orderNumber)
  const existing = await findRefundRequest(tx, input.id)
  if (existing) return repeatCancellation(tx, existing, { orderNumber, at: input.at })
  const error = await notCancellableError(tx, row, input)
  if (error) return error
  const cancellations = await loadOpenCancellations(tx, orderNumber)
  if (cancellations.some(isOfWholeOrder)) return conflict('This order is being cancelled as a whole.')
  const basis = await loadRefundBasis(tx, row)
  const cancellable = cancellableLines(basis.paid, cancellations)
  const { lines: chosen } = input
  if (!areWithin(chosen, cancellable))
    return conflict('These pieces are cancelled already, or are not of this order. Reload the order.')
  const isAll = cancellable.every(({ position, quantity }) => quantityOf(chosen, position) === quantity)
  if (isAll) return cancelWhole(tx, row, input)
  if (await dependsOnApproval(tx, row, chosen, basis)) return cancellationError(WAITS_FOR_APPROVAL, input)
  const refund = refundForLines(chosen, basis)
  if (!refund) return cancellationError('The money of these pieces is refunded already.', input)
  const { lines, extra } = refund
  const amount = refundAmount(lines, extra)
  return requestCancellation(tx, row, { ...input, lines, amount, cancelledLines: chosen })
}

interface NewCancellation extends CancellationInput {
  readonly id: string
  readonly amount: Paise
  readonly lines: readonly RefundLine[]
  readonly cancelledLines: readonly LineQuantity[] | null
}

async function requestCancellation(tx: Db, row: OrderRow, input: NewCancellation): Promise<CancelResult> {
  const { id, amount, lines, cancelledLines, approvalAbove, by, reason, at, siteUrl } = input
  const { number: orderNumber } = row
  const needsApproval =
    approvalAbove !== null && sum([amount, await amountRefundedAlone(tx, orderNumber)]) > approvalAbove
  const cancellation = await tx
    .insert(refundRequest)
    .values({
      id,
      orderNumber,
      paymentId: row.paymentId ?? '',
      amount,
      lines,
      extra: subtract(amount, sum(lines.map((line) => line.amount))),
      reason,
      cancels: true,
      cancelledLines,
      state: 'requested',
      requestedBy: requesterOf(by),
      requestedAt: at,
    })
    .returning()
    .then(expectRow)
  if (needsApproval)
    await appendOrderEvents(tx, {
      orderNumber,
      at,
      event: 'refund requested',
      source: requestSourceOf(cancellation),
      detail: { amount, reason },
    })
  const { state } = needsApproval
    ? cancellation
    : await executeCancellation(tx, row, cancellation, { at, siteUrl })
  return { ok: true, value: { isNew: true, needsApproval, isUnpacking: state === 'unpacking', amount } }
}

/** Completes the cancellation at once if nothing is packed, otherwise once the parcel is unpacked. */
export async function executeCancellation(
  tx: Db,
  row: OrderRow,
  cancellation: RefundRequestRow,
  { at, siteUrl }: { readonly at: Date; readonly siteUrl: string },
): Promise<RefundRequestRow> {
  const packed = await findUndispatchedParcel(tx, row.number)
  if (!packed) return completeCancellation(tx, row, cancellation, { at, siteUrl })
  const waiting = await tx
    .update(refundRequest)
    .set({ state: 'unpacking', nextAttemptAt: null })
    .where(eq(refundRequest.id, cancellation.id))
    .returning()
    .then(expectRow)
  await queueUnpack(tx, packed, at)
  await appendOrderEvents(tx, {
    orderNumber: row.number,
    at,
    event: 'cancellation begun',
    source: requestSourceOf(cancellation),
    detail: { reason: cancellation.reason },
  })
  return waiting
}

interface Repetition {
  readonly orderNumber: string
  readonly at: Date
}

async function repeatCancellation(
  tx: Db,
  existing: RefundRequestRow,
  { orderNumber, at }: Repetition,
): Promise<CancelResult> {
  if (existing.orderNumber !== orderNumber) return conflict('This cancellation belongs to another order.')
  if (existing.state === 'unpacking') return retryUnpack(tx, existing, at)
  if (existing.state === 'declined') return conflict('This was not cancelled. Reload the order.')
  const { state, amount } = existing
  return {
    ok: true,
    value: { isNew: false, needsApproval: state === 'requested', isUnpacking: false, amount },
  }
}

/** Queues the unpacking again if the courier rejected it. */
async function retryUnpack(
  tx: Db,
  { orderNumber, amount }: RefundRequestRow,
  at: Date,
): Promise<CancelResult> {
  const packed = await findUndispatchedParcel(tx, orderNumber)
  const isNew = packed?.lastError != null && (await queueUnpack(tx, packed, at))
  return { ok: true, value: { isNew, needsApproval: false, isUnpacking: true, amount } }
}

export async function notCancellableError(
  tx: Db,
  row: OrderRow,
  requester: Pick<CancellationInput, 'by'>,
): Promise<ReturnType<typeof conflict> | null> {
  if (row.status !== 'completed' || row.paymentId === null)
    return cancellationError('This order is not paid, or is refunded.', requester)
  const packed = await findParcel(tx, row.number)
  if (packed && isDispatched(packed.state))
    return cancellationError('The courier has the parcel already.', requester)
  if (await isRefundBlocked(tx, row.paymentId))
    return cancellationError('The payment is disputed at the bank, which decides first.', requester)
  return null
}

/** Customers are asked to contact the shop. */
function cancellationError(text: string, { by }: Pick<CancellationInput, 'by'>) {
  return conflict(by === null ? `${text} Please call or write to us.` : text)
}
