/**
 * The one path to a paid and completed order. The browser's handler, the webhooks and the reconciliation all end here
 * with nothing but the number of an order: what the gateway says about it decides. Doing it twice, at once, late or
 * out of order is doing it once (D26).
 */
import { asc, eq } from 'drizzle-orm'
import { canTransition, isSettled, type OrderStatus } from '#domain/order.ts'
import type { Db } from '#server/db/open.ts'
import { order, payment, refund } from '#server/db/schema.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { orderConfirmation } from '#server/email/templates.ts'
import type { Parts } from '#server/context.ts'
import { removeOrderedLines } from './remove-ordered.ts'
import { bookDashboardRefunds, refundsAtGateway } from './dashboard-refunds.ts'
import type { GatewayPayment, GatewayError, ListedRefund, PaymentGateway, Result } from './gateway.ts'
import { hasExpired, appendToLedger, type LedgerEntry, type Source } from './ledger.ts'
import { gatewayOrdersOf, loadLines, lockOrder, orderUrlOf, toOrderSummary, type OrderRow } from './orders.ts'
import { retryMissingRefunds } from './refunds.ts'
import { restartWatch } from './intervals.ts'
import { mostFinalState, judgePayments, paymentToCapture, type ObservedPayment } from './verdict.ts'

export interface SettleParts extends Pick<Parts, 'db' | 'log' | 'now' | 'siteUrl'> {
  readonly gateway: PaymentGateway
}

/** A payment that is known to belong to the order. */
type OwnPayment = GatewayPayment & { readonly gatewayOrderId: string }

export type ReconcileResult =
  | {
      readonly ok: true
      readonly status: OrderStatus
      /** The bank has promised the money, and the gateway could not take it yet: it is tried again. */
      readonly isUnderWay: boolean
    }
  | GatewayError

/** Asks the gateway about every payment of the order, takes what is authorised, and settles. */
export async function reconcileOrder(
  parts: SettleParts,
  orderNumber: string,
  by: Source,
): Promise<ReconcileResult> {
  const { db, gateway, now } = parts
  const askedAt = now()
  const told = await fetchGatewayPayments(parts, orderNumber)
  if (!told.ok) return told
  const judged = await loadOrderState(db, orderNumber)
  const wanted = paymentToCapture(judged, told.fact.map(toObservedPayment))
  const taken = wanted ? await capturePayment(gateway, wanted) : null
  const payments = told.fact.map((each) => (each.id === taken?.id ? { ...each, ...taken } : each))
  const paidBy = judged.paymentId ?? judgePayments(judged, payments.map(toObservedPayment)).paidBy
  const refunded = await refundsAtGateway(
    parts,
    payments.find(({ id }) => id === paidBy),
    by,
  )
  if (!refunded.ok) return refunded
  const status = await settle(parts, { orderNumber, payments, refunds: refunded.fact, by, askedAt })
  return { ok: true, status, isUnderWay: !isSettled(status) && taken?.state === 'authorized' }
}

async function fetchGatewayPayments(
  { db, gateway }: SettleParts,
  orderNumber: string,
): Promise<Result<OwnPayment[]>> {
  const payments: OwnPayment[] = []
  for (const { gatewayOrderId } of await gatewayOrdersOf(db, orderNumber)) {
    if (gatewayOrderId === null) continue
    const told = await gateway.paymentsOf(gatewayOrderId)
    if (!told.ok) return told
    for (const each of told.fact)
      if (each.gatewayOrderId === gatewayOrderId) payments.push({ ...each, gatewayOrderId })
  }
  return { ok: true, fact: payments }
}

async function loadOrderState(db: Db, orderNumber: string) {
  const [found] = await db.select().from(order).where(eq(order.number, orderNumber))
  if (!found) throw new Error('No such order')
  return { ...found, hasExpired: await hasExpired(db, orderNumber) }
}

/** A capture that is refused or lost may have been done: the payment itself tells. */
async function capturePayment(
  gateway: PaymentGateway,
  { paymentId, amount, currency, state }: ObservedPayment,
): Promise<Pick<GatewayPayment, 'id' | 'state'>> {
  const told = await gateway.capture({ paymentId, amount, currency })
  if (told.ok) return { id: paymentId, state: told.fact.state }
  const fetched = await gateway.fetchPayment(paymentId)
  return { id: paymentId, state: fetched.ok ? fetched.fact.state : state }
}

