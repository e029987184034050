/** Orders in the database. No transaction waits for the gateway. */
import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, inArray, lt, lte, or } from 'drizzle-orm'
import type { OrderSummary } from '#contract/account.ts'
import type { Quote } from '#domain/cart.ts'
import { factsOf } from '#domain/line-facts.ts'
import { isOrderNumber } from '#domain/order.ts'
import { availabilityOf, skuOf, type Product, type ProductKey } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import type { ShippingAddress, ShippingRate } from '#domain/shipping.ts'
import { businessOf, type BusinessBuyer } from '#domain/tax-identity.ts'
import { CURRENCY, DEFAULT_ON_HAND } from '#domain/shop.ts'
import { lockUser } from '#server/db/lock-user.ts'
import type { Database, Db } from '#server/db/open.ts'
import { order, orderLine } from '#server/db/schema.ts'
import { isSameLine } from '#domain/sizes.ts'
import { cartGenerationOf } from '#server/lists/lists.ts'
import { lockOfferCode, redeemOfferCode } from '#server/offers/offer-codes.ts'
import { allocate, type Allocation, type Shortage, type StockLine } from '#server/stock/allocate.ts'
import { writeHolds } from '#server/stock/holds.ts'
import { openLevels } from '#server/stock/levels.ts'
import { createReceipt, findGatewayOrder } from './gateway-orders.ts'
import { restartReconciliation } from './intervals.ts'
import { appendOrderEvents } from './order-events.ts'
import { storePan, type EncryptedPan } from './pans.ts'

export type OrderRow = typeof order.$inferSelect
export type OrderLineRow = typeof orderLine.$inferSelect

export interface NewOrder {
  readonly userId: string
  readonly checkoutId: string
  readonly cartGeneration: number
  /** Whose prices the quote has. */
  readonly edition: number
  readonly quote: Quote
  readonly shipTo: ShippingAddress
  readonly buyer: Buyer
  readonly shippingRate: ShippingRate
  readonly weightMg: number
  /** Null without one. */
  readonly offerCode: string | null
  readonly isTest: boolean
}

export interface Buyer {
  /** Null for a person. */
  readonly business: BusinessBuyer | null
  /** Null where none is needed, or none was sent. */
  readonly pan: EncryptedPan | null
}

export function businessColumns(business: BusinessBuyer | null): Pick<OrderRow, 'gstin' | 'businessName'> {
  return { gstin: business?.gstin ?? null, businessName: business?.name ?? null }
}

type PlaceOrderError =
  | 'another cart generation'
  /** Why, as a sentence. */
  | { readonly offerCode: string }
  | readonly Shortage[]

/**
 * Writes the order with its lines frozen, the holds on its pieces and the receipt of its gateway order, before the gateway
 * knows of any. Returns the existing order if the checkout has one already.
 */
export async function placeOrder(
  db: Database,
  newOrder: NewOrder,
  now: Date,
): Promise<Result<{ readonly orderRow: OrderRow; readonly isNew: boolean }, PlaceOrderError>> {
  const { userId, checkoutId, cartGeneration, edition, quote, shipTo, shippingRate, weightMg } = newOrder
  const { offerCode, isTest } = newOrder
  return db.transaction(async (tx) => {
    // Sent together and executed in this order: the rest is read under the lock.
    const [, currentGeneration, allocated] = await Promise.all([
      lockUser(tx, userId),
      cartGenerationOf(tx, userId),
      allocateQuote(tx, { userId, quote, at: now }),
    ])
    if (cartGeneration !== currentGeneration) return { ok: false, error: 'another cart generation' }
    if (!allocated.ok) return allocated
    const codeError = offerCode && (await lockOfferCode(tx, offerCode, { orderNumber: '', userId, now }))
    if (codeError) return { ok: false, error: { offerCode: codeError } }
    const [orderRow] = await tx
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
        ...businessColumns(newOrder.buyer.business),
        courierId: shippingRate.courierId,
        courierName: shippingRate.courierName,
        estimatedDays: shippingRate.estimatedDays,
        weightMg,
        edition,
        offerCode,
        isTest,
        placedAt: now,
        ...restartReconciliation(now),
      })
      .onConflictDoNothing({ target: [order.userId, order.checkoutId] })
      .returning()
    if (!orderRow) {
      const existing = await findOrderByCheckoutId(tx, userId, checkoutId)
      if (!existing) throw new Error('The order of this checkout is gone')
      return { ok: true, value: { orderRow: existing, isNew: false } }
    }
    await storeLinesAndHolds(tx, { newOrder, orderRow, allocation: allocated.value, at: now })
    return { ok: true, value: { orderRow, isNew: true } }
  })
}

interface NewOrderRows {
  readonly newOrder: NewOrder
  readonly orderRow: OrderRow
  readonly allocation: Allocation
  readonly at: Date
}

/** The lines, the holds, the receipt and the first event. */
async function storeLinesAndHolds(
  tx: Db,
  { newOrder, orderRow, allocation, at }: NewOrderRows,
): Promise<void> {
  const { quote, shipTo, offerCode, buyer } = newOrder
  const { number: orderNumber, userId } = orderRow
  const lines = tx.insert(orderLine).values(
    quote.lines.map(({ key, product, quantity, unitPrice, saving, total }, position) => ({
      orderNumber,
      position,
      type: key.type,
      productId: key.id,
      size: key.size,
      name: product.name,
      quantity,
      unitPrice,
      saving,
      total,
      facts: factsOf(product, quantity, shipTo.state),
      isMadeToOrder: allocation.madeToOrder.some((line) => isSameLine(line, key)),
    })),
  )
  await Promise.all([
    lines,
    buyer.pan && storePan(tx, orderNumber, buyer.pan),
    writeHolds(tx, { orderNumber, userId, allocation, at }),
    offerCode && redeemOfferCode(tx, offerCode, { orderNumber, userId, now: at, isPaid: false }),
    createReceipt(tx, orderRow, { ordinal: 1, now: at }),
    appendOrderEvents(tx, {
      orderNumber,
      at,
      event: 'placed',
      source: 'shopper',
      detail: { total: orderRow.total },
    }),
  ])
}

