/** Returns of an order, as its customer asks for them and follows them. */
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
import { PICKUP_STATES } from '#domain/pickup.ts'
import { displayEnum } from './display-enum.ts'
import { endpoint } from './endpoint.ts'
import { ChosenLines } from './chosen-lines.ts'
import { multiLine, Paise, ProductKey, singleLine } from './shared.ts'

// Object.keys forgets the key type.
const CustomerReturnReasonCode = z.enum(Object.keys(CUSTOMER_RETURN_REASONS) as CustomerReturnReason[])
export const ReturnReasonCode = displayEnum(Object.keys(RETURN_REASONS) as ReturnReason[])

export const ReturnedLine = z.object({ position: z.int(), name: z.string(), quantity: z.int() })

const Returns = z.object({
  /** What a customer writes on the parcel, a line each; a server from before omits it. */
  label: z.prefault(z.string(), ''),
  /** The last moment to ask for one; null before the delivery, and for an order that is refunded. */
  until: z.nullable(z.string()),
  /** What can be returned. */
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
      /** The courier collects the pieces; null where the customer sends them. A server from before pickups omits it. */
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
      /** Why it is declined or rejected; empty otherwise. */
      explanation: z.string(),
      /** Its refund was not made, and the shop has made no other; a server from before omits it. */
      unmadeRefund: z.prefault(z.nullable(displayEnum(UNMADE_REFUND_CAUSES)), null),
      /**
       * What was sent for it, oldest first: its own refund, or those that the shop has made in place of an unmade one; none
       * until then. A server from before omits it.
       */
      refunds: z.prefault(z.array(z.object({ amount: Paise, sentAt: z.string() })), []),
      /** It is accepted, and nothing was left to refund; a server from before omits it. */
      isRefundedBefore: z.prefault(z.boolean(), false),
      /** Of an exchange that is accepted, the first order that the customer has paid since they asked for it. */
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
  request: null,
  response: Returns,
})

const Id = z.uuid()

/** Repeated under one id, it is one return. */
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
