/**
 * Applies a payment that pays its order: completes the order, requests the customer's consent, or closes the order
 * because its pieces are sold out or its offer code is used up.
 */
import { eq } from 'drizzle-orm'
import { canTransition, type OrderStatus } from '#domain/order.ts'
import { canBeMadeToOrder } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import type { Db } from '#server/db/open.ts'
import { order } from '#server/db/schema.ts'
import { lockUser } from '#server/db/lock-user.ts'
import { writeTogether } from '#server/db/together.ts'
import { insertEmail } from '#server/email/outbox.ts'
import { offerCodeUsedUpEmail, orderConfirmationEmail, orderSoldOutEmail } from '#server/email/templates.ts'
import { lockOfferCode, redeemOfferCode, releaseOfferCode } from '#server/offers/offer-codes.ts'
import { restartReconciliation } from '#server/orders/intervals.ts'
import { queueOrderEmail, type OrderEmailContent } from '#server/orders/order-email.ts'
import { insertOrderEvents, type OrderEvent, type Source } from '#server/orders/order-events.ts'
import {
  loadLines,
  orderUrlOf,
  toOrderSummary,
  toStockLines,
  type OrderLineRow,
  type OrderRow,
} from '#server/orders/orders.ts'
import { allocate, type Allocation } from '#server/stock/allocate.ts'
import { releaseHolds } from '#server/stock/holds.ts'
import { notifySale, saleWrites } from '#server/stock/sell.ts'
import type { GatewayDeps } from '#server/gateway/gateway.ts'
import { isConsentDeclinedOrExpired, linesWithoutConsent, requestConsent } from './made-to-order-consent.ts'
import { removalsOfOrdered } from './remove-ordered.ts'

export type RecordEvents = (...entries: readonly Pick<OrderEvent, 'event' | 'detail'>[]) => Promise<void>

interface Completion {
  readonly orderRow: OrderRow
  readonly paymentId: string
  readonly at: Date
  readonly source: Source
  readonly record: RecordEvents
}

export interface CompletionOutcome {
  readonly status: OrderStatus
  readonly kind: 'completed' | 'consent requested' | 'sold out' | 'offer code used up'
}

/**
 * Sells the pieces and completes the order. If the hold expired before the payment arrived and another customer bought
 * the last piece, the customer is asked whether the workshop should make it. If it cannot, or the customer declines,
 * the order is closed for good, because the refund that follows cannot be reversed. The same applies to a late payment
 * whose offer code is used up.
 */
export async function completeOrClose(
  tx: Db,
  deps: GatewayDeps,
  completion: Completion,
): Promise<CompletionOutcome> {
  const { orderRow, at } = completion
  const { number: orderNumber, userId } = orderRow
  // The same lock order as placing an order (user, then stock), to avoid deadlocks.
  const [, lines] = await Promise.all([lockUser(tx, userId), loadLines(tx, [orderNumber])])
  const claimant = { orderNumber, userId }
  const stockLines = toStockLines(lines, ({ type }) => canBeMadeToOrder(type))
  if (isConsentDeclinedOrExpired(orderRow, at))
    return closeOrder(tx, deps, completion, soldOut(stockLines.filter(({ canBeMade }) => canBeMade)))
  const allocated = await allocate(tx, { claimant, lines: stockLines, at })
  if (!allocated.ok) return closeOrder(tx, deps, completion, soldOut(allocated.error.map(({ line }) => line)))
  const allocation = allocated.value
  const redeemed = await redeemForPayment(tx, completion)
  if (!redeemed.ok)
    return closeOrder(tx, deps, completion, {
      kind: 'offer code used up',
      detail: { code: orderRow.offerCode },
      content: (about) => offerCodeUsedUpEmail({ ...about, codeError: redeemed.error }),
    })
  const withoutConsent = linesWithoutConsent(lines, allocation)
  if (withoutConsent.length > 0) {
    const pieces = namesOf(withoutConsent)
    await requestConsent(tx, deps, { ...completion, allocation, pieces })
    return { status: orderRow.status, kind: 'consent requested' }
  }
  await completeOrder(tx, deps, { ...completion, lines, allocation })
  return { status: 'completed', kind: 'completed' }
}

