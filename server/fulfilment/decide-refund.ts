/** A second person approves or declines a requested refund, or a cancellation. */
import { and, eq } from 'drizzle-orm'
import { creditRefunds } from '#server/refunds/credit-refunds.ts'
import { isRefundBlocked } from '#server/refunds/disputes.ts'
import {
  DISPUTED,
  findRefundRequest,
  type RefundResult,
  type RefundRequestRow,
} from '#server/refunds/refund-requests.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { refundRequest } from '#server/db/refund-schema.ts'
import { conflict } from '#server/http.ts'
import { appendOrderEvents } from '#server/orders/order-events.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.ts'
import { notifyOfUnmadeRefund } from '#server/refunds/unmade-refund-email.ts'
import { executeCancellation, notCancellableError } from './cancel-order.ts'
import { declineCancellations } from './complete-cancellation.ts'
import { findUndispatchedParcel } from './unpack.ts'

interface RefundDecision {
  readonly orderNumber: string
  readonly id: string
  /** The e-mail address of the staff member. */
  readonly by: string
  readonly at: Date
  readonly siteUrl: string
}

const NO_SUCH_REFUND = conflict('There is no such refund.')
const DECIDED = conflict('This refund was decided already.')

/** Rejects the approval of the person who requested it. */
export async function approveRefundRequest(tx: Db, decision: RefundDecision): Promise<RefundResult> {
  const { orderNumber, by, at, siteUrl } = decision
  const orderRow = await lockOrder(tx, orderNumber)
  const request = await findRequestOf(tx, decision)
  if (!request) return NO_SUCH_REFUND
  if (request.state !== 'requested')
    return request.decidedAt !== null && request.state !== 'declined' ? unchanged(request) : DECIDED
  const error = request.cancels ? await notCancellableError(tx, orderRow, decision) : null
  if (error) return error
  if (request.requestedBy === by)
    return conflict('A refund must be approved by someone other than its requester.')
  if (await isRefundBlocked(tx, request.paymentId)) return conflict(DISPUTED)
  const approved = await recordDecision(tx, decision, { state: 'due', nextAttemptAt: at })
  if (approved.cancels) {
    const cancellation = await executeCancellation(tx, orderRow, approved, { at, siteUrl })
    return { ok: true, value: { isNew: true, request: cancellation } }
  }
  const detail = { amount: approved.amount }
  await appendOrderEvents(tx, { orderNumber, at, event: 'refund due', source: 'desk', detail })
  return { ok: true, value: { isNew: true, request: approved } }
}

/** The requester may decline it too. Also declines a cancellation while its parcel is being unpacked. */
export async function declineRefundRequest(tx: Db, decision: RefundDecision): Promise<RefundResult> {
  const { orderNumber, at, siteUrl } = decision
  const orderRow = await lockOrder(tx, orderNumber)
  const request = await findRequestOf(tx, decision)
  if (!request) return NO_SUCH_REFUND
  if (request.state === 'unpacking') return keepOrder(tx, orderRow, decision)
  if (request.state !== 'requested')
    return request.decidedAt !== null && request.state === 'declined' ? unchanged(request) : DECIDED
  const declined = await recordDecision(tx, decision, { state: 'declined' })
  const { id, amount } = declined
  await appendOrderEvents(tx, {
    orderNumber,
    at,
    event: 'refund declined',
    source: 'desk',
    detail: { amount },
  })
  await creditRefunds(tx, { orderNumber, at })
  const unmade = {
    requestId: id,
    gatewayRefundId: null,
    isKnownToCustomer: false,
    orderNumber,
    amount,
  } as const
  await notifyOfUnmadeRefund(tx, { ...unmade, cause: 'declined' }, { at, siteUrl })
  return { ok: true, value: { isNew: true, request: declined } }
}

/** Cancels the unpacking of the parcel and declines the cancellations of its order. */
async function keepOrder(
  tx: Db,
  orderRow: OrderRow,
  { orderNumber, id, by, at, siteUrl }: RefundDecision,
): Promise<RefundResult> {
  const packed = await findUndispatchedParcel(tx, orderNumber)
  if (packed?.task === 'unpack' && packed.lastError === null)
    return conflict('The parcel is still being cancelled at the courier. Wait for the response.')
  await tx
    .update(parcel)
    .set({ task: null, nextAttemptAt: null, lastError: null })
    .where(and(eq(parcel.orderNumber, orderNumber), eq(parcel.task, 'unpack')))
  await declineCancellations(tx, orderRow, { by, source: 'desk', at, siteUrl })
  return { ok: true, value: { isNew: true, request: expectRow([await findRefundRequest(tx, id)]) } }
}

async function findRequestOf(tx: Db, { orderNumber, id }: RefundDecision) {
  const request = await findRefundRequest(tx, id)
  return request?.orderNumber === orderNumber ? request : undefined
}

function unchanged(request: RefundRequestRow): RefundResult {
  return { ok: true, value: { isNew: false, request } }
}

function recordDecision(
  tx: Db,
  { id, by, at }: RefundDecision,
  change: Pick<typeof refundRequest.$inferInsert, 'state' | 'nextAttemptAt'>,
): Promise<RefundRequestRow> {
  return tx
    .update(refundRequest)
    .set({ ...change, decidedBy: by, decidedAt: at })
    .where(eq(refundRequest.id, id))
    .returning()
    .then(expectRow)
}
