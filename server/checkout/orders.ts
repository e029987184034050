/** Orders in the database: one transaction each, and none of them waits for the gateway. */
import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { OrderSummary } from '#contract/account.ts'
import type { Quote } from '#domain/cart.ts'
import { isOrderNumber } from '#domain/order.ts'
import type { ShippingAddress, ShippingRate } from '#domain/shipping.ts'
import { CURRENCY } from '#domain/shop.ts'
import { lockUser } from '#server/db/lock-user.ts'
import type { Database, Db } from '#server/db/open.ts'
import { gatewayOrder, order, orderLine, payment } from '#server/db/schema.ts'
import { cartGenerationOf } from '#server/lists/lists.ts'
import type { GatewayOrder } from './gateway.ts'
import { appendToLedger } from './ledger.ts'
import { restartWatch } from './intervals.ts'

export type OrderRow = typeof order.$inferSelect
export type OrderLineRow = typeof orderLine.$inferSelect
export type GatewayOrderRow = typeof gatewayOrder.$inferSelect

export interface NewOrder {
  readonly userId: string
  readonly checkoutId: string
  readonly cartGeneration: number
  readonly quote: Quote
  readonly shipTo: ShippingAddress
  readonly courier: ShippingRate
  readonly weightMg: number
  readonly isTest: boolean
}

/**
 * Writes the order with its lines frozen and the receipt of its gateway order, before the gateway knows of either.
 * Where the checkout has an order already, that one is given and nothing is written; null where the cart has moved on to
 * another generation meanwhile.
 */
export async function placeOrder(
  db: Database,
  agreed: NewOrder,
  now: Date,
): Promise<{ readonly placed: OrderRow; readonly isNew: boolean } | null> {
  const { userId, checkoutId, cartGeneration, quote, shipTo, courier, weightMg, isTest } = agreed
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if (cartGeneration !== (await cartGenerationOf(tx, userId))) return null
    const [placed] = await tx
      .insert(order)
      .values({
        number: newOrderNumber(),
        userId,
        checkoutId,
        status: 'created',
        subtotal: quote.subtotal,
        saving: quote.saving,
        shipping: quote.shipping,
        total: quote.total,
        currency: CURRENCY,
        shipTo,
        courierId: courier.courierId,
        courierName: courier.courierName,
        estimatedDays: courier.estimatedDays,
        weightMg,
        isTest,
        placedAt: now,
        ...restartWatch(now),
      })
      .onConflictDoNothing({ target: [order.userId, order.checkoutId] })
      .returning()
    if (!placed) return { placed: await existingOrder(tx, userId, checkoutId), isNew: false }
    await tx.insert(orderLine).values(
      quote.lines.map(({ key, product, quantity, unitPrice, saving, total }, position) => ({
        orderNumber: placed.number,
        position,
        type: key.type,
        productId: key.id,
        name: product.name,
        quantity,
        unitPrice,
        saving,
        total,
      })),
    )
    await createReceipt(tx, placed, { attempt: 1, now })
    await appendToLedger(tx, {
      orderNumber: placed.number,
      at: now,
      what: 'placed',
      by: 'shopper',
      detail: { total: placed.total },
    })
    return { placed, isNew: true }
  })
}

async function existingOrder(db: Db, userId: string, checkoutId: string): Promise<OrderRow> {
  const found = await findOrderByCheckoutId(db, userId, checkoutId)
  if (!found) throw new Error('The order of this checkout is gone')
  return found
}

/** A to Z and digits without I, L, O and U: read aloud on the telephone without mistakes. */
const CROCKFORD_BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NUMBER_LENGTH = 16

/** 80 random bits; `isOrderNumber` knows the form. */
function newOrderNumber(): string {
  const signs = Array.from(randomBytes(NUMBER_LENGTH), (byte) => CROCKFORD_BASE32.charAt(byte % 32))
  return `SJ-${signs.join('')}`
}

/** Where its customer sees it; the page asks for a sign-in. */
export function orderUrlOf(siteUrl: string, number: string): string {
  return `${siteUrl}/account/orders/${number}`
}

export async function findOrderByCheckoutId(
  db: Db,
  userId: string,
  checkoutId: string,
): Promise<OrderRow | undefined> {
  const [found] = await db
    .select()
    .from(order)
    .where(and(eq(order.userId, userId), eq(order.checkoutId, checkoutId)))
  return found
}

/** By its number or the gateway's id of it. Undefined also where the order is somebody else's. */
export async function findUserOrder(
  db: Db,
  userId: string,
  reference: string,
): Promise<OrderRow | undefined> {
  const number = isOrderNumber(reference) ? reference : (await findGatewayOrder(db, reference))?.orderNumber
  if (number === undefined) return undefined
  const [found] = await db
    .select()
    .from(order)
    .where(and(eq(order.userId, userId), eq(order.number, number)))
  return found
}

/**
 * The order with nobody else changing it until the transaction ends. Whoever changes it, its payments or its refunds
 * begins here, so that no two wait for each other. Throws when there is none.
 */
export async function lockOrder(tx: Db, number: string): Promise<OrderRow> {
  const [found] = await tx.select().from(order).where(eq(order.number, number)).for('no key update')
  if (!found) throw new Error('No such order')
  return found
}

export async function loadLines(db: Db, numbers: readonly string[]): Promise<OrderLineRow[]> {
  if (numbers.length === 0) return []
  return db
    .select()
    .from(orderLine)
    .where(inArray(orderLine.orderNumber, [...numbers]))
    .orderBy(asc(orderLine.orderNumber), asc(orderLine.position))
}

// ── Gateway orders ───────────────────────────────────────────────────────────────────────────────────────────────────

