/** Orders in the database. No transaction waits for the gateway. */
import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, inArray, lt, lte, or } from 'drizzle-orm'
import type { OrderSummary } from '#contract/account.ts'
import type { Quote } from '#domain/cart.ts'
import { factsOf, type LineFacts } from '#domain/line-facts.ts'
import { subtract, sum, type Paise } from '#domain/money.ts'
import { canTransition, isOrderNumber } from '#domain/order.ts'
import { availabilityOf, skuOf, type Product, type ProductKey, type Sku } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import type { ShippingAddress, ShippingRate } from '#domain/shipping.ts'
import { businessOf, type BusinessBuyer } from '#domain/tax-identity.ts'
import { CURRENCY, DEFAULT_ON_HAND } from '#domain/shop.ts'
import { user } from '#server/db/account-schema.ts'
import { uploadedPictureIn } from '#domain/uploaded-picture.ts'
import { lockUser } from '#server/db/lock-user.ts'
import { expectRow, type Database, type Db } from '#server/db/open.ts'
import { gatewayOrder, order, orderLine } from '#server/db/schema.ts'
import { withWrites } from '#server/db/together.ts'
import { isSameLine } from '#domain/sizes.ts'
import { heldKeysOf, toHeldProducts } from '#server/lists/held.ts'
import { cartGenerationOf } from '#server/lists/lists.ts'
import { lockOfferCode, redeemOfferCode } from '#server/offers/offer-codes.ts'
import { allocate, type Allocation, type Shortage, type StockLine } from '#server/stock/allocate.ts'
import { deleteEarlierHolds, holdWrites, notifyHold } from '#server/stock/holds.ts'
import { openLevels } from '#server/stock/levels.ts'
import { findGatewayOrder, insertGatewayOrder } from './gateway-orders.ts'
import { restartReconciliation } from './intervals.ts'
import { insertOrderEvents } from './order-events.ts'
import { insertPan, type EncryptedPan } from './pans.ts'

export type OrderRow = typeof order.$inferSelect
export type OrderLineRow = typeof orderLine.$inferSelect

export interface NewOrder {
  readonly userId: string
  readonly checkoutId: string
  readonly cartGeneration: number
  /** The edition of the quote's prices. */
  readonly edition: number
  readonly quote: Quote
  readonly shipTo: ShippingAddress
  readonly buyer: Buyer
  readonly shippingRate: ShippingRate
  readonly weightMg: number
  readonly offerCode: string | null
  readonly isTest: boolean
}

export interface Buyer {
  /** Null for a private person. */
  readonly business: BusinessBuyer | null
  /** Null if none is required, or none was sent. */
  readonly pan: EncryptedPan | null
}

export function businessColumns(business: BusinessBuyer | null): Pick<OrderRow, 'gstin' | 'businessName'> {
  return { gstin: business?.gstin ?? null, businessName: business?.name ?? null }
}

export type PlaceOrderError =
  | 'another cart generation'
  /** The reason, as a sentence. */
  | { readonly offerCode: string }
  | readonly Shortage[]

/**
 * Writes the order with its frozen lines, the holds on its pieces and the receipt of its gateway order, before the
 * gateway is called. Returns the existing order if the checkout already has one.
 */
export async function placeOrder(
  db: Database,
  newOrder: NewOrder,
  now: Date,
): Promise<Result<{ readonly orderRow: OrderRow; readonly isNew: boolean }, PlaceOrderError>> {
  const { userId, checkoutId, cartGeneration, quote, offerCode } = newOrder
  return db.transaction(async (tx) => {
    // Sent together and executed in this order: the rest is read under the lock, which every order of the user takes.
    const [, checkout, allocated] = await Promise.all([
      lockUser(tx, userId),
      loadCheckout(tx, { userId, checkoutId, now }),
      allocateQuote(tx, { userId, quote, at: now }),
    ])
    if (cartGeneration !== checkout.cartGeneration) return { ok: false, error: 'another cart generation' }
    if (checkout.existingOrder) return { ok: true, value: { orderRow: checkout.existingOrder, isNew: false } }
    if (!allocated.ok) return allocated
    const locked = offerCode && (await lockOfferCode(tx, offerCode, { orderNumber: '', userId, now }))
    if (locked && !locked.ok) return { ok: false, error: { offerCode: locked.error } }
    const orderRow = await insertOrder(tx, { newOrder, allocation: allocated.value, at: now })
    return { ok: true, value: { orderRow, isNew: true } }
  })
}

