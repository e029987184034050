import type { FaultInput } from '#sandbox/faults.ts'

/** Probabilities of the sandbox's faults; those of an order are drawn once per order, the others per request. */
export const FAULT_RATES: FaultInput = {
  rates: {
    'webhook-before-handler': 0.15,
    'webhook-duplicate': 0.15,
    'webhook-reordered': 0.15,
    'webhook-delayed': 0.1,
    'webhook-never': 0.1,
    'handler-never': 0.08,
    'late-authorization': 0.05,
    'stuck-authorized': 0.1,
    'double-capture': 0.06,
    'wrong-amount': 0.03,
    'refund-failed': 0.1,
    'clock-skew': 0.1,
    'api-5xx': 0.04,
    'api-timeout': 0.02,
    'api-dropped': 0.03,
    'courier-no-service': 0.01,
    'courier-http-404': 0.5,
    'courier-empty': 0.01,
    'courier-token-expired': 0.02,
    'courier-slow': 0.03,
    'courier-5xx': 0.03,
    'courier-dropped': 0.08,
    'parcel-returned': 0.4,
    'tracking-never': 0.3,
    'tracking-duplicate': 0.2,
    'tracking-reordered': 0.2,
    'mail-4xx': 0.08,
    'mail-5xx': 0.03,
    'mail-slow': 0.03,
  },
  // Delays of seconds and minutes are shorter here, because the shop's clock runs faster.
  timing: {
    webhookAfterMs: 60,
    webhookDelayMs: 3000,
    webhookRetryMs: 200,
    lateAuthorizationMs: 3000,
    refundFailsMs: 1000,
    hangMs: 400,
    slowMs: 250,
    // Staff advance parcels and pickups.
    parcelStepMs: 0,
  },
}
