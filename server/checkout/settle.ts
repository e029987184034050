/**
 * The only path to a paid and completed order. Handler, webhooks and reconciliation pass nothing but an order number: the
 * gateway's state decides. Idempotent, also when called concurrently, late or out of order (D26).
 */
import { asc, eq } from 'drizzle-orm'
import { canTransition, isSettled, type OrderStatus } from '#domain/order.ts'
import { canBeMadeToOrder } from '#domain/product.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { order, payment, refund } from '#server/db/schema.ts'
import { lockUser } from '#server/db/lock-user.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { orderConfirmation, orderSoldOut } from '#server/email/templates.ts'
import { listGatewayOrders } from '#server/orders/gateway-orders.ts'
import { PAYMENT_BEGINS_WITHIN_MS, restartWatch } from '#server/orders/intervals.ts'
import {
  appendToLedger,
  hasExpired,
  lastConfirmedAt,
  type LedgerEntry,
  type Source,
} from '#server/orders/ledger.ts'
import {
  loadLines,
  lockOrder,
  orderUrlOf,
  toOrderSummary,
  toStockLines,
  type OrderLineRow,
  type OrderRow,
} from '#server/orders/orders.ts'
import { sellStock } from '#server/stock/sell.ts'
import { fetchDashboardRefunds, recordDashboardRefunds } from './dashboard-refunds.ts'
import type { GatewayParts, GatewayPayment, GatewayResult, ListedRefund, PaymentGateway } from './gateway.ts'
import { retryMissingRefunds } from './refunds.ts'
import { removeOrderedLines } from './remove-ordered.ts'
import {
  judgePayments,
  mostFinalState,
  paymentToCapture,
  type DueRefund,
  type ObservedPayment,
  type Verdict,
} from './verdict.ts'

type OrderPayment = GatewayPayment & Pick<ObservedPayment, 'isLate'> & { readonly gatewayOrderId: string }

export interface Reconciliation {
  readonly status: OrderStatus
  /** The bank has promised the money, and the gateway could not capture it yet. */
  readonly isAuthorized: boolean
}

/** Fetches every payment of the order from the gateway, captures what is authorized, and settles. */
export async function reconcileOrder(
  parts: GatewayParts,
  orderNumber: string,
  source: Source,
): Promise<GatewayResult<Reconciliation>> {
  const { db, gateway, now } = parts
  const requestedAt = now()
  const fetched = await fetchPayments(parts, orderNumber)
  if (!fetched.ok) return fetched
  const state = await loadOrderState(db, orderNumber)
  const authorized = paymentToCapture(state, fetched.value.map(toObservedPayment))
  const captured = authorized ? await capturePayment(gateway, authorized) : null
  const payments = fetched.value.map((each) => (each.id === captured?.id ? { ...each, ...captured } : each))
  const paidBy = state.paymentId ?? judgePayments(state, payments.map(toObservedPayment)).paidBy
  const paying = payments.find(({ id }) => id === paidBy)
  const refunds = await fetchDashboardRefunds(parts, paying, source)
  if (!refunds.ok) return refunds
  const status = await settle(parts, { orderNumber, payments, refunds: refunds.value, source, requestedAt })
  const isAuthorized = !isSettled(status) && captured?.state === 'authorized'
  return { ok: true, value: { status, isAuthorized } }
}

async function fetchPayments(
  { db, gateway }: GatewayParts,
  orderNumber: string,
): Promise<GatewayResult<OrderPayment[]>> {
  const known = new Map((await loadPayments(db, orderNumber)).map((each) => [each.paymentId, each.isLate]))
  const confirmedAt = await lastConfirmedAt(db, orderNumber)
  const isLate = (begunAt: Date | null) =>
    begunAt !== null && confirmedAt !== null && begunAt > addMs(confirmedAt, PAYMENT_BEGINS_WITHIN_MS)
  const payments: OrderPayment[] = []
  for (const { gatewayOrderId } of await listGatewayOrders(db, orderNumber)) {
    if (gatewayOrderId === null) continue
    const fetched = await gateway.fetchOrderPayments(gatewayOrderId)
    if (!fetched.ok) return fetched
    for (const each of fetched.value)
      if (each.gatewayOrderId === gatewayOrderId)
        payments.push({ ...each, gatewayOrderId, isLate: known.get(each.id) ?? isLate(each.createdAt) })
  }
  return { ok: true, value: payments }
}

