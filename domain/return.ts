/**
 * Returned pieces (D41), sent by the customer or undelivered: what can be returned, until when, and the allowed
 * transitions.
 */
import { isBeforeCollection, type PickupState } from './pickup.ts'
import { RETURN_DAYS } from './deadlines.ts'
import { addMs, DAY_MS } from './time.ts'

export const RETURN_STATES = [
  'requested',
  'approved',
  'declined',
  'withdrawn',
  'received',
  'accepted',
  'rejected',
] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** Each allowed transition with its reason. */
const TRANSITIONS: Record<ReturnState, Partial<Record<ReturnState, string>>> = {
  requested: {
    approved: 'the customer may send the pieces',
    declined: 'they cannot be returned, which the shop explains',
    withdrawn: 'the customer keeps them',
  },
  approved: { received: 'they have arrived', withdrawn: 'the customer keeps them' },
  received: {
    accepted: 'they passed the inspection; their price is refunded',
    rejected: 'they did not pass it, and go back to the customer',
  },
  accepted: {},
  declined: {},
  withdrawn: { received: 'the courier had collected them before' },
  rejected: {},
}

export function canReturnBecome(from: ReturnState, to: ReturnState): boolean {
  return TRANSITIONS[from][to] !== undefined
}

/** Location of the pieces of an approved return, as far as the shop knows. */
export const RETURN_STAGES = [
  'to be sent',
  'to be collected',
  'sent by the customer',
  'with the courier',
  'lost by the courier',
] as const
export type ReturnStage = (typeof RETURN_STAGES)[number]

/** Null for a return that expects no pieces. */
export function returnStage(
  { state, tracking }: { readonly state: ReturnState; readonly tracking: string },
  pickup: PickupState | null,
): ReturnStage | null {
  if (state !== 'approved') return null
  if (pickup === null || pickup === 'cancelled')
    return tracking === '' ? 'to be sent' : 'sent by the customer'
  if (pickup === 'lost') return 'lost by the courier'
  return isBeforeCollection(pickup) ? 'to be collected' : 'with the courier'
}

/** Its pieces cannot be part of another return. */
export function reservesPieces(state: ReturnState): boolean {
  return state !== 'declined' && state !== 'withdrawn' && state !== 'rejected'
}

/** A customer's reasons for a return, with their labels. */
export const CUSTOMER_RETURN_REASONS = {
  'not as expected': 'Not as I expected',
  'wrong size': 'It does not fit',
  damaged: 'Damaged or faulty',
  'wrong piece': 'Not what I ordered',
  other: 'Another reason',
} as const
export type CustomerReturnReason = keyof typeof CUSTOMER_RETURN_REASONS

/** Why pieces come back: the customer's reason, or that the courier brings the parcel back. */
export const RETURN_REASONS = {
  ...CUSTOMER_RETURN_REASONS,
  undelivered: 'The courier could not deliver them',
} as const
export type ReturnReason = keyof typeof RETURN_REASONS

/** Why the refund of an accepted return was not made: a second person declined it, or gateway or bank rejected it. */
export const UNMADE_REFUND_CAUSES = ['declined', 'failed'] as const
export type UnmadeRefundCause = (typeof UNMADE_REFUND_CAUSES)[number]

/** An exchange is a refund and a new order, so that size, price and stock are current. */
export const RETURN_RESOLUTIONS = ['refund', 'exchange'] as const
export type ReturnResolution = (typeof RETURN_RESOLUTIONS)[number]

export function returnableUntil(deliveredAt: Date): Date {
  return addMs(deliveredAt, RETURN_DAYS * DAY_MS)
}
