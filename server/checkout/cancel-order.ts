/**
 * Cancels a paid order that is not packed yet: its pieces are in stock again, and what is left of its payment is refunded.
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
import { loadLines, lockOrder, orderUrlOf, toOrderSummary } from '#server/orders/orders.ts'
import { returnStockOf } from '#server/stock/sell.ts'
import { loadRefundedLines, refundableAmount } from './desk-refunds.ts'
import { isRefundBlocked } from './disputes.ts'

export interface Cancellation {
  /** An e-mail address of staff, or `customer`. */
  readonly by: string
  readonly source: Extract<Source, 'shopper' | 'desk'>
  readonly reason: string
  /** Null: of any amount. */
  readonly amountMax: Paise | null
  readonly at: Date
  readonly siteUrl: string
}

/** `isNew` is false where the order was cancelled before. */
export type CancelResult = Result<{ readonly isNew: boolean; readonly amount: Paise }, ErrorResponse>

function refused(message: string) {
  return { ok: false, error: errorResponse('conflict', message) } as const
}

export async function cancelOrder(
  tx: Db,
  orderNumber: string,
  { by, source, reason, amountMax, at, siteUrl }: Cancellation,
): Promise<CancelResult> {
  const row = await lockOrder(tx, orderNumber)
  if (await wasCancelled(tx, orderNumber)) return { ok: true, value: { isNew: false, amount: ZERO } }
  if (!isCancellable(row) || row.paymentId === null)
    return refused('This order is being sent or is not paid. Please call or write to us.')
  if (await isRefundBlocked(tx, orderNumber))
    return refused('The payment is disputed at the bank, which decides first. Please call or write to us.')
  const amount = await refundableAmount(tx, row)
  if (amount === 0) return refused('Nothing is left of the payment.')
  if (amountMax !== null && amount > amountMax)
    return refused('Another person must approve this amount: refund all pieces instead.')
  const orderLines = await loadLines(tx, [orderNumber])
  const lines = linesWithin(amount, orderLines, await loadRefundedLines(tx, orderNumber))
  await tx.insert(deskRefund).values({
    id: randomUUID(),
    orderNumber,
    paymentId: row.paymentId,
    amount,
    lines,
    extra: subtract(amount, sum(lines.map((line) => line.amount))),
    reason,
    state: 'due',
    requestedBy: by,
    requestedAt: at,
    nextAttemptAt: at,
  })
  await returnStockOf(tx, orderNumber, { actor: by, reason: 'cancelled', now: at })
  await tx.update(order).set({ status: 'refunded' }).where(eq(order.number, orderNumber))
  await appendOrderEvents(
    tx,
    { orderNumber, at, event: 'cancelled', source, detail: { reason } },
    { orderNumber, at, event: 'refund due', source, detail: { amount } },
  )
  const orderUrl = orderUrlOf(siteUrl, orderNumber)
  await queueEmail(tx, {
    ...orderCancelledEmail({ order: toOrderSummary(row, orderLines), orderUrl, amount }),
    dedupeKey: `order-cancelled:${orderNumber}`,
    recipient: row.shipTo.email,
    now: at,
  })
  return { ok: true, value: { isNew: true, amount } }
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