async function loadOrderState(db: Db, orderNumber: string) {
  const [found] = await db.select().from(order).where(eq(order.number, orderNumber))
  if (!found) throw new Error('No such order')
  return { ...found, hasExpired: await hasExpired(db, orderNumber) }
}

/** A capture that was refused, or whose response was lost, may have happened: then the payment is fetched. */
async function capturePayment(
  gateway: PaymentGateway,
  { paymentId, amount, currency, state }: ObservedPayment,
): Promise<Pick<GatewayPayment, 'id' | 'state'>> {
  const captured = await gateway.capture({ paymentId, amount, currency })
  const current = captured.ok ? captured : await gateway.fetchPayment(paymentId)
  return { id: paymentId, state: current.ok ? current.value.state : state }
}

function toObservedPayment({ id, amount, currency, state, isLate }: OrderPayment): ObservedPayment {
  return { paymentId: id, amount, currency, state, isLate }
}

interface Observation {
  readonly orderNumber: string
  readonly payments: readonly OrderPayment[]
  /** Refunds of the payment that pays the order. */
  readonly refunds: readonly ListedRefund[]
  readonly source: Source
  /** The observation holds nothing that the gateway did later. */
  readonly requestedAt: Date
}

/** Stores the observation and applies what follows from it, in one transaction that locks the order. */
async function settle(parts: GatewayParts, observed: Observation): Promise<OrderStatus> {
  const { db, now, log } = parts
  return db.transaction(async (tx) => {
    const at = now()
    const { orderNumber, source } = observed
    const row = await lockOrder(tx, orderNumber)
    const record = (entry: Pick<LedgerEntry, 'event' | 'detail'>) =>
      appendToLedger(tx, { ...entry, orderNumber, at, source })

    const changedPayments = await storePayments(tx, observed, at)
    for (const { id, state, amount, failureReason: declinedFor } of changedPayments)
      await record({ event: 'payment seen', detail: { paymentId: id, state, amount, declinedFor } })

    const state = { ...row, hasExpired: await hasExpired(tx, orderNumber) }
    const payments = await loadPayments(tx, orderNumber)
    const verdict = judgePayments(state, payments)
    let status = row.status
    let { dueRefunds } = verdict

    if (verdict.paidBy !== null && canTransition(status, 'paid')) {
      const paymentId = verdict.paidBy
      status = await completeOrEnd(tx, parts, { row, paymentId, at, record })
      if (status === 'completed') log.info('order completed', { source })
      else dueRefunds = refundsOfSoldOut(judgePayments({ ...state, hasExpired: true }, payments), paymentId)
    }
    for (const due of dueRefunds) await oweRefund(tx, due, { orderNumber, at, record })
    await retryMissingRefunds(tx, { ...observed, at })

    const isRefunded = await recordDashboardRefunds(tx, parts, { ...observed, at })
    if ((isRefunded || verdict.isRefunded) && canTransition(status, 'refunded')) {
      if (!isRefunded) await record({ event: 'money returned' })
      await tx.update(order).set({ status: 'refunded' }).where(eq(order.number, orderNumber))
      status = 'refunded'
    }

    const isFreshDecline = changedPayments.some(({ state }) => state === 'failed')
    if (verdict.isDeclined && isFreshDecline && canTransition(status, 'failed')) {
      await record({ event: 'declined' })
      await tx.update(order).set({ status: 'failed' }).where(eq(order.number, orderNumber))
      status = 'failed'
    }
    return status
  })
}

/** Returns the payments whose state is new. */
async function storePayments(
  tx: Db,
  { orderNumber, payments }: Observation,
  at: Date,
): Promise<OrderPayment[]> {
  const known = new Map((await loadPayments(tx, orderNumber)).map((each) => [each.paymentId, each.state]))
  const changedPayments: OrderPayment[] = []
  for (const observed of payments) {
    const { id, gatewayOrderId, amount, currency, isLate } = observed
    const state = mostFinalState(known.get(id), observed.state)
    if (state === known.get(id)) continue
    await tx
      .insert(payment)
      .values({
        paymentId: id,
        orderNumber,
        gatewayOrderId,
        amount,
        currency,
        status: state,
        observedAt: at,
        isLate,
      })
      .onConflictDoUpdate({ target: payment.paymentId, set: { status: state, observedAt: at } })
    known.set(id, state)
    changedPayments.push(observed)
  }
  return changedPayments
}

