/** How long the states of an order last, and how often it is reconciled. Milliseconds. */
import { addMs, backOffMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/**
 * A payment begun later than this after the shopper last confirmed the price is refunded; otherwise an open order would
 * be an option on the gold rate. The dialog closes after a quarter of an hour; the rest allows for clock differences.
 */
export const PAYMENT_BEGINS_WITHIN_MS = HOUR_MS
/**
 * How long a payment can be resumed; afterwards another order replaces it. Far enough from the expiry that nobody pays
 * for an order about to end.
 */
export const PAYMENT_RESUMABLE_MS = DAY_MS
/** A late authorization arrives within three days (RZP-4). */
export const ORDER_EXPIRES_MS = 3 * DAY_MS
/**
 * How long an order is reconciled after it was placed or last refunded: for second payments, late authorizations and
 * failed refunds.
 */
export const RECONCILED_FOR_MS = 7 * DAY_MS
/** How long the gateway must reject requests for an order before the shop assumes that it is unknown there. */
export const UNKNOWN_AFTER_REJECTED_MS = DAY_MS

const RECONCILE_DELAY = { firstMs: 3 * MINUTE_MS, maxMs: 12 * HOUR_MS }

/** Delay before the next reconciliation after this many: 3 minutes, 6, 12 and so on up to 12 hours. */
export function reconcileDelayMs(attempts: number): number {
  return backOffMs(RECONCILE_DELAY, attempts)
}

const PENDING_REFUND_DELAY_MAX_MS = 7 * DAY_MS

/** Delay before reconciling an order with a pending gateway refund: the older the refund, the longer. */
export function pendingRefundDelayMs(since: Date | null, at: Date): number {
  if (since === null || at < addMs(since, RECONCILED_FOR_MS)) return 0
  return Math.min((Number(at) - Number(since)) / 10, PENDING_REFUND_DELAY_MAX_MS)
}

/** For an order about which something has changed. */
export function restartReconciliation(at: Date): {
  readonly reconcileAttempts: number
  readonly nextReconcileAt: Date
} {
  return { reconcileAttempts: 0, nextReconcileAt: addMs(at, reconcileDelayMs(0)) }
}

const RETRY_DELAY = { firstMs: 5 * SECOND_MS, maxMs: HOUR_MS }

/** Delay before the next attempt to send a refund or process a webhook: 5 seconds, 10, 20 and so on up to an hour. */
export function retryDelayMs(attempts: number): number {
  return backOffMs(RETRY_DELAY, attempts - 1)
}

/** A refund due for longer needs an operator: the gateway rejects it again and again. */
export const REFUND_OVERDUE_MS = DAY_MS
/** By then a refund shows on its payment; otherwise it has failed. */
export const REFUND_VISIBLE_MS = 3 * MINUTE_MS

/** Must exceed the time of a claim's calls to the gateway. */
export const GATEWAY_LEASE_MS = MINUTE_MS