/** The error is the reason why the order cannot use its code. */
async function redeemForPayment(tx: Db, { orderRow, at: now }: Completion): Promise<Result<null, string>> {
  const { number: orderNumber, userId, offerCode } = orderRow
  if (offerCode === null) return { ok: true, value: null }
  const redemption = { orderNumber, userId, now }
  const locked = await lockOfferCode(tx, offerCode, redemption)
  if (locked.ok) await redeemOfferCode(tx, offerCode, { ...redemption, isPaid: true })
  return locked
}

function soldOut(lines: readonly { readonly name: string }[]): Closing {
  const pieces = namesOf(lines)
  return { kind: 'sold out', detail: { pieces }, content: (about) => orderSoldOutEmail({ ...about, pieces }) }
}

function namesOf(lines: readonly { readonly name: string }[]): string {
  return lines.map(({ name }) => name).join(', ')
}

interface SoldOrder extends Completion {
  readonly lines: readonly OrderLineRow[]
  readonly allocation: Allocation
}

/** Stock, order, events, cart and confirmation e-mail change in one statement. */
async function completeOrder(
  tx: Db,
  { siteUrl }: GatewayDeps,
  { orderRow, paymentId, at, source, lines, allocation }: SoldOrder,
): Promise<void> {
  const { number: orderNumber, userId, total, shipTo } = orderRow
  const sale = { orderNumber, allocation, at }
  const completion = {
    status: 'completed' as const,
    paidAt: at,
    completedAt: at,
    paymentId,
    consentDueAt: null,
    // Reconciles again, to find and refund a second payment.
    ...restartReconciliation(at),
  }
  const madeToOrder = namesOf(allocation.madeToOrder)
  const happened = { orderNumber, at, source }
  const email = orderConfirmationEmail({
    order: toOrderSummary({ ...orderRow, ...completion }, lines),
    orderUrl: orderUrlOf(siteUrl, orderNumber),
    madeToOrder,
  })
  await writeTogether(tx, [
    ...saleWrites(tx, sale),
    tx.update(order).set(completion).where(eq(order.number, orderNumber)),
    insertOrderEvents(tx, [
      { ...happened, event: 'paid', detail: { paymentId, amount: total } },
      { ...happened, event: 'completed' },
      ...(madeToOrder === ''
        ? []
        : [{ ...happened, event: 'made to order' as const, detail: { pieces: madeToOrder } }]),
    ]),
    ...removalsOfOrdered(userId, lines),
    insertEmail(tx, {
      ...email,
      dedupeKey: `order-confirmation:${orderNumber}`,
      recipient: shipTo.email,
      now: at,
    }),
  ])
  await notifySale(tx, sale)
}

interface Closing {
  readonly kind: 'sold out' | 'offer code used up'
  readonly detail: Readonly<Record<string, string | null>>
  readonly content: OrderEmailContent
}

/** Releases its pieces and its use of the offer code. */
async function closeOrder(
  tx: Db,
  { siteUrl }: GatewayDeps,
  { orderRow, paymentId, at, record }: Completion,
  { kind, detail, content }: Closing,
): Promise<CompletionOutcome> {
  const { number: orderNumber } = orderRow
  await record({ event: kind, detail: { paymentId, ...detail } })
  const status = canTransition(orderRow.status, 'cancelled') ? 'cancelled' : orderRow.status
  await tx.update(order).set({ status, consentDueAt: null }).where(eq(order.number, orderNumber))
  await releaseHolds(tx, orderNumber, at)
  if (orderRow.offerCode !== null) await releaseOfferCode(tx, orderNumber)
  const dedupeKey = `${kind.replaceAll(' ', '-')}:${orderNumber}`
  await queueOrderEmail(tx, orderRow, { content, dedupeKey, at, siteUrl })
  return { status, kind }
}
