/**
 * The parcel of an order, from the packing table to the customer. Staff change its state until the courier has it;
 * afterwards the courier's tracking does.
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

/** Tasks for the courier. */
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

/** The expected delivery date: the courier's, otherwise the checkout's estimate counted from the dispatch. */
export function expectedDelivery(
  { dispatchedAt, expectedAt }: { readonly dispatchedAt: Date; readonly expectedAt: Date | null },
  estimatedDays: number,
): Date {
  return expectedAt ?? addMs(dispatchedAt, Math.ceil(estimatedDays) * DAY_MS)
}

/** Delivery is still expected: not delivered, not returning, not lost. */
export function isOnTheWay(state: ParcelState): boolean {
  return state === 'handed over' || state === 'in transit' || state === 'out for delivery'
}

/** Nothing more is expected from the courier. */
export function isFinal(state: ParcelState): boolean {
  return state === 'delivered' || state === 'returned'
}

export interface ScannedState {
  readonly at: Date
  /** The state that the scan implies; null if it changes nothing. */
  readonly state: ParcelState | null
}

/**
 * The state from all scans so far, in whatever order and however often they arrived. A final state stays; otherwise the
 * latest scan by the courier's clock counts, and of two at the same time the more advanced one.
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

/**
 * The courier's reference of an order's parcel. The courier accepts each only once, so a parcel that is packed again
 * needs another.
 */
export function parcelReference(orderNumber: string, unpackedBefore: number): string {
  return unpackedBefore === 0 ? orderNumber : `${orderNumber}-R${unpackedBefore + 1}`
}

/** In days after the payment; afterwards an unpacked order is overdue. */
export const PACK_WITHIN_DAYS = 2

/** The size of every order's box, in centimetres. */
export const BOX_CM = { length: 15, breadth: 12, height: 8 } as const
/** Upper limit for a parcel of jewellery. */
export const PARCEL_WEIGHT_MG_MAX = 50_000_000
