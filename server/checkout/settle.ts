/**
 * The only path to a paid and completed order. Handler, webhooks and reconciliation pass nothing but an order number: the
 * gateway's state decides. Idempotent, also when called concurrently, late or out of order (D26).
 */
import { asc, eq } from 'drizzle-orm'
import { canTransition, isSettled, type OrderStatus } from '#domain/order.ts'
import type { Db } from '#server/db/open.ts'
import { order, payment, refund } from '#server/db/schema.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { orderConfirmation } from '#server/email/templates.ts'
import { listGatewayOrders } from '#server/orders/gateway-orders.ts'
import { restartWatch } from '#server/orders/intervals.ts'
import { appendToLedger, hasExpired, type LedgerEntry, type Source } from '#server/orders/ledger.ts'
import { loadLines, lockOrder, orderUrlOf, toOrderSummary, type OrderRow } from '#server/orders/orders.ts'
import { fetchDashboardRefunds, recordDashboardRefunds } from './dashboard-refunds.ts'
import type { GatewayParts, GatewayPayment, GatewayResult, ListedRefund, PaymentGateway } from './gateway.ts'
import { retryMissingRefunds } from './refunds.ts'
import { removeOrderedLines } from './remove-ordered.ts'
import { judgePayments, mostFinalState, paymentToCapture, type ObservedPayment } from './verdict.ts'

type OrderPayment = GatewayPayment & { readonly gatewayOrderId: string }

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
  const payments: OrderPayment[] = []
  for (const { gatewayOrderId } of await listGatewayOrders(db, orderNumber)) {
    if (gatewayOrderId === null) continue
    const fetched = await gateway.fetchOrderPayments(gatewayOrderId)
    if (!fetched.ok) return fetched
    for (const each of fetched.value)
      if (each.gatewayOrderId === gatewayOrderId) payments.push({ ...each, gatewayOrderId })
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

function toObservedPayment({ id, amount, currency, state }: GatewayPayment): ObservedPayment {
  return { paymentId: id, amount, currency, state }
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

    const news = await storePayments(tx, observed, at)
    for (const { id, state, amount, failureReason: declinedFor } of news)
      await record({ event: 'payment seen', detail: { paymentId: id, state, amount, declinedFor } })

    const state = { ...row, hasExpired: await hasExpired(tx, orderNumber) }
    const verdict = judgePayments(state, await loadPayments(tx, orderNumber))
    let status = row.status

    if (verdict.paidBy !== null && canTransition(status, 'paid')) {
      await record({ event: 'paid', detail: { paymentId: verdict.paidBy, amount: row.total } })
      await record({ event: 'completed' })
      await completeOrder(tx, parts, { row, paymentId: verdict.paidBy, at })
      status = 'completed'
      log.info('order completed', { by: source })
    }

    for (const { paymentId, amount, reason } of verdict.dueRefunds) {
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
    await retryMissingRefunds(tx, { ...observed, at })

    const isReturned = await recordDashboardRefunds(tx, parts, { ...observed, at })
    if ((isReturned || verdict.isReturned) && canTransition(status, 'refunded')) {
      if (!isReturned) await record({ event: 'money returned' })
      await tx.update(order).set({ status: 'refunded' }).where(eq(order.number, orderNumber))
      status = 'refunded'
    }

    const isFreshDecline = news.some(({ state }) => state === 'failed')
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
  const news: OrderPayment[] = []
  for (const observed of payments) {
    const { id, gatewayOrderId, amount, currency } = observed
    const state = mostFinalState(known.get(id), observed.state)
    if (state === known.get(id)) continue
    await tx
      .insert(payment)
      .values({ paymentId: id, orderNumber, gatewayOrderId, amount, currency, status: state, observedAt: at })
      .onConflictDoUpdate({ target: payment.paymentId, set: { status: state, observedAt: at } })
    known.set(id, state)
    news.push(observed)
  }
  return news
}

async function loadPayments(tx: Db, orderNumber: string): Promise<ObservedPayment[]> {
  return tx
    .select({
      paymentId: payment.paymentId,
      amount: payment.amount,
      currency: payment.currency,
      state: payment.status,
    })
    .from(payment)
    .where(eq(payment.orderNumber, orderNumber))
    .orderBy(asc(payment.paymentId))
}

interface Completion {
  readonly row: OrderRow
  readonly paymentId: string
  readonly at: Date
}

/** Order, cart and confirmation e-mail change in one transaction. */
async function completeOrder(
  tx: Db,
  { siteUrl }: GatewayParts,
  { row, paymentId, at }: Completion,
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
  const lines = await loadLines(tx, [row.number])
  await removeOrderedLines(tx, row.userId, lines)
  await queueEmail(tx, {
    ...orderConfirmation({
      order: toOrderSummary(completed, lines),
      orderUrl: orderUrlOf(siteUrl, row.number),
    }),
    dedupeKey: `order-confirmation:${row.number}`,
    recipient: row.shipTo.email,
    now: at,
  })
}
