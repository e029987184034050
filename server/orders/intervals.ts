/** How long the states of an order last, and how often it is reconciled. Milliseconds. */
import { QUOTE_VALID_MINUTES } from '#domain/shop.ts'
import { addMs, backOffMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** A started payment keeps its price for this long, though the collection has become dearer. */
export const QUOTE_VALID_MS = QUOTE_VALID_MINUTES * MINUTE_MS
/**
 * A payment begun later than this after the shopper last confirmed the price is refunded, or an open order would be an
 * option on the gold rate. The dialog closes after a quarter of an hour; the rest is for clocks that differ.
 */
export const PAYMENT_BEGINS_WITHIN_MS = HOUR_MS
/** How long a payment can be resumed; afterwards another order replaces it: far enough from the expiry that nobody pays for an order about to end. */
export const PAYMENT_RESUMABLE_MS = DAY_MS
/** A late authorization comes within three days (RZP-4). */
export const ORDER_EXPIRES_MS = 3 * DAY_MS
/** From placing an order or its last refund: how long it is still reconciled, for second payments, late authorizations and failed refunds. */
export const RECONCILED_FOR_MS = 7 * DAY_MS
/** How long the gateway must have rejected requests for an order before the shop believes that it is unknown there. */
export const UNKNOWN_AFTER_REJECTED_MS = DAY_MS

const RECONCILE_DELAY = { firstMs: 3 * MINUTE_MS, maxMs: 12 * HOUR_MS }

/** After so many reconciliations of an order, until the next: 3 minutes, 6, 12 and so on to twice a day. */
export function reconcileDelayMs(attempts: number): number {
  return backOffMs(RECONCILE_DELAY, attempts)
}

const PENDING_REFUND_DELAY_MAX_MS = 7 * DAY_MS

/** Until an order is asked about again, of which the gateway has a refund that is not final: the older it is, the longer. */
export function pendingRefundDelayMs(since: Date | null, at: Date): number {
  if (since === null || at < addMs(since, RECONCILED_FOR_MS)) return 0
  return Math.min((Number(at) - Number(since)) / 10, PENDING_REFUND_DELAY_MAX_MS)
}

/** For an order about which something has just become known. */
export function restartReconciliation(at: Date): {
  readonly reconcileAttempts: number
  readonly nextReconcileAt: Date
} {
  return { reconcileAttempts: 0, nextReconcileAt: addMs(at, reconcileDelayMs(0)) }
}

const RETRY_DELAY = { firstMs: 5 * SECOND_MS, maxMs: HOUR_MS }

/** Before a failed refund or webhook is tried again: 5 seconds, 10, 20 and so on to an hour. */
export function retryDelayMs(attempts: number): number {
  return backOffMs(RETRY_DELAY, attempts - 1)
}

/** A refund due for longer needs an operator: the gateway rejects it again and again. */
export const REFUND_OVERDUE_MS = DAY_MS
/** By then a refund shows on its payment; one that does not has failed. */
export const REFUND_VISIBLE_MS = 3 * MINUTE_MS

/** Longer than the calls to the gateway of one claim may take. */
export const GATEWAY_LEASE_MS = MINUTE_MS
