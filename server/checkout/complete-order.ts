/** What follows from a payment that pays its order: the order is completed, or closed because its pieces are sold out. */
import { eq } from 'drizzle-orm'
import { canTransition, type OrderStatus } from '#domain/order.ts'
import { canBeMadeToOrder } from '#domain/product.ts'
import type { Db } from '#server/db/open.ts'
import { order } from '#server/db/schema.ts'
import { lockUser } from '#server/db/lock-user.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { orderConfirmationEmail, orderSoldOut } from '#server/email/templates.ts'
import { restartReconciliation } from '#server/orders/intervals.ts'
import type { OrderEvent } from '#server/orders/order-events.ts'
import {
  loadLines,
  orderUrlOf,
  toOrderSummary,
  toStockLines,
  type OrderLineRow,
  type OrderRow,
} from '#server/orders/orders.ts'
import { sellStock } from '#server/stock/sell.ts'
import type { GatewayDeps } from './gateway.ts'
import { removeOrderedLines } from './remove-ordered.ts'

export type RecordEvents = (...entries: readonly Pick<OrderEvent, 'event' | 'detail'>[]) => Promise<void>

interface Completion {
  readonly orderRow: OrderRow
  readonly paymentId: string
  readonly at: Date
  readonly record: RecordEvents
}

/**
 * Sells the pieces and completes the order. A payment that came after its hold had expired, and after another customer
 * had bought the last piece, closes the order instead: for good, as the refund that follows cannot be called back.
 */
export async function completeOrClose(
  tx: Db,
  deps: GatewayDeps,
  completion: Completion,
): Promise<OrderStatus> {
  const { orderRow, at } = completion
  const { number: orderNumber, userId } = orderRow
  // Placing an order locks the user before the stock as well.
  const [, lines] = await Promise.all([lockUser(tx, userId), loadLines(tx, [orderNumber])])
  const claimant = { orderNumber, userId }
  const stockLines = toStockLines(lines, ({ type }) => canBeMadeToOrder(type))
  const sold = await sellStock(tx, { orderNumber, claimant, lines: stockLines, at })
  if (!sold.ok) {
    const pieces = namesOf(sold.error.map(({ line }) => line))
    return closeSoldOut(tx, deps, { ...completion, lines, pieces })
  }
  const madeToOrder = namesOf(sold.value.madeToOrder)
  await completeOrder(tx, deps, { ...completion, lines, madeToOrder })
  return 'completed'
}

function namesOf(lines: readonly { readonly name: string }[]): string {
  return lines.map(({ name }) => name).join(', ')
}

interface SoldOrder extends Completion {
  readonly lines: readonly OrderLineRow[]
  /** Their names; empty if none is. */
  readonly madeToOrder: string
}

/** Order, events, cart and confirmation email change in one transaction. */
async function completeOrder(
  tx: Db,
  { siteUrl }: GatewayDeps,
  { orderRow, paymentId, at, record, lines, madeToOrder }: SoldOrder,
): Promise<void> {
  const { number: orderNumber, userId, total, shipTo } = orderRow
  const completion = {
    status: 'completed' as const,
    paidAt: at,
    completedAt: at,
    paymentId,
    // A second payment may come.
    ...restartReconciliation(at),
  }
  const madeToOrderEvents =
    madeToOrder === '' ? [] : [{ event: 'made to order' as const, detail: { pieces: madeToOrder } }]
  const email = orderConfirmationEmail({
    order: toOrderSummary({ ...orderRow, ...completion }, lines),
    orderUrl: orderUrlOf(siteUrl, orderNumber),
    madeToOrder,
  })
  await Promise.all([
    record(
      { event: 'paid', detail: { paymentId, amount: total } },
      { event: 'completed' },
      ...madeToOrderEvents,
    ),
    tx.update(order).set(completion).where(eq(order.number, orderNumber)),
    removeOrderedLines(tx, userId, lines),
    queueEmail(tx, {
      ...email,
      dedupeKey: `order-confirmation:${orderNumber}`,
      recipient: shipTo.email,
      now: at,
    }),
  ])
}

interface SoldOutOrder extends Completion {
  readonly lines: readonly OrderLineRow[]
  /** The names of those that are sold out. */
  readonly pieces: string
}

async function closeSoldOut(
  tx: Db,
  { siteUrl }: GatewayDeps,
  { orderRow, paymentId, at, record, lines, pieces }: SoldOutOrder,
): Promise<OrderStatus> {
  const { number: orderNumber, shipTo } = orderRow
  await record({ event: 'sold out', detail: { paymentId, pieces } })
  const status = canTransition(orderRow.status, 'cancelled') ? 'cancelled' : orderRow.status
  await tx.update(order).set({ status }).where(eq(order.number, orderNumber))
  await queueEmail(tx, {
    ...orderSoldOut({
      order: toOrderSummary(orderRow, lines),
      orderUrl: orderUrlOf(siteUrl, orderNumber),
      pieces,
    }),
    dedupeKey: `sold-out:${orderNumber}`,
    recipient: shipTo.email,
    now: at,
  })
  return status
}
