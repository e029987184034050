/**
 * Fault injection. A fault is injected for chosen targets (an order's receipt or gateway id, a delivery pincode, a
 * recipient's address) or at random: the random number depends only on seed, kind and target, so that the same seed and
 * receipts fail in the same way again.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS } from '#domain/time.ts'
import type { Store } from './store.ts'

/** Decided once for an order. */
const ORDER_FAULTS = {
  'webhook-before-handler': 'Webhooks are delivered before the handler is called.',
  'webhook-duplicate': 'Each webhook is delivered twice, with the same event id.',
  'webhook-reordered': 'Webhooks sent together arrive in reverse order.',
  'webhook-delayed': 'Webhooks are delayed by timing.webhookDelayMs.',
  'webhook-never': 'No webhook is sent.',
  'handler-never': 'The payment succeeds, but the handler is never called.',
  'late-authorization':
    'The first payment of the order fails and is authorized timing.lateAuthorizationMs later.',
  'stuck-authorized': 'Automatic capture does not happen: the payment stays authorized.',
  'double-capture':
    'The bank takes the money twice for one payment, and the second is not refunded automatically.',
  'wrong-amount': 'The payment is ₹1 less than the order (₹1 more below ₹2).',
  'refund-failed':
    'The first refund of a payment is accepted and fails at the bank timing.refundFailsMs later.',
  'settlement-left-out': 'Payment and refunds of the order are never settled.',
  'settlement-short': 'The payment is settled with ₹1 too little.',
  'clock-skew': 'Time stamps are off by timing.clockSkewSeconds.',
  'parcel-returned': 'Nobody accepts the parcel, and it comes back.',
  'parcel-lost': 'The courier loses the parcel on its way.',
  'tracking-never': 'No tracking webhook is sent.',
  'tracking-duplicate': 'Each tracking webhook is sent twice.',
  'tracking-reordered': 'Tracking lists the scans in reverse order, each of them twice.',
} as const

/** Decided for every request. */
const REQUEST_FAULTS = {
  'api-5xx': 'Razorpay responds with 500, 502 or 503 and changes nothing.',
  'api-timeout': 'Razorpay handles the request and holds the response back for timing.hangMs.',
  'api-dropped': 'Razorpay handles the request, then closes the connection.',
  'courier-no-service': 'Shiprocket reports the delivery pincode as not serviceable.',
  'courier-http-404':
    'Shiprocket reports a pincode as not serviceable with HTTP 404 instead of a 404 inside a 200.',
  'courier-empty': 'Shiprocket responds with 200 and an empty list of couriers.',
  'courier-token-expired': 'Shiprocket responds with 401 "Token has expired".',
  'courier-slow': 'Shiprocket responds after timing.slowMs.',
  'courier-5xx': 'Shiprocket responds with 500.',
  'courier-dropped': 'Shiprocket handles a request about a parcel, then closes the connection.',
  'courier-rejected': 'Shiprocket assigns no AWB, with a rejection inside a 200.',
  'courier-keeps': 'Shiprocket cancels no order, as if the courier had collected it.',
  'mail-4xx': 'The message is rejected temporarily: 451.',
  'mail-5xx': 'The message is rejected permanently: 554.',
  'mail-slow': 'The message is accepted after timing.slowMs.',
} as const

/** What each fault does, for developers. */
export const FAULTS = { ...ORDER_FAULTS, ...REQUEST_FAULTS }

export type FaultKind = keyof typeof FAULTS
// Object.keys loses the key type; FAULTS is a constant with exactly these keys.
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[]

const Kind = z.enum(FAULT_KINDS)
const Milliseconds = z.number().int().min(0)

