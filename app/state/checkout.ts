/**
 * What a checkout leaves in the browser: the address as typed (this tab), the order being paid (every tab), the last
 * order and the last failure. All of it is personal and goes at sign-out. The keys `lastOrderDetails` and
 * `orderFailureReason` are required (`3.storage.last-order`, `3.storage.failure`).
 */
import * as z from 'zod/mini'
import { AddressText } from '#contract/address.ts'
import { Paise as WirePaise } from '#contract/shared.ts'

const KEYS = {
  delivery: 'checkoutDelivery',
  openOrder: 'checkoutOrder',
  lastOrder: 'lastOrderDetails',
  failureReason: 'orderFailureReason',
} as const

const LastOrder = z.object({
  orderId: z.string().check(z.minLength(1)),
  amount: WirePaise,
  items: z.array(z.object({ name: z.string(), price: WirePaise, quantity: z.int() })),
  /** ISO date and time. */
  timestamp: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
})
/** Money in paise. */
export type LastOrder = z.infer<typeof LastOrder>

export function readLastOrder(): LastOrder | null {
  return read(stored('localStorage', KEYS.lastOrder), LastOrder)
}
function keepLastOrder(order: LastOrder): void {
  keep('localStorage', KEYS.lastOrder, JSON.stringify(order))
}

/** A plain sentence (`3.storage.failure`). */
export function readFailureReason(): string | null {
  return stored('localStorage', KEYS.failureReason)
}
export function saveFailureReason(reason: string): void {
  keep('localStorage', KEYS.failureReason, reason)
}

/** The order that a payment was begun for and that is not known to be complete. */
export function readOpenOrder(): string | null {
  return stored('localStorage', KEYS.openOrder)
}
export function keepOpenOrder(reference: string): void {
  keep('localStorage', KEYS.openOrder, reference)
}

const Address = z.object({
  ...AddressText.shape,
  filledCity: z.optional(z.string()),
  filledState: z.optional(z.string()),
})
type Address = z.infer<typeof Address>

const DeliveryDraft = z.object({
  /** Id of the account that typed it. */
  owner: z.string(),
  /** Id of the saved address that was chosen; null for a new one. */
  chosenId: z.nullable(z.string()),
  /** What was typed of a new address. */
  fresh: Address,
  /** What was typed to change saved ones, by their ids. */
  edits: z.record(z.string(), Address),
  keeps: z.boolean(),
  courierId: z.nullable(z.int()),
})

export interface DeliveryDraft {
  readonly chosenId: string | null
  readonly fresh: Address
  readonly edits: Readonly<Record<string, Address>>
  /** Whether what is typed joins the saved addresses. */
  readonly keeps: boolean
  readonly courierId: number | null
}

/** Null where nothing was typed in this tab, or somebody else typed it. */
export function readTypedDelivery(owner: string): DeliveryDraft | null {
  const typed = read(stored('sessionStorage', KEYS.delivery), DeliveryDraft)
  return typed?.owner === owner ? typed : null
}
export function saveDeliveryDraft(owner: string, typed: DeliveryDraft): void {
  keep('sessionStorage', KEYS.delivery, JSON.stringify({ owner, ...typed }))
}

/** After an order is complete. */
export function finishCheckout(order: LastOrder): void {
  keepLastOrder(order)
  forget('localStorage', KEYS.openOrder)
  forget('localStorage', KEYS.failureReason)
}

/** Sign-out. */
export function clearCheckout(): void {
  forget('sessionStorage', KEYS.delivery)
  forget('localStorage', KEYS.openOrder)
  forget('localStorage', KEYS.lastOrder)
  forget('localStorage', KEYS.failureReason)
}

type Area = 'localStorage' | 'sessionStorage'

/** What the browser would not keep, its storage being full or closed: it serves the page that is open. */
const unkept = new Map<string, string>()

function stored(area: Area, key: string): string | null {
  const text = unkept.get(key)
  if (text !== undefined) return text
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

function keep(area: Area, key: string, text: string): void {
  // Nothing at all is better than what was kept before: an older order under the words of this one.
  forget(area, key)
  try {
    globalThis[area].setItem(key, text)
  } catch {
    unkept.set(key, text)
  }
}

function forget(area: Area, key: string): void {
  unkept.delete(key)
  try {
    globalThis[area].removeItem(key)
  } catch {
    // As above: nothing was kept.
  }
}

function read<Schema extends z.ZodMiniType>(text: string | null, schema: Schema): z.output<Schema> | null {
  if (text === null) return null
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
