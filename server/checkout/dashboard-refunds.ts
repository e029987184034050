/**
 * Refunds that a person makes on the gateway's dashboard. The shop never sends them, it only learns of them: each is
 * booked once, with an entry in the ledger and a mail, however often and from wherever it is reported.
 */
import { and, eq, isNull, sum } from 'drizzle-orm'
import { paise, type Paise } from '#domain/money.ts'
import type { Db } from '#server/db/open.ts'
import { dashboardRefund, order } from '#server/db/schema.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { refundSent } from '#server/email/templates.ts'
import type { GatewayPayment, ListedRefund, Result } from './gateway.ts'
import { appendToLedger, type Source } from './ledger.ts'
import { loadLines, lockOrder, orderUrlOf, toOrderSummary } from './orders.ts'
import type { SettleParts } from './settle.ts'
import { restartWatch } from './intervals.ts'

/**
 * The refunds of the payment that pays an order; asked for only where there are or were some. The audit always asks: one
 * that failed before the shop knew of it leaves no trace on the payment.
 */
export async function refundsAtGateway(
  { db, gateway }: Pick<SettleParts, 'db' | 'gateway'>,
  paying: Pick<GatewayPayment, 'id' | 'refunded'> | undefined,
  by: Source,
): Promise<Result<readonly ListedRefund[]>> {
  const mayHaveRefunds =
    paying !== undefined &&
    (by === 'audit' ||
      paying.refunded > 0 ||
      (await db.$count(dashboardRefund, eq(dashboardRefund.paymentId, paying.id))) > 0)
  return mayHaveRefunds ? gateway.refundsOf(paying.id) : { ok: true, fact: [] }
}

interface Report {
  readonly orderNumber: string
  readonly refunds: readonly ListedRefund[]
  readonly by: Source
  readonly at: Date
}

/**
 * Books what is new, and what has failed since. Within the transaction that holds the order, once it is settled. Gives
 * whether the whole price has gone back by such refunds.
 */
export async function bookDashboardRefunds(
  tx: Db,
  parts: Pick<SettleParts, 'log' | 'siteUrl'>,
  report: Report,
): Promise<boolean> {
  const { orderNumber, by, at } = report
  if (report.refunds.length === 0) return false
  const { total } = await lockOrder(tx, orderNumber)
  for (const refund of report.refunds.toSorted(
    (one, other) => Number(one.createdAt) - Number(other.createdAt),
  )) {
    const { id, paymentId, amount, createdAt, state } = refund
    const failedAt = state === 'failed' ? at : null
    const [booked] = await tx
      .insert(dashboardRefund)
      .values({ gatewayRefundId: id, orderNumber, paymentId, amount, createdAt, bookedAt: at, failedAt })
      .onConflictDoNothing()
      .returning()
    if (failedAt !== null) {
      const isNews = booked !== undefined || (await noteFailed(tx, id, failedAt))
      if (!isNews) continue
      await appendToLedger(tx, {
        orderNumber,
        at,
        what: 'refund failed',
        by,
        detail: { paymentId, amount, gatewayRefundId: id },
      })
      // The shop sends again what it sent itself; this one a person has to make again.
      parts.log.error('a refund made on the dashboard failed', {
        event: 'dashboard-refund.failed',
        gatewayRefundId: id,
      })
    } else if (booked) {
      await appendToLedger(tx, {
        orderNumber,
        at,
        what: (await returnedOf(tx, orderNumber)) >= total ? 'money returned' : 'part returned',
        by,
        detail: { paymentId, amount, gatewayRefundId: id },
      })
      await tellCustomer(tx, parts, { orderNumber, refund, at })
    }
  }
  return (await returnedOf(tx, orderNumber)) >= total
}

async function noteFailed(tx: Db, gatewayRefundId: string, failedAt: Date): Promise<boolean> {
  const noted = await tx
    .update(dashboardRefund)
    .set({ failedAt })
    .where(and(eq(dashboardRefund.gatewayRefundId, gatewayRefundId), isNull(dashboardRefund.failedAt)))
    .returning({ id: dashboardRefund.gatewayRefundId })
  return noted.length > 0
}

async function returnedOf(tx: Db, orderNumber: string): Promise<Paise> {
  const [returned] = await tx
    .select({ amount: sum(dashboardRefund.amount).mapWith(Number) })
    .from(dashboardRefund)
    .where(and(eq(dashboardRefund.orderNumber, orderNumber), isNull(dashboardRefund.failedAt)))
  return paise(returned?.amount ?? 0)
}

async function tellCustomer(
  tx: Db,
  { siteUrl }: Pick<SettleParts, 'siteUrl'>,
  {
    orderNumber,
    refund: { id, paymentId, amount },
    at,
  }: { orderNumber: string; refund: ListedRefund; at: Date },
): Promise<void> {
  // Watched from the start again: the bank may not take it.
  const [row] = await tx.update(order).set(restartWatch(at)).where(eq(order.number, orderNumber)).returning()
  if (!row) throw new Error('The locked order is gone')
  const summary = toOrderSummary(row, await loadLines(tx, [orderNumber]))
  await queueEmail(tx, {
    ...refundSent({
      order: { ...summary, paymentId },
      orderUrl: orderUrlOf(siteUrl, orderNumber),
      amount,
    }),
    dedupeKey: `refund:${id}`,
    recipient: row.shipTo.email,
    now: at,
  })
}
