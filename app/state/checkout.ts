/**
 * What a checkout stores in the browser. The keys `lastOrderDetails` and `orderFailureReason` are required
 * (`3.storage.last-order`, `3.storage.failure`).
 */
import * as z from 'zod/mini'
import { AddressText } from '#contract/address.ts'
import { ProductKey, Paise as WirePaise } from '#contract/shared.ts'
import { createStorageItem } from './browser-storage.ts'
import type { Store } from './store.ts'

const LastOrder = z.object({
  orderId: z.string().check(z.minLength(1)),
  amount: WirePaise,
  items: z.array(
    z.object({
      name: z.string(),
      price: WirePaise,
      quantity: z.int(),
      /** Both are missing in orders that predate sizes. */
      type: z.optional(ProductKey.shape.type),
      size: z.optional(z.string()),
    }),
  ),
  /** ISO date and time. */
  timestamp: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
})
/** Money in paise. */
export type LastOrder = z.infer<typeof LastOrder>

const Address = z.object({
  ...AddressText.shape,
  filledCity: z.optional(z.string()),
  filledState: z.optional(z.string()),
})
type Address = z.infer<typeof Address>

const StoredForm = z.object({
  /** Id of the account. */
  userId: z.string(),
  /** Id of the chosen saved address; null for a new one. */
  chosenId: z.nullable(z.string()),
  newAddress: Address,
  /** Unsaved edits of saved addresses, by address id. */
  edits: z.record(z.string(), Address),
  /** Whether to save the address with the order. */
  savesAddress: z.prefault(z.boolean(), true),
  courierId: z.nullable(z.int()),
  /** As typed; null for a private person. */
  business: z.prefault(z.nullable(z.object({ gstin: z.string(), business_name: z.string() })), null),
})
type StoredForm = z.infer<typeof StoredForm>

export interface DeliveryForm extends Readonly<Omit<StoredForm, 'userId' | 'edits'>> {
  readonly edits: Readonly<Record<string, Address>>
}

const TEXT = { format: { parse: String, stringify: String } }
const parseText = (stored: unknown) => String(stored)

const lastOrder = createStorageItem<LastOrder | null>('lastOrderDetails', null, (stored) =>
  LastOrder.parse(stored),
)
/** A text (`3.storage.failure`). */
const failureReason = createStorageItem<string | null>('orderFailureReason', null, parseText, TEXT)
/** Number of the order being paid, until it is known to be complete. */
const openOrder = createStorageItem<string | null>('checkoutOrder', null, parseText, TEXT)
const deliveryForm = createStorageItem<StoredForm | null>(
  'checkoutDelivery',
  null,
  (stored) => StoredForm.parse(stored),
  { storage: 'sessionStorage' },
)

/** The code applied in this tab, normalized. */
export const offerCodeStore = createStorageItem<string | null>('offerCode', null, parseText, {
  ...TEXT,
  storage: 'sessionStorage',
})

export const readLastOrder = lastOrder.get
export const readFailureReason = failureReason.get
export const readOpenOrder = openOrder.get

export function saveFailureReason(reason: string): void {
  replace(failureReason, reason)
}
export function saveOpenOrder(orderNumber: string): void {
  replace(openOrder, orderNumber)
}

/** Null if nothing was typed in this tab, or by another account. */
export function readDeliveryForm(userId: string): DeliveryForm | null {
  const draft = deliveryForm.get()
  return draft?.userId === userId ? draft : null
}
export function saveDeliveryForm(userId: string, draft: DeliveryForm): void {
  replace(deliveryForm, { userId, ...draft })
}

/** Called after an order is complete. */
export function finishCheckout(order: LastOrder): void {
  replace(lastOrder, order)
  openOrder.set(null)
  offerCodeStore.set(null)
  failureReason.set(null)
}

/** If storage rejects the new value, the next page must not show the previous one. */
function replace<Value>(item: Store<Value | null>, value: Value): void {
  item.set(null)
  item.set(value)
}
