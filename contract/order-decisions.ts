/** What a customer decides about an order. Apart from the account, so that no other page loads it. */
import * as z from 'zod/mini'
import { OrderDetails } from './account.ts'
import { ChosenLines } from './chosen-lines.ts'
import { endpoint } from './endpoint.ts'

/** Whether sold pieces are made again, or the payment is refunded. Idempotent; another decision than the first is rejected. */
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
  request: null,
  response: OrderDetails,
})

/** Cancels some of its pieces; the rest is sent. Repeated under one id, it is one cancellation. */
export const cancelOwnLines = endpoint({
  method: 'POST',
  path: '/api/orders/:number/cancel-lines',
  signedIn: true,
  request: z.strictObject({ id: z.uuid(), lines: ChosenLines.check(z.minLength(1)) }),
  response: OrderDetails,
})
