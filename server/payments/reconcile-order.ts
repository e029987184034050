/**
 * The only path to a paid and completed order. Callers pass only an order number and their name: the gateway's state
 * decides. Idempotent, even if called concurrently, late or out of order (D26).
 */
import { eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { canTransition, isCaptured, type OrderStatus } from '#domain/order.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { order, payment, surplusRefund } from '#server/db/schema.ts'
import { writeTogether } from '#server/db/together.ts'
import { creditWholeInvoice } from '#server/documents/issue.ts'
import { listGatewayOrders } from '#server/orders/gateway-orders.ts'
import { PAYMENT_BEGINS_WITHIN_MS } from '#server/orders/intervals.ts'
import {
  appendOrderEvents,
  insertOrderEvents,
  orderEventSummaryOf,
  type OrderEventSummary,
  type Source,
} from '#server/orders/order-events.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.ts'
import { completeOrClose, type CompletionOutcome, type RecordEvents } from './complete-order.ts'
import {
  fetchGatewayRefunds,
  hasGatewayRefunds,
  recordGatewayRefunds,
} from '#server/refunds/gateway-refunds.ts'
import type {
  GatewayDeps,
  GatewayPayment,
  GatewayResult,
  ListedRefund,
  PaymentGateway,
} from '#server/gateway/gateway.ts'
import {
  evaluatePayments,
  mostFinalStatus,
  paymentToCapture,
  type DueSurplusRefund,
  type ObservedPayment,
  type OrderState,
  type PaymentDecision,
  type RefundReason,
} from './payment-decision.ts'
import { retryMissingSurplusRefunds } from '#server/refunds/surplus-refunds.ts'

type FetchedPayment = GatewayPayment & { readonly gatewayOrderId: string }
type OrderPayment = FetchedPayment & Pick<ObservedPayment, 'isAfterPriceExpiry'>

export interface Reconciliation {
  readonly status: OrderStatus
  /** The bank has promised the money, and the gateway could not capture it yet. */
  readonly isAuthorized: boolean
  /** Its payment is captured; it is completed once the customer consents (made-to-order-consent.ts). */
  readonly isConsentOpen: boolean
}

/** Fetches every payment of the order from the gateway, captures what is authorized, and applies what follows. */
export async function reconcileOrder(
  deps: GatewayDeps,
  orderNumber: string,
  source: Source,
): Promise<GatewayResult<Reconciliation>> {
  const { db, gateway, now } = deps
  const requestedAt = now()
  const fetched = await fetchPayments(deps, orderNumber)
  if (!fetched.ok) return fetched
  const state = await loadOrderState(db, orderNumber)
  const observed = withPriceExpiry(state, fetched.value)
  const toCapture = paymentToCapture(state, observed.map(toObservedPayment))
  const captured = toCapture ? await capturePayment(gateway, toCapture) : null
  const payments = observed.map((each) => (each.id === captured?.id ? { ...each, ...captured } : each))
  const payingPaymentId =
    state.paymentId ?? evaluatePayments(state, payments.map(toObservedPayment)).newPayingPaymentId
  const payingPayment = payments.find(({ id }) => id === payingPaymentId)
  const refunds = await fetchGatewayRefunds(deps, payingPayment, { source, ...state })
  if (!refunds.ok) return refunds
  const { status, isConsentOpen } = await applyObservation(deps, {
    orderNumber,
    payments,
    refunds: refunds.value,
    source,
    requestedAt,
  })
  const isAuthorized = !isCaptured(status) && captured?.status === 'authorized'
  return { ok: true, value: { status, isAuthorized, isConsentOpen } }
}

async function fetchPayments(
  { db, gateway }: GatewayDeps,
  orderNumber: string,
): Promise<GatewayResult<FetchedPayment[]>> {
  const payments: FetchedPayment[] = []
  for (const { gatewayOrderId } of await listGatewayOrders(db, orderNumber)) {
    if (gatewayOrderId === null) continue
    const fetched = await gateway.fetchOrderPayments(gatewayOrderId)
    if (!fetched.ok) return fetched
    const ownPayments = fetched.value.filter((each) => each.gatewayOrderId === gatewayOrderId)
    for (const each of ownPayments) payments.push({ ...each, gatewayOrderId })
  }
  return { ok: true, value: payments }
}

interface LoadedState extends OrderState, OrderEventSummary {
  readonly hasGatewayRefunds: boolean
  readonly hasSurplusRefunds: boolean
  readonly payments: readonly ObservedPayment[]
}

async function loadOrderState(db: Db, orderNumber: string): Promise<LoadedState> {
  const [loaded] = await db
    .select({
      row: order,
      ...orderEventSummaryOf(db, order.number),
      hasGatewayRefunds: hasGatewayRefunds(db, order.number),
      hasSurplusRefunds: hasSurplusRefunds(db, order.number),
      payments: paymentsOf(db, order.number),
    })
    .from(order)
    .where(eq(order.number, orderNumber))
  if (!loaded) throw new Error('No such order')
  const { row, ...state } = loaded
  return { ...row, ...state }
}

/** Stored facts about a payment stay: the shopper may have confirmed the order again since. */
function withPriceExpiry(
  { confirmedAt, payments }: LoadedState,
  fetched: readonly FetchedPayment[],
): OrderPayment[] {
  const stored = new Map(payments.map((each) => [each.paymentId, each.isAfterPriceExpiry]))
  const isAfterPriceExpiry = (begunAt: Date | null) =>
    begunAt !== null && confirmedAt !== null && begunAt > addMs(confirmedAt, PAYMENT_BEGINS_WITHIN_MS)
  return fetched.map((each) => ({
    ...each,
    isAfterPriceExpiry: stored.get(each.id) ?? isAfterPriceExpiry(each.createdAt),
  }))
}

/** A rejected capture, or one whose response was lost, may have happened: the payment is fetched. */
async function capturePayment(
  gateway: PaymentGateway,
  { paymentId, amount, currency, status }: ObservedPayment,
): Promise<Pick<GatewayPayment, 'id' | 'status'>> {
  const captured = await gateway.capture({ paymentId, amount, currency })
  const current = captured.ok ? captured : await gateway.fetchPayment(paymentId)
  return { id: paymentId, status: current.ok ? current.value.status : status }
}

function toObservedPayment({
  id,
  amount,
  currency,
  status,
  isAfterPriceExpiry,
}: OrderPayment): ObservedPayment {
  return { paymentId: id, amount, currency, status, isAfterPriceExpiry }
}

interface Observation {
  readonly orderNumber: string
  readonly payments: readonly OrderPayment[]
  /** Refunds of the payment that pays the order. */
  readonly refunds: readonly ListedRefund[]
  readonly source: Source
  /** The observation does not include what the gateway did later. */
  readonly requestedAt: Date
}

/** One observation being applied, in a transaction that holds the lock on the order. */
interface ObservationContext extends Observation {
  readonly tx: Db
  readonly orderRow: OrderRow
  readonly at: Date
  readonly record: RecordEvents
}

/** Stores the observation and applies what follows from it, in one transaction that locks the order. */
async function applyObservation(
  deps: GatewayDeps,
  observation: Observation,
): Promise<Pick<Reconciliation, 'status' | 'isConsentOpen'>> {
  return deps.db.transaction(async (tx) => {
    // Sent together and executed in this order: the rest is read under the lock.
    const [context, state] = await Promise.all([
      lockOrderAndCreateContext(tx, deps, observation),
      loadOrderState(tx, observation.orderNumber),
    ])
    const { payments, changedPayments } = await storePayments(context, state.payments)
    const decision = evaluatePayments(state, payments)
    const { status: statusAfterPayment, kind } = await applyPayment(deps, context, decision)
    const refundReason = kind && REFUND_REASON_OF_CLOSING[kind]
    const dueRefunds = refundReason
      ? refundsOfClosed(state, payments, { ...decision, refundReason })
      : decision.dueRefunds
    for (const dueRefund of dueRefunds) await recordSurplusRefund(context, dueRefund)
    if (state.hasSurplusRefunds) await retryMissingSurplusRefunds(tx, context)
    const status = await applyRefunds(deps, context, { status: statusAfterPayment, decision })
    const isConsentOpen = kind === 'consent requested'
    const isNewFailure = changedPayments.some((each) => each.status === 'failed')
    return {
      status: decision.allFailed && isNewFailure ? await markFailed(context, status) : status,
      isConsentOpen,
    }
  })
}

async function lockOrderAndCreateContext(
  tx: Db,
  { now }: GatewayDeps,
  observation: Observation,
): Promise<ObservationContext> {
  const at = now()
  const { orderNumber, source } = observation
  const orderRow = await lockOrder(tx, orderNumber)
  const record: RecordEvents = (...entries) =>
    appendOrderEvents(tx, ...entries.map((entry) => ({ ...entry, orderNumber, at, source })))
  return { ...observation, tx, orderRow, at, record }
}

interface StoredPayments {
  /** All payments of the order, by id. */
  readonly payments: readonly ObservedPayment[]
  /** Payments whose status is new; each has an order event. */
  readonly changedPayments: readonly OrderPayment[]
}

async function storePayments(
  context: ObservationContext,
  storedPayments: readonly ObservedPayment[],
): Promise<StoredPayments> {
  const { tx, orderNumber, at, source } = context
  const stored = new Map(storedPayments.map((each) => [each.paymentId, each]))
  const changed = new Map<string, OrderPayment>()
  for (const observed of context.payments) {
    const storedPayment = stored.get(observed.id)
    if (storedPayment?.status === 'refunded' && observed.status === 'captured')
      stored.set(observed.id, { ...storedPayment, hasFailedRefund: true })
    const status = mostFinalStatus(storedPayment?.status, observed.status)
    if (status === storedPayment?.status) continue
    stored.set(observed.id, { ...(storedPayment ?? toObservedPayment(observed)), status })
    changed.set(observed.id, { ...observed, status })
  }
  const changedPayments = [...changed.values()]
  const upserts = changedPayments.map(
    ({ id, gatewayOrderId, amount, currency, status, isAfterPriceExpiry }) =>
      tx
        .insert(payment)
        .values({
          paymentId: id,
          orderNumber,
          gatewayOrderId,
          amount,
          currency,
          status,
          observedAt: at,
          isAfterPriceExpiry,
        })
        .onConflictDoUpdate({ target: payment.paymentId, set: { status, observedAt: at } }),
  )
  const events = changedPayments.map(({ id: paymentId, status, amount, failureReason }) => ({
    orderNumber,
    at,
    source,
    event: 'payment observed' as const,
    detail: { paymentId, state: status, amount, failureReason },
  }))
  if (events.length > 0) await writeTogether(tx, [...upserts, insertOrderEvents(tx, events)])
  const payments = [...stored.values()].sort((one, other) => (one.paymentId < other.paymentId ? -1 : 1))
  return { payments, changedPayments }
}

/** To be selected together with columns of an order. */
function paymentsOf(db: Db, orderNumber: PgColumn): SQL<ObservedPayment[]> {
  const { paymentId, amount, currency, status, isAfterPriceExpiry } = payment
  const observed = sql`json_build_object('paymentId', ${paymentId}, 'amount', ${amount}, 'currency', ${currency},
    'status', ${status}, 'isAfterPriceExpiry', ${isAfterPriceExpiry})`
  const all = db
    .select({ all: sql`coalesce(json_agg(${observed} order by ${paymentId}), '[]')` })
    .from(payment)
    .where(eq(payment.orderNumber, orderNumber))
  return sql`${all}`
}

function hasSurplusRefunds(db: Db, orderNumber: PgColumn): SQL<boolean> {
  const refunds = db
    .select({ id: surplusRefund.id })
    .from(surplusRefund)
    .where(eq(surplusRefund.orderNumber, orderNumber))
  return sql<boolean>`exists ${refunds}`
}

/** Applies the paying payment, if there is a new one (complete-order.ts). */
async function applyPayment(
  deps: GatewayDeps,
  { tx, orderRow, at, record, source }: ObservationContext,
  { newPayingPaymentId }: PaymentDecision,
): Promise<CompletionOutcome | { readonly status: OrderStatus; readonly kind: null }> {
  if (newPayingPaymentId === null || !canTransition(orderRow.status, 'paid'))
    return { status: orderRow.status, kind: null }
  const outcome = await completeOrClose(tx, deps, {
    orderRow,
    paymentId: newPayingPaymentId,
    at,
    source,
    record,
  })
  if (outcome.kind === 'completed') deps.log.info('order completed', { source })
  return outcome
}

/** The reason why the payment that was to pay the order is refunded. */
const REFUND_REASON_OF_CLOSING: Partial<Record<CompletionOutcome['kind'], RefundReason>> = {
  'sold out': 'the pieces were sold',
  'offer code used up': 'the offer code was used up',
}

/** Refunds for an order that its payment could not complete, which the payment decision could not foresee. */
function refundsOfClosed(
  state: OrderState,
  payments: readonly ObservedPayment[],
  { newPayingPaymentId, refundReason }: PaymentDecision & { readonly refundReason: RefundReason },
): DueSurplusRefund[] {
  const { dueRefunds } = evaluatePayments({ ...state, isClosed: true }, payments)
  return dueRefunds.map((due) =>
    due.paymentId === newPayingPaymentId ? { ...due, reason: refundReason } : due,
  )
}

async function recordSurplusRefund(
  { tx, orderNumber, at, record }: ObservationContext,
  { paymentId, amount, reason }: DueSurplusRefund,
): Promise<void> {
  const [inserted] = await tx
    .insert(surplusRefund)
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
  if (inserted) await record({ event: 'refund due', detail: { paymentId, amount, reason } })
}

/** Records refunds of the paying payment; the order is refunded once they add up to its whole price. */
async function applyRefunds(
  deps: GatewayDeps,
  context: ObservationContext,
  { status, decision }: { readonly status: OrderStatus; readonly decision: PaymentDecision },
): Promise<OrderStatus> {
  const { isRefundedInFull } = await recordGatewayRefunds(context.tx, deps, context)
  const isRefunded = isRefundedInFull || decision.isRefunded
  if (!isRefunded || !canTransition(status, 'refunded')) return status
  if (!isRefundedInFull) await context.record({ event: 'refunded' })
  await creditWholeInvoice(context.tx, context)
  return updateStatus(context, 'refunded')
}

async function markFailed(context: ObservationContext, status: OrderStatus): Promise<OrderStatus> {
  if (!canTransition(status, 'failed')) return status
  await context.record({ event: 'payment failed' })
  return updateStatus(context, 'failed')
}

async function updateStatus(
  { tx, orderNumber }: ObservationContext,
  status: OrderStatus,
): Promise<OrderStatus> {
  await tx.update(order).set({ status }).where(eq(order.number, orderNumber))
  return status
}
