/** How long promises and pending decisions last. Retention periods of personal data are in `retention.ts`. */

/** How long a customer may decide whether sold pieces are made to order, before the payment is refunded. */
export const CONSENT_DAYS = 7
export const MADE_TO_ORDER_DAYS = 15
/** The hour in India until which pages promise that an order is handed over to the courier on the same day. */
export const HANDOVER_UNTIL_HOUR = 14
/** For unused products (`2.faq.returns`). */
export const RETURN_DAYS = 30
/** Afterwards an unconfirmed subscription is purged. */
export const SUBSCRIPTION_PENDING_DAYS = 30
