/** What a customer decides about an order. Apart from the account, so that no other page loads it. */
import * as z from 'zod/mini'
import { OrderDetails } from './account.ts'
import { endpoint } from './endpoint.ts'

/** Whether sold pieces are made again, or the payment is refunded. Idempotent; another decision than the first is rejected. */
export const decideMadeToOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:number/made-to-order',
  signedIn: true,
  request: z.strictObject({ agrees: z.boolean() }),
  response: OrderDetails,
})

/** Cancels a paid order that is not packed yet, and refunds it. Idempotent. */
export const cancelOwnOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:number/cancel',
  signedIn: true,
  request: null,
  response: OrderDetails,
})