function toObservedPayment({ id, amount, currency, state }: GatewayPayment): ObservedPayment {
  return { paymentId: id, amount, currency, state }
}

interface Observation {
  readonly orderNumber: string
  readonly payments: readonly OwnPayment[]
  /** Those of the payment that pays the order. */
  readonly refunds: readonly ListedRefund[]
  readonly by: Source
  /** What the gateway did later it has not told. */
  readonly askedAt: Date
}

/** Takes what the gateway said into the books and draws the consequences, in one transaction that holds the order. */
async function settle(parts: SettleParts, report: Observation): Promise<OrderStatus> {
  const { db, now, log } = parts
  return db.transaction(async (tx) => {
    const at = now()
    const { orderNumber, by } = report
    const row = await lockOrder(tx, orderNumber)
    const enter = (entry: Pick<LedgerEntry, 'what' | 'detail'>) =>
      appendToLedger(tx, { ...entry, orderNumber, at, by })

    const news = await storePayments(tx, report, at)
    for (const { id, state, amount, failureReason: declinedFor } of news)
      await enter({ what: 'payment seen', detail: { paymentId: id, state, amount, declinedFor } })

    const judged = { ...row, hasExpired: await hasExpired(tx, orderNumber) }
    const verdict = judgePayments(judged, await loadPayments(tx, orderNumber))
    let status = row.status

    if (verdict.paidBy !== null && canTransition(status, 'paid')) {
      await enter({ what: 'paid', detail: { paymentId: verdict.paidBy, amount: row.total } })
      await enter({ what: 'completed' })
      await completeOrder(tx, parts, { row, paymentId: verdict.paidBy, at })
      status = 'completed'
      log.info('order completed', { by })
    }

    for (const { paymentId, amount, reason } of verdict.owed) {
      const [owed] = await tx
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
      if (owed) await enter({ what: 'refund owed', detail: { paymentId, amount, reason } })
    }
    await retryMissingRefunds(tx, { ...report, at })

    const isReturned = await bookDashboardRefunds(tx, parts, { ...report, at })
    if ((isReturned || verdict.isReturned) && canTransition(status, 'refunded')) {
      if (!isReturned) await enter({ what: 'money returned' })
      await tx.update(order).set({ status: 'refunded' }).where(eq(order.number, orderNumber))
      status = 'refunded'
    }

    const isFreshDecline = news.some(({ state }) => state === 'failed')
    if (verdict.isDeclined && isFreshDecline && canTransition(status, 'failed')) {
      await enter({ what: 'declined' })
      await tx.update(order).set({ status: 'failed' }).where(eq(order.number, orderNumber))
      status = 'failed'
    }
    return status
  })
}

/** Writes down what was not known yet; gives that. */
async function storePayments(
  tx: Db,
  { orderNumber, payments }: Observation,
  at: Date,
): Promise<OwnPayment[]> {
  const known = new Map((await loadPayments(tx, orderNumber)).map((each) => [each.paymentId, each.state]))
  const news: OwnPayment[] = []
  for (const told of payments) {
    const { id, gatewayOrderId, amount, currency } = told
    const state = mostFinalState(known.get(id), told.state)
    if (state === known.get(id)) continue
    await tx
      .insert(payment)
      .values({ paymentId: id, orderNumber, gatewayOrderId, amount, currency, status: state, seenAt: at })
      .onConflictDoUpdate({ target: payment.paymentId, set: { status: state, seenAt: at } })
    known.set(id, state)
    news.push(told)
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

/** The pieces are the shopper's: order, cart and confirmation change together or not at all. */
async function completeOrder(
  tx: Db,
  { siteUrl }: Pick<Parts, 'siteUrl'>,
  { row, paymentId, at }: Completion,
): Promise<void> {
  const [completed] = await tx
    .update(order)
    .set({
      status: 'completed',
      paidAt: at,
      completedAt: at,
      paymentId,
      // Watched from the start again, now for a second payment.
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
