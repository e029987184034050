/** A customer's decisions about an order. Separate from the account, so that no other page loads it. */
import * as z from 'zod/mini'
import { OrderDetails } from './account.ts'
import { ChosenLines } from './chosen-lines.ts'
import { endpoint } from './endpoint.ts'

/**
 * Whether sold pieces are made to order, or the payment is refunded. Idempotent; a different second decision is
 * rejected.
 */
export const decideMadeToOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:number/made-to-order',
  signedIn: true,
  request: z.strictObject({ agrees: z.boolean() }),
  response: OrderDetails,
})

/** Cancels a paid order that the courier does not have yet, and refunds it. Idempotent. */
export const cancelOwnOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:number/cancel',
  signedIn: true,
  response: OrderDetails,
})

/** Cancels some of its pieces; the rest is sent. Idempotent by id. */
export const cancelOwnLines = endpoint({
  method: 'POST',
  path: '/api/orders/:number/cancel-lines',
  signedIn: true,
  request: z.strictObject({ id: z.uuid(), lines: ChosenLines.check(z.minLength(1)) }),
  response: OrderDetails,
})