interface QuotedOrder {
  readonly userId: string
  readonly quote: Quote
  readonly at: Date
}

async function allocateQuote(tx: Db, { userId, quote, at }: QuotedOrder) {
  const opening = quote.lines.map(({ product }) => ({
    key: skuOf(product),
    onHand: product.inStock ? DEFAULT_ON_HAND : 0,
  }))
  const lines = quote.lines.map(({ key, product, quantity }) => ({
    ...key,
    name: product.name,
    quantity,
    canBeMade: isShownAsMadeToOrder(product),
  }))
  const request = { claimant: { orderNumber: null, userId }, lines, at }
  const allocated = await allocate(tx, request)
  // A product of the newest edition may not be counted yet.
  return allocated.ok || (await openLevels(tx, opening, at)) === 0 ? allocated : allocate(tx, request)
}

/** Before it is paid, a product is made to order only if the shopper can see so. */
export function isShownAsMadeToOrder(product: Product | undefined): boolean {
  return product !== undefined && availabilityOf(product) === 'made to order'
}

export function toStockLines(
  lines: readonly OrderLineRow[],
  canBeMade: (product: ProductKey) => boolean,
): StockLine[] {
  return lines.map(({ type, productId: id, size, name, quantity }) => ({
    type,
    id,
    size,
    name,
    quantity,
    canBeMade: canBeMade({ type, id }),
  }))
}

/** Without I, L, O and U, so that a number can be read aloud on the telephone. */
const CROCKFORD_BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NUMBER_LENGTH = 16

/** 80 random bits. */
function newOrderNumber(): string {
  const characters = Array.from(randomBytes(NUMBER_LENGTH), (byte) => CROCKFORD_BASE32.charAt(byte % 32))
  return `SJ-${characters.join('')}`
}

export function orderUrlOf(siteUrl: string, number: string): string {
  return `${siteUrl}/account/orders/${number}`
}

export async function findOrderByCheckoutId(
  db: Db,
  userId: string,
  checkoutId: string,
): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(order)
    .where(and(eq(order.userId, userId), eq(order.checkoutId, checkoutId)))
  return row
}

/** By order number or gateway order id; undefined also for an order of another user. */
export async function findUserOrder(
  db: Db,
  userId: string,
  reference: string,
): Promise<OrderRow | undefined> {
  const number = isOrderNumber(reference) ? reference : (await findGatewayOrder(db, reference))?.orderNumber
  if (number === undefined) return undefined
  const [row] = await db
    .select()
    .from(order)
    .where(and(eq(order.userId, userId), eq(order.number, number)))
  return row
}

/**
 * Locks the order until the transaction ends. Every change of an order, its payments or its refunds begins with this
 * lock, so that no two transactions deadlock.
 */
export async function lockOrder(tx: Db, number: string): Promise<OrderRow> {
  const [row] = await tx.select().from(order).where(eq(order.number, number)).for('no key update')
  if (!row) throw new Error('No such order')
  return row
}

export async function loadLines(db: Db, numbers: readonly string[]): Promise<OrderLineRow[]> {
  if (numbers.length === 0) return []
  return db
    .select()
    .from(orderLine)
    .where(inArray(orderLine.orderNumber, [...numbers]))
    .orderBy(asc(orderLine.orderNumber), asc(orderLine.position))
}

interface OrdersRead {
  /** Null: from the newest. */
  readonly olderThan: Pick<OrderRow, 'placedAt' | 'number'> | null
  readonly limit: number
}

/** Newest first. */
export async function listUserOrders(
  db: Db,
  userId: string,
  { olderThan, limit }: OrdersRead,
): Promise<OrderRow[]> {
  return db
    .select()
    .from(order)
    .where(and(eq(order.userId, userId), olderThan ? isOlder(olderThan) : undefined))
    .orderBy(desc(order.placedAt), desc(order.number))
    .limit(limit)
}

/** The first condition is one that the index answers. */
function isOlder({ placedAt, number }: Pick<OrderRow, 'placedAt' | 'number'>) {
  return and(lte(order.placedAt, placedAt), or(lt(order.placedAt, placedAt), lt(order.number, number)))
}

export function toOrderSummary(row: OrderRow, lines: readonly OrderLineRow[]): OrderSummary {
  return {
    number: row.number,
    status: row.status,
    placedAt: row.placedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    lines: lines.map(({ type, productId, size, name, quantity, unitPrice, total, facts }) => ({
      type,
      id: productId,
      size,
      name,
      quantity,
      unitPrice,
      total,
      facts: facts && { metal: facts.metal, purity: facts.purity, weightMg: facts.grossWeightMg },
    })),
    offerCode: row.offerCode,
    subtotal: row.subtotal,
    shipping: row.shipping,
    total: row.total,
    courierName: row.courierName,
    estimatedDays: row.estimatedDays,
    shipTo: row.shipTo,
    business: businessOf(row),
    paymentId: row.paymentId,
    isTest: row.isTest,
  }
}
