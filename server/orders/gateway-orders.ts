/**
 * The gateway orders of an order. A receipt is the shop's own name for one, by which the gateway finds it again; it is
 * written before the gateway is called, and linked to the gateway's id afterwards.
 */
import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { isOrderNumber } from '#domain/order.ts'
import type { Database, Db } from '#server/db/open.ts'
import { gatewayOrder, order, payment } from '#server/db/schema.ts'
import { appendOrderEvents, appendEventOfChange, type OrderEvent, type Source } from './order-events.ts'

export type GatewayOrderRow = typeof gatewayOrder.$inferSelect

/** `SJ-…-1` for the first gateway order of an order, `-2` for its successor once that is exhausted. */
export function insertGatewayOrder(
  db: Db,
  orderRow: OrderToPay,
  { ordinal, now }: { readonly ordinal: number; readonly now: Date },
) {
  return db
    .insert(gatewayOrder)
    .values({ ...newGatewayOrderRow(orderRow, ordinal), createdAt: now })
    .onConflictDoNothing({ target: gatewayOrder.receipt })
}

type OrderToPay = Pick<typeof order.$inferSelect, 'number' | 'total' | 'currency'>
/** The order as requested from the gateway. */
export type NewGatewayOrderRow = Pick<GatewayOrderRow, 'receipt' | 'orderNumber' | 'amount' | 'currency'>

export function newGatewayOrderRow(
  { number, total, currency }: OrderToPay,
  ordinal: number,
): NewGatewayOrderRow {
  return { receipt: `${number}-${ordinal}`, orderNumber: number, amount: total, currency }
}

/** Oldest first; every order has at least one. */
export async function listGatewayOrders(db: Db, orderNumber: string): Promise<GatewayOrderRow[]> {
  return db
    .select()
    .from(gatewayOrder)
    .where(eq(gatewayOrder.orderNumber, orderNumber))
    .orderBy(asc(gatewayOrder.createdAt), asc(gatewayOrder.receipt))
}

export async function findGatewayOrder(db: Db, gatewayOrderId: string): Promise<GatewayOrderRow | undefined> {
  const [row] = await db.select().from(gatewayOrder).where(eq(gatewayOrder.gatewayOrderId, gatewayOrderId))
  return row
}

/** Links the receipt to a gateway order once and for all; returns the linked id, which another server may have set. */
export async function linkGatewayOrder(
  db: Database,
  { receipt, orderNumber, amount }: NewGatewayOrderRow,
  gatewayOrderId: string,
  now: Date,
): Promise<string> {
  const linked = db
    .update(gatewayOrder)
    .set({ gatewayOrderId })
    .where(and(eq(gatewayOrder.receipt, receipt), isNull(gatewayOrder.gatewayOrderId)))
    .returning({ orderNumber: gatewayOrder.orderNumber })
  const event: OrderEvent = {
    orderNumber,
    at: now,
    event: 'gateway order opened',
    source: 'shopper',
    detail: { gatewayOrderId, amount },
  }
  const { rowCount } = await db.execute(appendEventOfChange(linked, event))
  if (rowCount === 1) return gatewayOrderId
  const [winner] = await db.select().from(gatewayOrder).where(eq(gatewayOrder.receipt, receipt))
  return winner?.gatewayOrderId ?? gatewayOrderId
}

/** The order that a receipt names; null for a receipt of another shop. */
export function orderNumberOfReceipt(receipt: string | null): string | null {
  const [, number = ''] = /^(.+)-\d+$/.exec(receipt ?? '') ?? []
  return isOrderNumber(number) ? number : null
}

interface OpenedGatewayOrder extends Pick<GatewayOrderRow, 'amount' | 'currency'> {
  readonly id: string
  readonly receipt: string | null
}

/**
 * Links a gateway order to the order that its receipt names, if the database has lost the link, for example by a
 * restore from a backup. Returns false if the order itself is lost.
 */
export async function relinkGatewayOrder(
  db: Database,
  { id: gatewayOrderId, receipt, amount, currency }: OpenedGatewayOrder,
  { source, now }: { readonly source: Source; readonly now: Date },
): Promise<boolean> {
  const orderNumber = orderNumberOfReceipt(receipt)
  if (receipt === null || orderNumber === null) return false
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(order).where(eq(order.number, orderNumber)).for('no key update')
    if (!row) return false
    const gatewayOrders = await listGatewayOrders(tx, orderNumber)
    if (gatewayOrders.some((each) => each.gatewayOrderId === gatewayOrderId)) return true
    const isReceiptTaken = gatewayOrders.some(
      (each) => each.receipt === receipt && each.gatewayOrderId !== null,
    )
    await tx
      .insert(gatewayOrder)
      .values({
        receipt: isReceiptTaken ? `${orderNumber}-${gatewayOrders.length + 1}` : receipt,
        gatewayOrderId,
        orderNumber,
        amount,
        currency,
        createdAt: now,
      })
      .onConflictDoUpdate({ target: gatewayOrder.receipt, set: { gatewayOrderId } })
    await appendOrderEvents(tx, {
      orderNumber,
      at: now,
      event: 'gateway order opened',
      source,
      detail: { gatewayOrderId, amount },
    })
    return true
  })
}

/** True if the gateway accepts no further payment on it, because it holds money that did not pay the order. */
export async function isExhausted(
  db: Db,
  { gatewayOrderId, orderNumber, amount }: GatewayOrderRow,
): Promise<boolean> {
  if (gatewayOrderId === null) return false
  const isCaptured = inArray(payment.status, ['captured', 'refunded'])
  const isOfOtherAmount = and(eq(payment.status, 'authorized'), ne(payment.amount, amount))
  const isUseless = and(
    // Payments are indexed by their orders.
    eq(payment.orderNumber, orderNumber),
    eq(payment.gatewayOrderId, gatewayOrderId),
    or(isCaptured, isOfOtherAmount),
  )
  return (await db.$count(payment, isUseless)) > 0
}

/** Whether the payment is known to have been authorized, captured or declined. */
export async function isPaymentProcessed(db: Db, paymentId: string): Promise<boolean> {
  return (await db.$count(payment, and(eq(payment.paymentId, paymentId), ne(payment.status, 'created')))) > 0
}
