/**
 * Refunds of the payment that pays an order, as the gateway has them: made on its dashboard, or requested from the shop.
 * Each is recorded once, with an order event, an e-mail and a credit note, however often and by whichever source it is
 * reported.
 */
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ZERO } from '#domain/money.ts'
import type { Db } from '#server/db/open.ts'
import { gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { order } from '#server/db/schema.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import { isOfWholeOrder } from '#server/orders/cancellations.ts'
import { restartReconciliation } from '#server/orders/intervals.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { lockOrder } from '#server/orders/orders.ts'
import { creditRefunds } from './credit-refunds.ts'
import { refundedAmount } from './refund-amounts.ts'
import type { RefundRequestRow } from './refund-requests.ts'
import { notifyOfUnmadeRefund } from './unmade-refund-email.ts'
import type { GatewayDeps, GatewayPayment, GatewayResult, ListedRefund } from '#server/gateway/gateway.ts'
import { notifyOfRefund } from './surplus-refunds.ts'

/**
 * Calls the gateway only if the payment has or had refunds. The audit always does: a refund that failed before the shop
 * knew of it leaves no trace on the payment.
 */
export async function fetchGatewayRefunds(
  { gateway }: GatewayDeps,
  paying: Pick<GatewayPayment, 'id' | 'refunded'> | undefined,
  options: { readonly source: Source; readonly hasGatewayRefunds: boolean },
): Promise<GatewayResult<readonly ListedRefund[]>> {
  const mayHaveRefunds =
    paying !== undefined && (options.source === 'audit' || paying.refunded > 0 || options.hasGatewayRefunds)
  return mayHaveRefunds ? gateway.fetchPaymentRefunds(paying.id) : { ok: true, value: [] }
}

/** To be selected together with columns of an order. */
export function hasGatewayRefunds(db: Db, orderNumber: PgColumn): SQL<boolean> {
  const refunds = db
    .select({ id: gatewayRefund.gatewayRefundId })
    .from(gatewayRefund)
    .where(eq(gatewayRefund.orderNumber, orderNumber))
  return sql<boolean>`exists ${refunds}`
}

interface Report {
  readonly orderNumber: string
  readonly refunds: readonly ListedRefund[]
  readonly source: Source
  readonly at: Date
}

/** Needs the lock on the order. `isRefundedInFull` once the refunds of the order add up to its total. */
export async function recordGatewayRefunds(
  tx: Db,
  deps: GatewayDeps,
  report: Report,
): Promise<{ readonly isRefundedInFull: boolean }> {
  const { orderNumber, source, at } = report
  if (report.refunds.length === 0) return { isRefundedInFull: false }
  const { total } = await lockOrder(tx, orderNumber)
  const byAge = report.refunds.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt))
  for (const refund of byAge) {
    const { id, paymentId, amount, createdAt, status, receipt } = refund
    await markRequestSent(tx, { orderNumber, id, receipt })
    const failedAt = status === 'failed' ? at : null
    const processedAt = status === 'processed' ? at : null
    const detail = { paymentId, amount, gatewayRefundId: id }
    const [inserted] = await tx
      .insert(gatewayRefund)
      .values({
        gatewayRefundId: id,
        orderNumber,
        paymentId,
        amount,
        createdAt,
        recordedAt: at,
        processedAt,
        failedAt,
      })
      .onConflictDoNothing()
      .returning()
    if (failedAt !== null) {
      const isFirstReport = inserted !== undefined || (await setOutcome(tx, id, { failedAt }))
      if (!isFirstReport) continue
      await appendOrderEvents(tx, { orderNumber, at, event: 'refund failed', source, detail })
      // A lost dispute may cover what this failed refund did not.
      await creditRefunds(tx, { orderNumber, at })
      await notifyOfFailure(tx, deps, { orderNumber, refund, at, isNew: inserted !== undefined })
    } else if (inserted) {
      // Even if the reconciliation of the order has ended: the webhook with the outcome of the refund may be lost.
      if (processedAt === null)
        await tx.update(order).set(restartReconciliation(at)).where(eq(order.number, orderNumber))
      await appendOrderEvents(tx, {
        orderNumber,
        at,
        event: (await refundedAmount(tx, orderNumber)) >= total ? 'refunded' : 'partially refunded',
        source,
        detail,
      })
      await creditAndNotify(tx, deps, { orderNumber, refund, at })
    } else if (processedAt !== null && (await setOutcome(tx, id, { processedAt })))
      await appendOrderEvents(tx, { orderNumber, at, event: 'refund confirmed', source, detail })
  }
  return { isRefundedInFull: (await refundedAmount(tx, orderNumber)) >= total }
}

