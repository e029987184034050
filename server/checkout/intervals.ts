/** How long things stand, and how often the gateway is asked about an order. Milliseconds. */
import { QUOTE_VALID_MINUTES } from '#domain/shop.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'

/** For this long a started payment keeps its price though the catalogue has become dearer. */
export const QUOTE_VALID_MS = QUOTE_VALID_MINUTES * MINUTE_MS
/** After this a payment is started anew, far enough from the expiry that nobody pays for an order about to end. */
export const PAYMENT_RESUMES_MS = DAY_MS
/** Banks answer for up to three days (RZP-4); an order without money by then is given up. */
export const ORDER_EXPIRES_MS = 3 * DAY_MS
/**
 * For this long a settled or expired order is still watched for a second or a late payment, which goes back, and a
 * refund for a bank that could not take it.
 */
export const ORDER_WATCH_MS = 7 * DAY_MS

/** For this long the gateway must have refused to speak of an order before that is taken for an answer. */
export const REFUSAL_STANDS_MS = DAY_MS

const FIRST_CHECK_MS = 3 * MINUTE_MS
const CHECK_INTERVAL_MAX_MS = 12 * HOUR_MS

/** From the `checks`-th look at the gateway to the next: 3 minutes, 6, 12 and so on to twice a day. */
export function checkDelayMs(checks: number): number {
  return Math.min(FIRST_CHECK_MS * 2 ** checks, CHECK_INTERVAL_MAX_MS)
}

/** Of an order about which something has just become known: looked after from the start again. */
export function restartWatch(at: Date): { readonly checks: number; readonly nextCheckAt: Date } {
  return { checks: 0, nextCheckAt: addMs(at, checkDelayMs(0)) }
}

const FIRST_RETRY_MS = 5000
const RETRY_INTERVAL_MAX_MS = HOUR_MS

/** Before the next try of a refund or a webhook that met trouble: 5 seconds, 10, 20 and so on to an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), RETRY_INTERVAL_MAX_MS)
}

/** A refund that is owed for longer needs a person: the gateway declines it again and again. */
export const REFUND_OVERDUE_MS = DAY_MS

/** By then a refund shows on its payment; one that does not has failed. */
export const REFUND_VISIBLE_MS = 3 * MINUTE_MS

/** Longer than the calls of one piece of work may take; after it another server takes the work over. */
export const LEASE_MS = MINUTE_MS