interface OrderToInsert {
  readonly newOrder: NewOrder
  readonly allocation: Allocation
  readonly at: Date
}

/** Includes its lines, holds, receipt and first event. */
async function insertOrder(tx: Db, { newOrder, allocation, at }: OrderToInsert): Promise<OrderRow> {
  const { userId, checkoutId, edition, quote, shipTo, shippingRate, weightMg, offerCode, isTest } = newOrder
  const { pan, business } = newOrder.buyer
  const { subtotal, saving, shipping, total } = quote
  const number = newOrderNumber()
  const hold = { orderNumber: number, userId, allocation, at }
  const writes = [
    tx.insert(orderLine).values(newLines(number, newOrder, allocation)),
    ...holdWrites(tx, hold),
    ...(pan ? [insertPan(tx, number, pan)] : []),
    insertGatewayOrder(tx, { number, total, currency: CURRENCY }, { ordinal: 1, now: at }),
    insertOrderEvents(tx, [
      { orderNumber: number, at, event: 'placed', source: 'shopper', detail: { total } },
    ]),
  ]
  const inserted = withWrites(tx, writes)
    .insert(order)
    .values({
      number,
      userId,
      checkoutId,
      status: 'created',
      subtotal,
      saving,
      shipping,
      total,
      currency: CURRENCY,
      shipTo,
      ...businessColumns(business),
      courierId: shippingRate.courierId,
      courierName: shippingRate.courierName,
      estimatedDays: shippingRate.estimatedDays,
      weightMg,
      edition,
      offerCode,
      isTest,
      placedAt: at,
      ...restartReconciliation(at),
    })
    .returning()
  // Sent together and executed in this order: the hold of this order is a new one.
  const [, rows] = await Promise.all([deleteEarlierHolds(tx, hold), inserted])
  const orderRow = expectRow(rows)
  await notifyHold(tx, hold)
  if (offerCode) await redeemOfferCode(tx, offerCode, { orderNumber: number, userId, now: at, isPaid: false })
  return orderRow
}