/** The receipt is the shop's name for a gateway order: `SJ-…-1`, and `-2` where the first can take no more payments. */
export async function createReceipt(
  db: Db,
  { number, total, currency }: OrderRow,
  { attempt, now }: { readonly attempt: number; readonly now: Date },
): Promise<void> {
  await db
    .insert(gatewayOrder)
    .values({
      receipt: `${number}-${attempt}`,
      orderNumber: number,
      amount: total,
      currency,
      createdAt: now,
    })
    .onConflictDoNothing({ target: gatewayOrder.receipt })
}

/** Oldest first; every order has at least one. */
export async function gatewayOrdersOf(db: Db, orderNumber: string): Promise<GatewayOrderRow[]> {
  return db
    .select()
    .from(gatewayOrder)
    .where(eq(gatewayOrder.orderNumber, orderNumber))
    .orderBy(asc(gatewayOrder.createdAt), asc(gatewayOrder.receipt))
}

export async function findGatewayOrder(db: Db, gatewayOrderId: string): Promise<GatewayOrderRow | undefined> {
  const [found] = await db.select().from(gatewayOrder).where(eq(gatewayOrder.gatewayOrderId, gatewayOrderId))
  return found
}

/** Binds the receipt to the gateway's id, once and for all; gives the id that is bound, which may be another's. */
export async function bindGatewayOrder(
  db: Database,
  receipt: GatewayOrderRow,
  opened: GatewayOrder,
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [bound] = await tx
      .update(gatewayOrder)
      .set({ gatewayOrderId: opened.id })
      .where(and(eq(gatewayOrder.receipt, receipt.receipt), isNull(gatewayOrder.gatewayOrderId)))
      .returning()
    if (!bound) {
      const [winner] = await tx.select().from(gatewayOrder).where(eq(gatewayOrder.receipt, receipt.receipt))
      return winner?.gatewayOrderId ?? opened.id
    }
    await appendToLedger(tx, {
      orderNumber: receipt.orderNumber,
      at: now,
      what: 'gateway order opened',
      by: 'shopper',
      detail: { gatewayOrderId: opened.id, amount: receipt.amount },
    })
    return opened.id
  })
}

/** The order that a receipt names; null where it is no receipt of this shop. */
export function orderNumberOfReceipt(receipt: string | null): string | null {
  const [, number = ''] = /^(.+)-\d+$/.exec(receipt ?? '') ?? []
  return isOrderNumber(number) ? number : null
}

/**
 * Binds a gateway order to the order that its receipt names, where the database has lost the bond: after a restore from
 * a backup. Gives whether that order is there.
 */
export async function adoptGatewayOrder(db: Database, opened: GatewayOrder, now: Date): Promise<boolean> {
  const orderNumber = orderNumberOfReceipt(opened.receipt)
  if (opened.receipt === null || orderNumber === null) return false
  const { id: gatewayOrderId, receipt, amount, currency } = opened
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(order).where(eq(order.number, orderNumber)).for('no key update')
    if (!row) return false
    const written = await gatewayOrdersOf(tx, orderNumber)
    if (written.some((each) => each.gatewayOrderId === gatewayOrderId)) return true
    const isTaken = written.some((each) => each.receipt === receipt && each.gatewayOrderId !== null)
    await tx
      .insert(gatewayOrder)
      .values({
        // Two gateway orders of one receipt: this one gets the next.
        receipt: isTaken ? `${orderNumber}-${written.length + 1}` : receipt,
        gatewayOrderId,
        orderNumber,
        amount,
        currency,
        createdAt: now,
      })
      .onConflictDoUpdate({ target: gatewayOrder.receipt, set: { gatewayOrderId } })
    await appendToLedger(tx, {
      orderNumber,
      at: now,
      what: 'gateway order opened',
      by: 'audit',
      detail: { gatewayOrderId, amount },
    })
    return true
  })
}

/** True where the gateway takes no further payment on it: money that did not pay the order was taken, or waits there. */
export async function isExhausted(db: Db, { gatewayOrderId, amount }: GatewayOrderRow): Promise<boolean> {
  if (gatewayOrderId === null) return false
  const isTaken = inArray(payment.status, ['captured', 'refunded'])
  const isWaitingInVain = and(eq(payment.status, 'authorized'), ne(payment.amount, amount))
  const [taken] = await db
    .select({ paymentId: payment.paymentId })
    .from(payment)
    .where(and(eq(payment.gatewayOrderId, gatewayOrderId), or(isTaken, isWaitingInVain)))
    .limit(1)
  return taken !== undefined
}

/** Whether the gateway has said how this payment ended, or that it was authorised. */
export async function isPaymentFinal(db: Db, paymentId: string): Promise<boolean> {
  const [decided] = await db
    .select({ paymentId: payment.paymentId })
    .from(payment)
    .where(and(eq(payment.paymentId, paymentId), ne(payment.status, 'created')))
  return decided !== undefined
}

// ── What the account shows ───────────────────────────────────────────────────────────────────────────────────────────

export async function listUserOrders(db: Db, userId: string): Promise<OrderRow[]> {
  return db.select().from(order).where(eq(order.userId, userId)).orderBy(desc(order.placedAt))
}

export function toOrderSummary(row: OrderRow, lines: readonly OrderLineRow[]): OrderSummary {
  return {
    number: row.number,
    status: row.status,
    placedAt: row.placedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    lines: lines.map(({ type, productId, name, quantity, unitPrice, total }) => ({
      type,
      id: productId,
      name,
      quantity,
      unitPrice,
      total,
    })),
    subtotal: row.subtotal,
    shipping: row.shipping,
    total: row.total,
    courierName: row.courierName,
    estimatedDays: row.estimatedDays,
    shipTo: row.shipTo,
    paymentId: row.paymentId,
    isTest: row.isTest,
  }
}
