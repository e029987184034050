/**
 * Cancels a paid order that is not packed yet: its pieces are in stock again, and what is left of its payment is refunded,
 * also what a waiting refund had asked for.
 * The order is refunded at once, so that nobody packs it while the refund is being sent.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { subtract, sum, ZERO, type Paise } from '#domain/money.ts'
import { isCancellable } from '#domain/order.ts'
import { quantityOf, refundedLines, type RefundedLine } from '#domain/refund-lines.ts'
import type { Result } from '#domain/result.ts'
import type { Db } from '#server/db/open.ts'
import { deskRefund } from '#server/db/refund-schema.ts'
import { order } from '#server/db/schema.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { orderCancelledEmail } from '#server/email/templates.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'
import { appendOrderEvents, wasCancelled, type Source } from '#server/orders/order-events.ts'
import { loadLines, lockOrder, orderUrlOf, toOrderSummary, type OrderRow } from '#server/orders/orders.ts'
import { returnStockOf } from '#server/stock/sell.ts'
import {
  decideRefund,
  declineRequests,
  findRequestedCancellation,
  loadRefundedLines,
  refundableAmount,
  unapprovedAmount,
  type RefundAct,
  type RefundDecision,
} from './desk-refunds.ts'
import { isRefundBlocked } from './disputes.ts'

export interface Cancellation {
  /** An e-mail address of staff, or `customer`. */
  readonly by: string
  readonly source: Extract<Source, 'shopper' | 'desk'>
  readonly reason: string
  /** More needs the approval of another person; null where none is needed. */
  readonly amountMax: Paise | null
  readonly at: Date
  readonly siteUrl: string
}

/** `isNew` is false where the order was cancelled, or its cancellation requested, before. */
export type CancelResult = Result<
  { readonly isNew: boolean; readonly isRequest: boolean; readonly amount: Paise },
  ErrorResponse
>

function refused(message: string) {
  return { ok: false, error: errorResponse('conflict', message) } as const
}

/** Staff request it where the amount needs a second person; nothing of the order is packed until that one has decided. */
export async function cancelOrder(
  tx: Db,
  orderNumber: string,
  { by, source, reason, amountMax, at, siteUrl }: Cancellation,
): Promise<CancelResult> {
  const row = await lockOrder(tx, orderNumber)
  if (await wasCancelled(tx, orderNumber))
    return { ok: true, value: { isNew: false, isRequest: false, amount: ZERO } }
  const error = await errorOfCancelling(tx, row)
  if (error) return error
  const requested = await findRequestedCancellation(tx, orderNumber)
  if (requested && source === 'desk')
    return { ok: true, value: { isNew: false, isRequest: true, amount: requested.amount } }
  await declineRequests(tx, orderNumber, { by, at, source })
  const amount = await refundableAmount(tx, row)
  if (amount === 0) return refused('Nothing is left of the payment.')
  const orderLines = await loadLines(tx, [orderNumber])
  const lines = linesWithin(amount, orderLines, await loadRefundedLines(tx, orderNumber))
  const isRequest = amountMax !== null && sum([amount, await unapprovedAmount(tx, orderNumber)]) > amountMax
  await tx.insert(deskRefund).values({
    id: randomUUID(),
    orderNumber,
    paymentId: row.paymentId ?? '',
    amount,
    lines,
    extra: subtract(amount, sum(lines.map((line) => line.amount))),
    reason,
    cancels: true,
    state: isRequest ? 'requested' : 'due',
    requestedBy: by,
    requestedAt: at,
    nextAttemptAt: isRequest ? null : at,
  })
  if (isRequest)
    await appendOrderEvents(tx, {
      orderNumber,
      at,
      event: 'refund requested',
      source,
      detail: { amount, reason },
    })
  else {
    await completeCancellation(tx, row, { by, source, reason, amount, at, siteUrl })
    await appendOrderEvents(tx, { orderNumber, at, event: 'refund due', source, detail: { amount } })
  }
  return { ok: true, value: { isNew: true, isRequest, amount } }
}

/** Approves a refund that another person requested; one that cancels its order does so now. */
export async function approveDeskRefund(
  tx: Db,
  { siteUrl, ...decision }: Omit<RefundDecision, 'decision'> & { readonly siteUrl: string },
): Promise<RefundAct> {
  const { orderNumber, by, at } = decision
  const row = await lockOrder(tx, orderNumber)
  const requested = await findRequestedCancellation(tx, orderNumber)
  if (requested?.id === decision.id) {
    const error = await errorOfCancelling(tx, row)
    if (error) return error
  }
  const decided = await decideRefund(tx, { ...decision, decision: 'approve' })
  if (!decided.ok || !decided.value.isNew || !decided.value.refund.cancels) return decided
  const { reason, amount } = decided.value.refund
  await completeCancellation(tx, row, { by, source: 'desk', reason, amount, at, siteUrl })
  return decided
}

async function errorOfCancelling(tx: Db, row: OrderRow): Promise<ReturnType<typeof refused> | null> {
  if (!isCancellable(row) || row.paymentId === null)
    return refused('This order is being sent or is not paid. Please call or write to us.')
  if (await isRefundBlocked(tx, row.paymentId))
    return refused('The payment is disputed at the bank, which decides first. Please call or write to us.')
  return null
}

type Completion = Omit<Cancellation, 'amountMax'> & { readonly amount: Paise }

async function completeCancellation(
  tx: Db,
  row: OrderRow,
  { by, source, reason, amount, at, siteUrl }: Completion,
): Promise<void> {
  const { number: orderNumber } = row
  await returnStockOf(tx, orderNumber, { actor: by, reason: 'cancelled', now: at })
  await tx.update(order).set({ status: 'refunded' }).where(eq(order.number, orderNumber))
  await appendOrderEvents(tx, { orderNumber, at, event: 'cancelled', source, detail: { reason } })
  const orderUrl = orderUrlOf(siteUrl, orderNumber)
  const summary = toOrderSummary(row, await loadLines(tx, [orderNumber]))
  await queueEmail(tx, {
    ...orderCancelledEmail({ order: summary, orderUrl, amount }),
    dedupeKey: `order-cancelled:${orderNumber}`,
    recipient: row.shipTo.email,
    now: at,
  })
}

/** The pieces that are not refunded yet; none where goodwill has left less than they cost. */
function linesWithin(
  amount: Paise,
  orderLines: Parameters<typeof refundedLines>[1],
  before: Parameters<typeof refundedLines>[2],
): readonly RefundedLine[] {
  const left = orderLines
    .map(({ position, quantity }) => ({ position, quantity: quantity - quantityOf(before, position) }))
    .filter(({ quantity }) => quantity > 0)
  const lines = refundedLines(left, orderLines, before) ?? []
  return sum(lines.map((line) => line.amount)) <= amount ? lines : []
}
