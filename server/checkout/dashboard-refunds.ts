/**
 * Refunds of the payment that pays an order, made on the gateway's dashboard or at the desk. Each is recorded once, with an
 * order event, an e-mail and a credit note, however often and by whichever source it is reported.
 */
import { and, eq, inArray, isNull, sql, sum, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { paise, type Paise } from '#domain/money.ts'
import type { Db } from '#server/db/open.ts'
import { deskRefund } from '#server/db/refund-schema.ts'
import { dashboardRefund } from '#server/db/schema.ts'
import { creditRefunds } from '#server/documents/issue.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { lockOrder } from '#server/orders/orders.ts'
import type { GatewayDeps, GatewayPayment, GatewayResult, ListedRefund } from './gateway.ts'
import { notifyOfRefund } from './refunds.ts'

/**
 * Calls the gateway only if the payment has or had refunds. The audit always does: a refund that failed before the shop
 * knew of it leaves no trace on the payment.
 */
export async function fetchDashboardRefunds(
  { gateway }: GatewayDeps,
  paying: Pick<GatewayPayment, 'id' | 'refunded'> | undefined,
  known: { readonly source: Source; readonly hasDashboardRefunds: boolean },
): Promise<GatewayResult<readonly ListedRefund[]>> {
  const mayHaveRefunds =
    paying !== undefined && (known.source === 'audit' || paying.refunded > 0 || known.hasDashboardRefunds)
  return mayHaveRefunds ? gateway.fetchPaymentRefunds(paying.id) : { ok: true, value: [] }
}

/** To be selected together with columns of an order. */
export function hasDashboardRefunds(db: Db, orderNumber: PgColumn): SQL<boolean> {
  const refunds = db
    .select({ id: dashboardRefund.gatewayRefundId })
    .from(dashboardRefund)
    .where(eq(dashboardRefund.orderNumber, orderNumber))
  return sql<boolean>`exists ${refunds}`
}

interface Report {
  readonly orderNumber: string
  readonly refunds: readonly ListedRefund[]
  readonly source: Source
  readonly at: Date
}

/** Returns whether the refunds of the order now add up to its whole price. Needs the lock on the order. */
export async function recordDashboardRefunds(tx: Db, deps: GatewayDeps, report: Report): Promise<boolean> {
  const { orderNumber, source, at } = report
  if (report.refunds.length === 0) return false
  const { total } = await lockOrder(tx, orderNumber)
  const byAge = report.refunds.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt))
  for (const { id, paymentId, amount, createdAt, status, receipt } of byAge) {
    await markDeskRefundSent(tx, { orderNumber, id, receipt })
    const failedAt = status === 'failed' ? at : null
    const [inserted] = await tx
      .insert(dashboardRefund)
      .values({ gatewayRefundId: id, orderNumber, paymentId, amount, createdAt, recordedAt: at, failedAt })
      .onConflictDoNothing()
      .returning()
    if (failedAt !== null) {
      const isNews = inserted !== undefined || (await markFailed(tx, id, failedAt))
      if (!isNews) continue
      await appendOrderEvents(tx, {
        orderNumber,
        at,
        event: 'refund failed',
        source,
        detail: { paymentId, amount, gatewayRefundId: id },
      })
      // The shop does not send it again: staff must repeat it.
      deps.log.error('refund failed at the bank', {
        event: 'dashboard-refund.failed',
        gatewayRefundId: id,
      })
    } else if (inserted) {
      await appendOrderEvents(tx, {
        orderNumber,
        at,
        event: (await refundedAmount(tx, orderNumber)) >= total ? 'refunded' : 'partially refunded',
        source,
        detail: { paymentId, amount, gatewayRefundId: id },
      })
      const dedupeKey = `refund:${id}`
      await notifyOfRefund(tx, deps.siteUrl, { orderNumber, paymentId, amount, dedupeKey, at })
    }
  }
  await creditRefunds(tx, { orderNumber, at })
  return (await refundedAmount(tx, orderNumber)) >= total
}

/** One made at the desk has its id as receipt. */
async function markDeskRefundSent(
  tx: Db,
  { orderNumber, id, receipt }: Pick<Report, 'orderNumber'> & Pick<ListedRefund, 'id' | 'receipt'>,
): Promise<void> {
  if (receipt === null) return
  await tx
    .update(deskRefund)
    .set({ state: 'sent', gatewayRefundId: id, nextAttemptAt: null, lastError: null })
    .where(
      and(
        sql`${deskRefund.id}::text = ${receipt}`,
        eq(deskRefund.orderNumber, orderNumber),
        inArray(deskRefund.state, ['due', 'failed']),
      ),
    )
}

async function markFailed(tx: Db, gatewayRefundId: string, failedAt: Date): Promise<boolean> {
  const marked = await tx
    .update(dashboardRefund)
    .set({ failedAt })
    .where(and(eq(dashboardRefund.gatewayRefundId, gatewayRefundId), isNull(dashboardRefund.failedAt)))
    .returning({ id: dashboardRefund.gatewayRefundId })
  return marked.length > 0
}

export async function refundedAmount(tx: Db, orderNumber: string): Promise<Paise> {
  const [refunded] = await tx
    .select({ amount: sum(dashboardRefund.amount).mapWith(Number) })
    .from(dashboardRefund)
    .where(and(eq(dashboardRefund.orderNumber, orderNumber), isNull(dashboardRefund.failedAt)))
  return paise(refunded?.amount ?? 0)
}