async function loadPayments(tx: Db, orderNumber: string): Promise<ObservedPayment[]> {
  return tx
    .select({
      paymentId: payment.paymentId,
      amount: payment.amount,
      currency: payment.currency,
      state: payment.status,
      isLate: payment.isLate,
    })
    .from(payment)
    .where(eq(payment.orderNumber, orderNumber))
    .orderBy(asc(payment.paymentId))
}

type RecordEvent = (entry: Pick<LedgerEntry, 'event' | 'detail'>) => Promise<void>

function refundsOfSoldOut({ dueRefunds }: Verdict, paymentId: string): DueRefund[] {
  return dueRefunds.map((due) =>
    due.paymentId === paymentId ? { ...due, reason: 'the pieces were sold' } : due,
  )
}

async function oweRefund(
  tx: Db,
  { paymentId, amount, reason }: DueRefund,
  {
    orderNumber,
    at,
    record,
  }: { readonly orderNumber: string; readonly at: Date; readonly record: RecordEvent },
): Promise<void> {
  const [inserted] = await tx
    .insert(refund)
    .values({
      id: `refund-${paymentId}`,
      orderNumber,
      paymentId,
      amount,
      reason,
      createdAt: at,
      nextAttemptAt: at,
    })
    .onConflictDoNothing()
    .returning()
  if (inserted) await record({ event: 'refund owed', detail: { paymentId, amount, reason } })
}

interface Completion {
  readonly row: OrderRow
  readonly paymentId: string
  readonly at: Date
  readonly record: RecordEvent
}

/**
 * Sells the pieces and completes the order. A payment that came after its hold had expired, and after another customer
 * had bought the last piece, ends the order instead: for good, as the refund that follows cannot be called back.
 */
async function completeOrEnd(tx: Db, parts: GatewayParts, completion: Completion): Promise<OrderStatus> {
  const { row, paymentId, at, record } = completion
  const { number: orderNumber, userId, status } = row
  const lines = await loadLines(tx, [orderNumber])
  // Placing an order locks the user before the stock as well.
  await lockUser(tx, userId)
  const claimant = { orderNumber, userId }
  const stockLines = toStockLines(lines, ({ type }) => canBeMadeToOrder(type))
  const sold = await sellStock(tx, { orderNumber, claimant, lines: stockLines, at })
  if (sold.ok) {
    const madeToOrder = namesOf(sold.value.madeToOrder)
    await record({ event: 'paid', detail: { paymentId, amount: row.total } })
    await record({ event: 'completed' })
    if (madeToOrder !== '') await record({ event: 'made to order', detail: { pieces: madeToOrder } })
    await completeOrder(tx, parts, { ...completion, lines, madeToOrder })
    return 'completed'
  }
  const pieces = namesOf(sold.error.map(({ line }) => line))
  await record({ event: 'sold out', detail: { paymentId, pieces } })
  const ended = canTransition(status, 'cancelled') ? 'cancelled' : status
  await tx.update(order).set({ status: ended }).where(eq(order.number, orderNumber))
  await queueEmail(tx, {
    ...orderSoldOut({
      order: toOrderSummary(row, lines),
      orderUrl: orderUrlOf(parts.siteUrl, orderNumber),
      pieces,
    }),
    dedupeKey: `sold-out:${orderNumber}`,
    recipient: row.shipTo.email,
    now: at,
  })
  return ended
}

function namesOf(lines: readonly { readonly name: string }[]): string {
  return lines.map(({ name }) => name).join(', ')
}

interface SoldOrder extends Completion {
  readonly lines: readonly OrderLineRow[]
  /** Their names; empty if none is. */
  readonly madeToOrder: string
}

/** Order, cart and confirmation e-mail change in one transaction. */
async function completeOrder(
  tx: Db,
  { siteUrl }: GatewayParts,
  { row, paymentId, at, lines, madeToOrder }: SoldOrder,
): Promise<void> {
  const [completed] = await tx
    .update(order)
    .set({
      status: 'completed',
      paidAt: at,
      completedAt: at,
      paymentId,
      // Watches for a second payment.
      ...restartWatch(at),
    })
    .where(eq(order.number, row.number))
    .returning()
  if (!completed) throw new Error('The locked order is gone')
  await removeOrderedLines(tx, row.userId, lines)
  await queueEmail(tx, {
    ...orderConfirmation({
      order: toOrderSummary(completed, lines),
      orderUrl: orderUrlOf(siteUrl, row.number),
      madeToOrder,
    }),
    dedupeKey: `order-confirmation:${row.number}`,
    recipient: row.shipTo.email,
    now: at,
  })
}
