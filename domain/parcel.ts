/**
 * The parcel of an order, from the packing table to the customer. Staff move it until the courier has it; afterwards the
 * courier's tracking does.
 */
import { addMs, DAY_MS } from './time.ts'

export const PARCEL_STATES = [
  'packed',
  'booked',
  'labelled',
  'handed over',
  'in transit',
  'out for delivery',
  'delivered',
  'returning',
  'returned',
  'lost',
] as const
export type ParcelState = (typeof PARCEL_STATES)[number]

/** What the courier can be requested to do next. */
export const PARCEL_TASKS = ['book', 'label', 'unpack'] as const
export type ParcelTask = (typeof PARCEL_TASKS)[number]

const WITH_COURIER = {
  'handed over': 'the courier has collected it',
  'in transit': 'its collection was not reported',
  'out for delivery': 'its way was not reported',
  delivered: 'its way was not reported',
  returning: 'its way was not reported',
  returned: 'its way was not reported',
  lost: 'the courier has lost it',
} satisfies Partial<Record<ParcelState, string>>

/** Each allowed transition with its reason. */
const TRANSITIONS: Record<ParcelState, Partial<Record<ParcelState, string>>> = {
  packed: { booked: 'the courier has accepted it' },
  booked: { labelled: 'label and manifest are made', ...WITH_COURIER },
  labelled: WITH_COURIER,
  'handed over': {
    'in transit': 'it was scanned on its way',
    'out for delivery': 'it is with the delivery person',
    delivered: 'it was delivered',
    returning: 'it could not be delivered',
    returned: 'its way was not reported',
    lost: 'the courier has lost it',
  },
  'in transit': {
    'out for delivery': 'it is with the delivery person',
    delivered: 'it was delivered',
    returning: 'it could not be delivered',
    returned: 'its way was not reported',
    lost: 'the courier has lost it',
  },
  'out for delivery': {
    'in transit': 'nobody was there, and it waits for the next attempt',
    delivered: 'it was delivered',
    returning: 'it could not be delivered',
    returned: 'its way was not reported',
    lost: 'the courier has lost it',
  },
  returning: { returned: 'it came back', lost: 'the courier has lost it' },
  lost: {
    'in transit': 'it was found',
    'out for delivery': 'it was found',
    delivered: 'it was found and delivered',
    returning: 'it was found',
    returned: 'it was found and came back',
  },
  delivered: {},
  returned: {},
}

export function canParcelBecome(from: ParcelState, to: ParcelState): boolean {
  return TRANSITIONS[from][to] !== undefined
}

/** The courier has it, or had it. */
export function isDispatched(state: ParcelState): boolean {
  return state !== 'packed' && state !== 'booked' && state !== 'labelled'
}

/** The day on which a parcel should arrive: the courier's, else the estimate of the checkout from the dispatch on. */
export function expectedDelivery(
  { dispatchedAt, expectedAt }: { readonly dispatchedAt: Date; readonly expectedAt: Date | null },
  estimatedDays: number,
): Date {
  return expectedAt ?? addMs(dispatchedAt, Math.ceil(estimatedDays) * DAY_MS)
}

/** It is still expected there: not delivered, not coming back, not lost. */
export function isOnTheWay(state: ParcelState): boolean {
  return state === 'handed over' || state === 'in transit' || state === 'out for delivery'
}

/** Nothing more is expected from the courier. */
export function isFinal(state: ParcelState): boolean {
  return state === 'delivered' || state === 'returned'
}

export interface ScannedState {
  readonly at: Date
  /** What the scan says about the parcel; null for one that changes nothing. */
  readonly state: ParcelState | null
}

/**
 * The state by all scans so far, in whatever order and however often they arrived. What is final stays so; else the latest
 * scan by the courier's clock counts, and of two at one time the further one.
 */
export function parcelStateOf(scans: readonly ScannedState[]): ParcelState | null {
  const states = new Set(scans.map(({ state }) => state))
  if (states.has('returned')) return 'returned'
  if (states.has('delivered')) return 'delivered'
  const rank = ({ state }: ScannedState) => (state ? PARCEL_STATES.indexOf(state) : -1)
  const latest = scans
    .filter(({ state }) => state !== null)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || rank(one) - rank(other))
    .at(-1)
  return latest?.state ?? null
}

export const PARCEL_LABELS: Record<ParcelState, string> = {
  packed: 'Packed',
  booked: 'Booked',
  labelled: 'Label made',
  'handed over': 'Handed over',
  'in transit': 'In transit',
  'out for delivery': 'Out for delivery',
  delivered: 'Delivered',
  returning: 'Coming back',
  returned: 'Returned',
  lost: 'Lost',
}

/** By which the courier knows a parcel of an order. It takes each once for ever, so that one packed again needs another. */
export function parcelReference(orderNumber: string, unpackedBefore: number): string {
  return unpackedBefore === 0 ? orderNumber : `${orderNumber}-R${unpackedBefore + 1}`
}

/** In days from the payment; afterwards an order that nobody has packed is overdue. */
export const PACK_WITHIN_DAYS = 2

/** The box in which every order travels, in centimetres. */
export const BOX_CM = { length: 15, breadth: 12, height: 8 } as const
/** A parcel of jewellery weighs at most this. */
export const PARCEL_WEIGHT_MG_MAX = 50_000_000