interface RecordedRefund extends Pick<Report, 'orderNumber' | 'at'> {
  readonly refund: ListedRefund
}

/**
 * Pieces and amounts are credited only now: until the gateway has a refund, it may still fail, and a credit note cannot be taken
 * back. A whole cancellation was credited at once (complete-cancellation.ts), so that nothing of it is left to credit.
 */
async function creditAndNotify(
  tx: Db,
  { siteUrl }: GatewayDeps,
  { orderNumber, refund: { id, paymentId, amount }, at }: RecordedRefund,
): Promise<void> {
  const creditNote = await creditRefunds(tx, { orderNumber, at })
  const request = await findRequest(tx, id)
  await notifyOfRefund(tx, siteUrl, {
    orderNumber,
    paymentId,
    amount,
    lines: request?.lines ?? [],
    extra: request?.extra ?? ZERO,
    creditNote: creditNote?.number ?? (await findNoteOfCancellation(tx, request)),
    dedupeKey: `refund:${id}`,
    at,
  })
}

async function notifyOfFailure(
  tx: Db,
  { siteUrl, log }: GatewayDeps,
  { orderNumber, refund: { id, amount }, at, isNew }: RecordedRefund & { readonly isNew: boolean },
): Promise<void> {
  const request = await findRequest(tx, id)
  const failure = {
    requestId: request?.id ?? null,
    gatewayRefundId: id,
    isKnownToCustomer: !isNew || request?.cancels === true,
    orderNumber,
    amount,
    cause: 'failed',
  } as const
  await notifyOfUnmadeRefund(tx, failure, { at, siteUrl })
  // The shop does not send it again: staff must retry it.
  log.error('refund failed at the bank', { event: 'gateway-refund.failed', gatewayRefundId: id })
}

/** One that was requested from the shop has the id of its request as receipt. */
async function markRequestSent(
  tx: Db,
  { orderNumber, id, receipt }: Pick<Report, 'orderNumber'> & Pick<ListedRefund, 'id' | 'receipt'>,
): Promise<void> {
  if (receipt === null) return
  await tx
    .update(refundRequest)
    .set({ state: 'sent', gatewayRefundId: id, nextAttemptAt: null, lastError: null })
    .where(
      and(
        sql`${refundRequest.id}::text = ${receipt}`,
        eq(refundRequest.orderNumber, orderNumber),
        inArray(refundRequest.state, ['due', 'failed']),
      ),
    )
}

/** Undefined for a refund that was made on the dashboard. */
async function findRequest(tx: Db, gatewayRefundId: string): Promise<RefundRequestRow | undefined> {
  const [row] = await tx
    .select()
    .from(refundRequest)
    .where(eq(refundRequest.gatewayRefundId, gatewayRefundId))
  return row
}

/** Of the whole order, which was credited when it was cancelled. */
async function findNoteOfCancellation(tx: Db, request: RefundRequestRow | undefined): Promise<string | null> {
  if (!request?.cancels || !isOfWholeOrder(request)) return null
  const documents = await loadTaxDocuments(tx, request.orderNumber)
  return documents.findLast(({ kind }) => kind === 'credit note')?.number ?? null
}

/** False if the outcome was set before. */
async function setOutcome(
  tx: Db,
  gatewayRefundId: string,
  outcome: { readonly processedAt: Date } | { readonly failedAt: Date },
): Promise<boolean> {
  const column = 'failedAt' in outcome ? gatewayRefund.failedAt : gatewayRefund.processedAt
  const updated = await tx
    .update(gatewayRefund)
    .set(outcome)
    .where(and(eq(gatewayRefund.gatewayRefundId, gatewayRefundId), isNull(column)))
    .returning({ id: gatewayRefund.gatewayRefundId })
  return updated.length > 0
}
