/**
 * What the stand-ins do wrong on demand. A fault strikes a target it is aimed at (an order's receipt or
 * gateway id, a delivery pincode, a recipient's address), or by chance: the draw depends only on the seed, the
 * kind and the target, so that the same seed and the same receipts misbehave in the same way again.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Store } from './store.ts'

/** `order`: drawn once for an order and then steady. `request`: drawn anew for every request. */
export const FAULTS = {
  'webhook-before-handler': { drawn: 'order', does: 'Webhooks are delivered before the handler is called.' },
  'webhook-duplicate': { drawn: 'order', does: 'Each webhook is delivered twice, with the same event id.' },
  'webhook-reordered': { drawn: 'order', does: 'The webhooks of one moment arrive last first.' },
  'webhook-delayed': { drawn: 'order', does: 'Webhooks come late, by timing.webhookDelayMs.' },
  'webhook-never': { drawn: 'order', does: 'No webhook is sent.' },
  'handler-never': { drawn: 'order', does: 'The money moves, but the handler is never called.' },
  'late-authorisation': {
    drawn: 'order',
    does: 'The first payment of the order fails, and is authorised timing.lateAuthorisationMs later after all.',
  },
  'stuck-authorised': {
    drawn: 'order',
    does: 'Automatic capture does not happen: the payment stays authorised.',
  },
  'double-capture': {
    drawn: 'order',
    does: 'The bank takes the money twice for one press, and no second payment is refunded by itself.',
  },
  'wrong-amount': { drawn: 'order', does: 'The payment is ₹1 less than the order (₹1 more below ₹2).' },
  'refund-failed': {
    drawn: 'order',
    does: 'The first refund of a payment is accepted, and fails at the bank timing.refundFailsMs later.',
  },
  'clock-skew': { drawn: 'order', does: 'Time stamps are off by timing.clockSkewSeconds.' },
  'api-5xx': { drawn: 'request', does: 'Razorpay answers 500, 502 or 503; nothing is changed.' },
  'api-timeout': {
    drawn: 'request',
    does: 'Razorpay does the work, and keeps the answer for timing.hangMs.',
  },
  'api-dropped': { drawn: 'request', does: 'Razorpay does the work, then cuts the connection.' },
  'courier-no-service': {
    drawn: 'request',
    does: 'Shiprocket says the delivery pincode is not serviceable.',
  },
  'courier-http-404': {
    drawn: 'request',
    does: 'Where a pincode is not serviceable, Shiprocket says so with HTTP 404 rather than a 404 inside a 200.',
  },
  'courier-empty': { drawn: 'request', does: 'Shiprocket answers 200 with no courier in the list.' },
  'courier-token-expired': { drawn: 'request', does: 'Shiprocket answers 401 "Token has expired".' },
  'courier-slow': { drawn: 'request', does: 'Shiprocket answers after timing.slowMs.' },
  'courier-5xx': { drawn: 'request', does: 'Shiprocket answers 500.' },
  'mail-4xx': { drawn: 'request', does: 'The message is refused for now: 451.' },
  'mail-5xx': { drawn: 'request', does: 'The message is refused for good: 554.' },
  'mail-slow': { drawn: 'request', does: 'The message is taken after timing.slowMs.' },
} as const satisfies Record<string, { drawn: 'order' | 'request'; does: string }>

export type FaultKind = keyof typeof FAULTS
// Object.keys forgets the key type; FAULTS is a constant with exactly these keys.
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[]

const kind = z.enum(FAULT_KINDS)
const milliseconds = z.number().int().min(0)

const timing = z.strictObject({
  /** From the event to the first delivery of its webhook. */
  webhookAfterMs: milliseconds.default(100),
  webhookDelayMs: milliseconds.default(10_000),
  /** Before the second delivery; doubles each time. Razorpay gives up after a day, here 43,200 times this. */
  webhookRetryMs: z.number().int().min(1).default(2000),
  webhookTimeoutMs: z.number().int().min(1).default(5000),
  lateAuthorisationMs: milliseconds.default(60_000),
  refundFailsMs: milliseconds.default(60_000),
  /** An authorised payment that nobody captures is refunded after this (RZP-4: three days). */
  captureWindowMs: milliseconds.default(3 * 24 * 3600_000),
  hangMs: milliseconds.default(30_000),
  slowMs: milliseconds.default(3000),
  clockSkewSeconds: z.number().int().default(900),
})

const settings = z.strictObject({
  seed: z.number().int().default(1),
  /** Chance per kind, 0 to 1. */
  rates: z.partialRecord(kind, z.number().min(0).max(1)).default({}),
  /** Per target: `true` strikes always, a number that many times more. */
  targets: z
    .record(z.string(), z.partialRecord(kind, z.union([z.literal(true), z.int().min(0)])))
    .default({}),
  timing: timing.prefault({}),
})

export type FaultSettings = z.output<typeof settings>
export type FaultInput = z.input<typeof settings>

export interface Faults {
  settings(): FaultSettings
  /** Replaces every setting; what is not given takes its default. Throws a ZodError on nonsense. */
  set(input: unknown): FaultSettings
  /** How often each kind was injected. */
  counts(): Record<FaultKind, number>
  /** Whether this kind happens now to what goes by these names; an injection is counted. */
  strikes(kind: FaultKind, names: readonly string[]): boolean
  /** The time in Unix seconds, as a gateway whose clock may be off would say it. */
  seconds(names: readonly string[]): number
}

export function openFaults(store: Store): Faults {
  const stored = store.setting('faults')
  let current = settings.parse(stored ? JSON.parse(stored) : {})
  const draws = new Map<string, number>()

  function save(next: FaultSettings) {
    current = next
    store.saveSetting('faults', JSON.stringify(next))
  }

  function aimed(kind: FaultKind, names: readonly string[]): boolean {
    for (const name of names) {
      const left = current.targets[name]?.[kind]
      if (left === true) return true
      if (left) {
        save({
          ...current,
          targets: { ...current.targets, [name]: { ...current.targets[name], [kind]: left - 1 } },
        })
        return true
      }
    }
    return false
  }

  function drawn(kind: FaultKind, names: readonly string[]): boolean {
    const rate = current.rates[kind] ?? 0
    if (rate === 0) return false
    const name = names[0] ?? ''
    if (FAULTS[kind].drawn === 'order') return chance(current.seed, kind, name) < rate
    const draw = draws.get(kind + name) ?? 0
    draws.set(kind + name, draw + 1)
    return chance(current.seed, kind, `${name} ${draw}`) < rate
  }

  const faults: Faults = {
    settings: () => current,
    set(input) {
      draws.clear()
      save(settings.parse(input))
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
    strikes(kind, names) {
      if (!aimed(kind, names) && !drawn(kind, names)) return false
      store.run(
        'insert into fault_count (kind, injected) values (?, 1) on conflict (kind) do update set injected = injected + 1',
        kind,
      )
      return true
    },
    seconds(names) {
      const skew = faults.strikes('clock-skew', names) ? current.timing.clockSkewSeconds : 0
      return Math.floor(Date.now() / 1000) + skew
    },
  }
  return faults
}

/** A number from 0 to 1, always the same for the same words. */
function chance(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('\n')).digest().readUInt32BE(0) / 2 ** 32
}
