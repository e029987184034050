/**
 * The reconciliation: every order is asked after at the gateway, at growing intervals, until it is settled or has
 * expired, and some days longer for a second or a late payment. Handlers and webhooks may all be lost; this is not.
 */
import { and, asc, eq, gte, inArray, lte, max, sql } from 'drizzle-orm'
import { canTransition, isSettled } from '#domain/order.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { dashboardRefund, order, payment, refund } from '#server/db/schema.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { paymentFailed } from '#server/email/templates.ts'
import { errorFields } from '#server/log.ts'
import { hasExpired, appendToLedger } from './ledger.ts'
import { logTrouble } from './gateway.ts'
import { gatewayOrdersOf, loadLines, lockOrder, toOrderSummary, type OrderRow } from './orders.ts'
import { reconcileOrder, type SettleParts } from './settle.ts'
import { checkDelayMs, LEASE_MS, ORDER_EXPIRES_MS, ORDER_WATCH_MS, REFUSAL_STANDS_MS } from './intervals.ts'

/** Few at a time: a slow gateway must not outlast the lease. */
const ORDERS_PER_ROUND = 4

/** Looks after the orders that are due; gives how many. */
export async function reconcileDueOrders(parts: SettleParts): Promise<number> {
  const due = await claimDueOrders(parts)
  await Promise.all(
    due.map((number) =>
      // The lease brings it back; the others are not to wait for it.
      reconcileOne(parts, number).catch((error: unknown) => {
        parts.log.error('reconciliation failed', errorFields(error))
      }),
    ),
  )
  return due.length
}

function claimDueOrders({ db, now }: SettleParts): Promise<string[]> {
  return db.transaction(async (tx) => {
    const at = now()
    const due = await tx
      .select({ number: order.number })
      .from(order)
      .where(lte(order.nextCheckAt, at))
      .orderBy(asc(order.nextCheckAt))
      .limit(ORDERS_PER_ROUND)
      .for('update', { skipLocked: true })
    const numbers = due.map(({ number }) => number)
    if (numbers.length > 0)
      await tx
        .update(order)
        .set({ nextCheckAt: addMs(at, LEASE_MS), checks: sql`${order.checks} + 1` })
        .where(inArray(order.number, numbers))
    return numbers
  })
}

async function reconcileOne(parts: SettleParts, number: string): Promise<void> {
  const { db, log, now, siteUrl } = parts
  const looked = await reconcileOrder(parts, number, 'reconciliation')
  if (!looked.ok) logTrouble(log, looked)
  const isRefused = !looked.ok && looked.problem === 'refused'
  const isDisowned = isRefused && (await knowsNoReceiptOf(parts, number))
  await db.transaction(async (tx) => {
    const at = now()
    const row = await lockOrder(tx, number)
    const refusedSince = looked.ok ? null : isRefused ? (row.refusedSince ?? at) : row.refusedSince
    // A refusal is an answer once it has stood for a day: the order is another account's, as after test keys were
    // replaced by live ones.
    const isUnknown = isDisowned && refusedSince !== null && at >= addMs(refusedSince, REFUSAL_STANDS_MS)
    const isOver = (looked.ok || isUnknown) && at >= (await watchUntil(tx, row))
    if (isOver && isUnknown) {
      await appendToLedger(tx, {
        orderNumber: number,
        at,
        what: 'unknown to the gateway',
        by: 'reconciliation',
      })
      log.error('an order that the gateway does not know', { event: 'order.unknown-to-gateway' })
    }
    // Only an order the gateway was just asked about, and that no bank has promised to pay, may be given up.
    const mayBeConcluded = looked.ok ? !looked.isUnderWay : isOver
    if (mayBeConcluded && !isSettled(row.status)) await closeUnpaid(tx, { row, at, siteUrl })
    await tx
      .update(order)
      .set({ refusedSince, nextCheckAt: isOver ? null : addMs(at, checkDelayMs(row.checks)) })
      .where(eq(order.number, number))
  })
}

/** Asked by our own names, which no other account uses: the gateway works, and these are not in its books. */
async function knowsNoReceiptOf({ db, gateway }: SettleParts, number: string): Promise<boolean> {
  for (const { receipt } of await gatewayOrdersOf(db, number)) {
    const found = await gateway.findOrderByReceipt(receipt)
    if (!found.ok || found.fact !== null) return false
  }
  return true
}

async function watchUntil(tx: Db, { number, placedAt }: OrderRow): Promise<Date> {
  const [sent] = await tx
    .select({ at: max(refund.sentAt) })
    .from(refund)
    .where(eq(refund.orderNumber, number))
  const [booked] = await tx
    .select({ at: max(dashboardRefund.bookedAt) })
    .from(dashboardRefund)
    .where(eq(dashboardRefund.orderNumber, number))
  const last = Math.max(...[placedAt, sent?.at, booked?.at].map(Number).filter(Number.isFinite))
  return addMs(new Date(last), ORDER_WATCH_MS)
}

interface Unpaid {
  readonly row: OrderRow
  readonly at: Date
  readonly siteUrl: string
}

async function closeUnpaid(tx: Db, { row, at, siteUrl }: Unpaid): Promise<void> {
  const { number: orderNumber, status } = row
  if (at >= addMs(row.placedAt, ORDER_EXPIRES_MS)) {
    if (await hasExpired(tx, orderNumber)) return
    await appendToLedger(tx, { orderNumber, at, what: 'expired', by: 'reconciliation' })
    if (canTransition(status, 'cancelled'))
      await tx.update(order).set({ status: 'cancelled' }).where(eq(order.number, orderNumber))
    return
  }
  // Minutes after the decline, not at once: most people pay at the second try. The page's word alone sends no mail:
  // anybody could have it written to anybody.
  if (status !== 'failed' || !(await hasDeclinedPayment(tx, orderNumber))) return
  if (await hasPaidSince(tx, row)) return
  const lines = await loadLines(tx, [orderNumber])
  await queueEmail(tx, {
    ...paymentFailed({ order: toOrderSummary(row, lines), orderUrl: `${siteUrl}/cart` }),
    dedupeKey: `payment-failed:${orderNumber}`,
    recipient: row.shipTo.email,
    now: at,
  })
}

async function hasDeclinedPayment(tx: Db, orderNumber: string): Promise<boolean> {
  const [declined] = await tx
    .select({ paymentId: payment.paymentId })
    .from(payment)
    .where(and(eq(payment.orderNumber, orderNumber), eq(payment.status, 'failed')))
    .limit(1)
  return declined !== undefined
}

/** Who changed the address, the courier or a quantity after the decline has paid by another order, and needs no letter. */
async function hasPaidSince(tx: Db, { userId, placedAt }: OrderRow): Promise<boolean> {
  const [paid] = await tx
    .select({ number: order.number })
    .from(order)
    .where(and(eq(order.userId, userId), gte(order.paidAt, placedAt)))
    .limit(1)
  return paid !== undefined
}
