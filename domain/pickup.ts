/** The courier's pickup of a return at the customer's, from the request until the pieces arrive at the shop. */
import type { ParcelState } from './parcel.ts'

export const PICKUP_STATES = [
  'requested',
  'booked',
  'collected',
  'in transit',
  'arrived',
  'lost',
  'cancelled',
] as const
export type PickupState = (typeof PICKUP_STATES)[number]

/** Tasks for the courier. */
export const PICKUP_TASKS = ['book', 'cancel'] as const
export type PickupTask = (typeof PICKUP_TASKS)[number]

/** Each allowed transition with its reason. */
const TRANSITIONS: Record<PickupState, Partial<Record<PickupState, string>>> = {
  requested: { booked: 'the courier has accepted it', cancelled: 'it is not needed any more' },
  booked: {
    collected: 'the courier has the pieces',
    'in transit': 'the collection was not reported',
    arrived: 'the way was not reported',
    lost: 'the courier has lost them',
    cancelled: 'it is not needed any more',
  },
  collected: {
    'in transit': 'they were scanned on their way',
    arrived: 'they are at the shop',
    lost: 'the courier has lost them',
  },
  'in transit': { arrived: 'they are at the shop', lost: 'the courier has lost them' },
  lost: { 'in transit': 'they were found', arrived: 'they were found' },
  arrived: {},
  cancelled: {},
}

export function canPickupBecome(from: PickupState, to: PickupState): boolean {
  return TRANSITIONS[from][to] !== undefined
}

/** The courier does not have the pieces, so it can be cancelled. */
export function isBeforeCollection(state: PickupState): boolean {
  return state === 'requested' || state === 'booked'
}

/** Nothing more is expected from the courier. */
export function isPickupFinal(state: PickupState): boolean {
  return state === 'arrived' || state === 'cancelled'
}

/** The courier tracks a pickup like a parcel to the shop. */
export function pickupStateOf(parcel: ParcelState): PickupState | null {
  if (parcel === 'handed over') return 'collected'
  if (parcel === 'in transit' || parcel === 'out for delivery') return 'in transit'
  if (parcel === 'delivered') return 'arrived'
  return parcel === 'lost' ? 'lost' : null
}

/** The courier's reference of an order's pickup. The courier accepts each only once. */
export function pickupReference(orderNumber: string, earlierPickups: number): string {
  return `${orderNumber}-P${earlierPickups + 1}`
}