const Timing = z.strictObject({
  /** From the event to the first delivery of its webhook. */
  webhookAfterMs: Milliseconds.default(100),
  webhookDelayMs: Milliseconds.default(10_000),
  /** Before the first retry; doubles each time. Razorpay gives up after a day, here 43,200 times this. */
  webhookRetryMs: z.number().int().min(1).default(2000),
  webhookTimeoutMs: z.number().int().min(1).default(5000),
  lateAuthorizationMs: Milliseconds.default(60_000),
  refundFailsMs: Milliseconds.default(60_000),
  /** An authorized payment that is not captured is refunded after this (RZP-4: three days). */
  captureWindowMs: Milliseconds.default(3 * DAY_MS),
  /** Interval between the steps of a parcel; 0: only on demand. */
  parcelStepMs: Milliseconds.default(60_000),
  hangMs: Milliseconds.default(30_000),
  slowMs: Milliseconds.default(3000),
  clockSkewSeconds: z.number().int().default(900),
})

const Settings = z.strictObject({
  seed: z.number().int().default(1),
  /** Probability per kind, 0 to 1. */
  rates: z.partialRecord(Kind, z.number().min(0).max(1)).default({}),
  /** Per target: `true` for every time, a number for that many times more. */
  targets: z
    .record(z.string(), z.partialRecord(Kind, z.union([z.literal(true), z.int().min(0)])))
    .default({}),
  timing: Timing.prefault({}),
})

export type FaultSettings = z.output<typeof Settings>
export type FaultInput = z.input<typeof Settings>

export interface Faults {
  settings(): FaultSettings
  /** Replaces all settings; absent ones take their defaults. Throws a ZodError on invalid input. */
  set(input: unknown): FaultSettings
  counts(): Record<FaultKind, number>
  /** Decides and counts. `targets` are the names of one order, parcel or message. */
  shouldInject(kind: FaultKind, targets: readonly string[]): boolean
  /** Current Unix time in seconds, by a clock that a fault may set wrong. */
  unixSeconds(targets: readonly string[]): number
}

export function openFaults(store: Store): Faults {
  const stored = store.setting('faults')
  let current = Settings.parse(stored ? JSON.parse(stored) : {})
  /** How often a fault of a request was decided, by kind and target. */
  const decisions = new Map<string, number>()

  function save(next: FaultSettings) {
    current = next
    store.saveSetting('faults', JSON.stringify(next))
  }

  function takeTargeted(kind: FaultKind, targets: readonly string[]): boolean {
    for (const target of targets) {
      const remaining = current.targets[target]?.[kind]
      if (remaining === true) return true
      if (remaining) {
        save({
          ...current,
          targets: { ...current.targets, [target]: { ...current.targets[target], [kind]: remaining - 1 } },
        })
        return true
      }
    }
    return false
  }

  function drawRandom(kind: FaultKind, targets: readonly string[]): boolean {
    const rate = current.rates[kind] ?? 0
    if (rate === 0) return false
    const target = targets[0] ?? ''
    if (Object.hasOwn(ORDER_FAULTS, kind)) return randomFrom(current.seed, kind, target) < rate
    const count = decisions.get(kind + target) ?? 0
    decisions.set(kind + target, count + 1)
    return randomFrom(current.seed, kind, `${target} ${count}`) < rate
  }

  const faults: Faults = {
    settings: () => current,
    set(input) {
      decisions.clear()
      save(Settings.parse(input))
      return current
    },
    counts() {
      const rows = store.all<{ kind: string; injected: number }>('select kind, injected from fault_count')
      const injected = new Map(rows.map((row) => [row.kind, row.injected]))
      // Built from all kinds, so the record is complete.
      return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, injected.get(kind) ?? 0])) as Record<
        FaultKind,
        number
      >
    },
    shouldInject(kind, targets) {
      if (!takeTargeted(kind, targets) && !drawRandom(kind, targets)) return false
      store.run(
        'insert into fault_count (kind, injected) values (?, 1) on conflict (kind) do update set injected = injected + 1',
        kind,
      )
      return true
    },
    unixSeconds(targets) {
      const skew = faults.shouldInject('clock-skew', targets) ? current.timing.clockSkewSeconds : 0
      return Math.floor(Date.now() / 1000) + skew
    },
  }
  return faults
}

/** From 0 to 1, the same for the same arguments. */
function randomFrom(...parts: (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE(0) / 2 ** 32
}