function newLines(orderNumber: string, { quote, shipTo }: NewOrder, { madeToOrder }: Allocation) {
  return quote.lines.map(({ key, product, quantity, unitPrice, saving, total }, position) => ({
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
    isMadeToOrder: madeToOrder.some((line) => isSameLine(line, key)),
  }))
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

/** Before the payment, a product is made to order only if the shopper can see so. */
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

/** Without I, L, O and U, so that a number can be read aloud on the phone. */
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

interface CheckoutQuery {
  readonly userId: string
  readonly checkoutId: string
  readonly now: Date
}

/** At the beginning of a checkout. */
export interface CheckoutState {
  readonly existingOrder: OrderRow | null
  readonly cartGeneration: number
  /** Products that the user's own unpaid order holds. */
  readonly held: readonly Sku[]
}

export async function loadCheckout(
  db: Db,
  { userId, checkoutId, now }: CheckoutQuery,
): Promise<CheckoutState> {
  const [row] = await db
    .select({
      existingOrder: order,
      cartGeneration: cartGenerationOf(userId),
      heldKeys: heldKeysOf(db, userId, now),
    })
    .from(user)
    .leftJoin(order, and(eq(order.userId, user.id), eq(order.checkoutId, checkoutId)))
    .where(eq(user.id, userId))
  if (!row) throw new Error('The user was deleted during the request')
  const { existingOrder, cartGeneration, heldKeys } = row
  return { existingOrder, cartGeneration, held: toHeldProducts(heldKeys) }
}

/** By order number or gateway order id; also undefined for an order of another user. */
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

/** Also undefined for a gateway order of another shop or another user. */
export async function findOrderedLines(
  db: Db,
  userId: string,
  gatewayOrderId: string,
): Promise<{ readonly orderRow: OrderRow; readonly orderLines: OrderLineRow[] } | undefined> {
  const rows = await db
    .select({ orderRow: order, line: orderLine })
    .from(gatewayOrder)
    .innerJoin(order, eq(order.number, gatewayOrder.orderNumber))
    .innerJoin(orderLine, eq(orderLine.orderNumber, order.number))
    .where(and(eq(gatewayOrder.gatewayOrderId, gatewayOrderId), eq(order.userId, userId)))
    .orderBy(asc(orderLine.position))
  const [first] = rows
  return first && { orderRow: first.orderRow, orderLines: rows.map(({ line }) => line) }
}

export function loadOrder(db: Db, number: string): Promise<OrderRow> {
  return db.select().from(order).where(eq(order.number, number)).then(expectRow)
}

/**
 * Locks the order until the transaction ends. Every change of an order, its payments or its refunds begins with this
 * lock, so that no two transactions deadlock.
 */
export function lockOrder(tx: Db, number: string): Promise<OrderRow> {
  return tx.select().from(order).where(eq(order.number, number)).for('no key update').then(expectRow)
}

/** Needs the lock on the order. No effect on one that is already refunded, for example by a cancellation. */
export async function markRefunded(tx: Db, { number, status }: OrderRow): Promise<void> {
  if (canTransition(status, 'refunded'))
    await tx.update(order).set({ status: 'refunded' }).where(eq(order.number, number))
}

export async function loadLines(db: Db, numbers: readonly string[]): Promise<OrderLineRow[]> {
  if (numbers.length === 0) return []
  return db
    .select()
    .from(orderLine)
    .where(inArray(orderLine.orderNumber, [...numbers]))
    .orderBy(asc(orderLine.orderNumber), asc(orderLine.position))
}

interface OrdersQuery {
  /** Null: from the newest. */
  readonly olderThan: Pick<OrderRow, 'placedAt' | 'number'> | null
  readonly limit: number
}

/** Newest first. */
export async function listUserOrders(
  db: Db,
  userId: string,
  { olderThan, limit }: OrdersQuery,
): Promise<OrderRow[]> {
  return db
    .select()
    .from(order)
    .where(and(eq(order.userId, userId), olderThan ? isOlder(olderThan) : undefined))
    .orderBy(desc(order.placedAt), desc(order.number))
    .limit(limit)
}

/** The first condition uses the index. */
function isOlder({ placedAt, number }: Pick<OrderRow, 'placedAt' | 'number'>) {
  return and(lte(order.placedAt, placedAt), or(lt(order.placedAt, placedAt), lt(order.number, number)))
}

type FactsSummary = NonNullable<OrderSummary['lines'][number]['facts']>

function summaryOfFacts(facts: LineFacts, unitPrice: Paise): FactsSummary {
  const { metal, purity, grossWeightMg: weightMg, netWeightMg, stoneWeightMg } = facts
  const { hsn, ratePercent, amounts } = facts.tax ?? {}
  return {
    metal,
    purity,
    weightMg,
    netWeightMg,
    stoneWeightMg,
    explained: explainedPrice(facts, unitPrice),
    tax:
      hsn !== undefined && ratePercent !== undefined && amounts
        ? { hsn, ratePercent, amount: sum([amounts.cgst, amounts.sgst, amounts.igst]) }
        : null,
  }
}

function explainedPrice(facts: LineFacts, unitPrice: Paise): FactsSummary['explained'] {
  const { priceBefore: listPrice, offerPercent, offerOn, offerCode, breakup } = facts
  return {
    listPrice,
    saving: subtract(listPrice, unitPrice),
    offerPercent,
    offerOn,
    offerCode,
    breakup: breakup && {
      metalWeightMg: breakup.metalWeightMg,
      metalRatePerGram: breakup.metalRatePerGram,
      metalValue: breakup.metalValue,
      diamondWeightMg: breakup.diamondWeightMg,
      diamondRatePerGram: breakup.diamondRatePerGram,
      diamondValue: breakup.diamondValue,
      makingChargePercent: breakup.makingChargePercent,
      makingCharge: breakup.makingCharge,
      gstPercent: breakup.gstPercent,
      gst: breakup.gst,
    },
  }
}

export function toOrderSummary(row: OrderRow, lines: readonly OrderLineRow[]): OrderSummary {
  return {
    number: row.number,
    status: row.status,
    placedAt: row.placedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    lines: lines.map(({ type, productId, size, name, quantity, unitPrice, total, facts, ...line }) => ({
      type,
      id: productId,
      size,
      name,
      quantity,
      unitPrice,
      total,
      cancelled: line.cancelled,
      isMadeToOrder: line.isMadeToOrder,
      facts: facts && summaryOfFacts(facts, unitPrice),
      firstPhotograph: uploadedPictureIn(facts?.picture),
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
