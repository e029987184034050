/** Returns of an order, as its customer requests and follows them. */
import * as z from 'zod/mini'
import {
  RETURN_REASONS,
  CUSTOMER_RETURN_REASONS,
  RETURN_STATES,
  RETURN_RESOLUTIONS,
  UNMADE_REFUND_CAUSES,
  type ReturnReason,
  type CustomerReturnReason,
} from '#domain/return.ts'
import { DIRECT_REFUND_METHODS } from '#domain/direct-refund.ts'
import { PICKUP_STATES } from '#domain/pickup.ts'
import { displayEnum } from './display-enum.ts'
import { endpoint } from './endpoint.ts'
import { ChosenLines } from './chosen-lines.ts'
import { multiLine, Paise, ProductKey, singleLine } from './shared.ts'

// Object.keys loses the key type.
const CustomerReturnReasonCode = z.enum(Object.keys(CUSTOMER_RETURN_REASONS) as CustomerReturnReason[])
export const ReturnReasonCode = displayEnum(Object.keys(RETURN_REASONS) as ReturnReason[])

export const ReturnedLine = z.object({ position: z.int(), name: z.string(), quantity: z.int() })

const Returns = z.object({
  /** The address label for the parcel, one line each. Absent from servers older than this field. */
  label: z.prefault(z.string(), ''),
  /** The deadline for requesting one; null before the delivery, and for a refunded order. */
  until: z.nullable(z.string()),
  /** Lines that can be returned. */
  lines: z.array(
    z.object({
      ...ProductKey.shape,
      size: z.string(),
      position: z.int(),
      name: z.string(),
      quantity: z.int(),
    }),
  ),
  /** Oldest first. */
  returns: z.array(
    z.object({
      id: z.string(),
      lines: z.array(ReturnedLine),
      reason: ReturnReasonCode,
      resolution: displayEnum(RETURN_RESOLUTIONS),
      state: displayEnum(RETURN_STATES),
      tracking: z.string(),
      /** The courier's pickup; null if the customer sends the pieces. Absent from servers older than this field. */
      pickup: z.prefault(
        z.nullable(
          z.object({
            state: displayEnum(PICKUP_STATES),
            courierName: z.nullable(z.string()),
            awb: z.nullable(z.string()),
            scheduledFor: z.nullable(z.string()),
            trackingUrl: z.nullable(z.string()),
          }),
        ),
        null,
      ),
      /** The explanation if it is declined or rejected; otherwise empty. */
      explanation: z.string(),
      /** Its refund was not made, nor replaced by another. Absent from servers older than this field. */
      unmadeRefund: z.prefault(z.nullable(displayEnum(UNMADE_REFUND_CAUSES)), null),
      /**
       * Refunds sent for it, oldest first: its own, or those made in place of an unmade one; empty until then. Absent
       * from servers older than this field.
       */
      refunds: z.prefault(
        z.array(
          z.object({
            amount: Paise,
            sentAt: z.string(),
            /** How the shop has paid it itself; absent if the gateway sent it. */
            method: z.optional(displayEnum(DIRECT_REFUND_METHODS)),
          }),
        ),
        [],
      ),
      /** Its refund was not made, and is not owed any more. Absent from servers older than this field. */
      isRefundClosed: z.prefault(z.boolean(), false),
      /** It is accepted, and nothing was left to refund. Absent from servers older than this field. */
      isRefundedBefore: z.prefault(z.boolean(), false),
      /** For an accepted exchange, the customer's first paid order since the request. */
      orderedSince: z.prefault(z.nullable(z.object({ number: z.string(), placedAt: z.string() })), null),
      /** Oldest first. */
      steps: z.array(z.object({ state: displayEnum(RETURN_STATES), at: z.string() })),
    }),
  ),
})
export type Returns = z.infer<typeof Returns>

export const readReturns = endpoint({
  method: 'GET',
  path: '/api/orders/:number/returns',
  signedIn: true,
  response: Returns,
})

const Id = z.uuid()

/** Idempotent by id. */
export const requestOwnReturn = endpoint({
  method: 'POST',
  path: '/api/orders/:number/returns',
  signedIn: true,
  request: z.strictObject({
    id: Id,
    lines: ChosenLines.check(z.minLength(1)),
    reason: CustomerReturnReasonCode,
    note: multiLine(500),
    resolution: z.enum(RETURN_RESOLUTIONS),
  }),
  response: Returns,
})

export const withdrawOwnReturn = endpoint({
  method: 'POST',
  path: '/api/orders/:number/returns/withdraw',
  signedIn: true,
  request: z.strictObject({ id: Id }),
  response: Returns,
})

/** Courier and tracking number of the parcel that the customer has sent. */
export const addReturnTracking = endpoint({
  method: 'POST',
  path: '/api/orders/:number/returns/tracking',
  signedIn: true,
  request: z.strictObject({ id: Id, tracking: singleLine(120).check(z.minLength(1)) }),
  response: Returns,
})
