/** The payment calls of section 7 of the specification, with what decisions.md 1, 8, 21, 26, 27, 31 and 32 add. */
import * as z from 'zod/mini'
import { ORDER_NUMBER, ORDER_STATUSES } from '#domain/order.ts'
import { LINE_QUANTITY_MAX } from '#domain/shop.ts'
import { endpoint } from './endpoint.ts'
import { Email, lineOf, Paise, ProductKey } from './wire.ts'

/** What the browser believes a line costs; the server compares it with the catalogue and never charges it. */
export const CheckoutItem = z.strictObject({
  ...ProductKey.shape,
  name: z.string().check(z.maxLength(200)),
  price: Paise,
  quantity: z.int().check(z.gte(1), z.lte(LINE_QUANTITY_MAX)),
})
export type CheckoutItem = z.infer<typeof CheckoutItem>
const CheckoutItems = z.array(CheckoutItem).check(z.minLength(1), z.maxLength(120))

const filled = (longest: number) => lineOf(longest).check(z.minLength(1))

export const ShippingAddress = z.strictObject({
  name: filled(120),
  address: filled(300),
  city: filled(80),
  state: filled(80),
  pincode: z.string().check(z.regex(/^[1-9]\d{5}$/)),
  phone: lineOf(20).check(z.minLength(10), z.regex(/^[+\d][\d\s()-]*$/)),
  email: Email,
})

/** A word of a gateway's own making; only ever compared or stored. */
const GatewayWord = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\w-]+$/))
const OrderNumber = z.string().check(z.regex(ORDER_NUMBER))

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/create-order',
  does: 'Writes the order, opens a gateway order for exactly its total, and answers with what the dialog needs.',
  signedIn: true,
  request: z.strictObject({
    /** The total the shopper saw, in paise. */
    amount: Paise,
    items: CheckoutItems,
    /** Made by the browser and kept before sending: a double press, a second tab or a retry place one order. */
    checkout_id: z.uuid(),
    address: ShippingAddress,
    courier_company_id: z.int(),
  }),
  response: z.object({
    success: z.literal(true),
    /** The gateway's order id. */
    id: z.string(),
    amount: Paise,
    currency: z.string(),
    message: z.string(),
    /** The shop's own order number. */
    order_number: z.string(),
    /** Public key of the gateway account, for the dialog. */
    key: z.string(),
    /** True where this checkout was paid already, for instance in another tab: no dialog is needed. */
    paid: z.boolean(),
  }),
})

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/verify-payment',
  does: 'Checks signature, stored order, amount, currency and the state at the gateway; only then the order is paid.',
  signedIn: true,
  request: z.strictObject({
    razorpay_payment_id: GatewayWord,
    razorpay_order_id: GatewayWord,
    razorpay_signature: GatewayWord,
    amount: Paise,
    items: CheckoutItems,
  }),
  response: z.object({ success: z.literal(true), message: z.string(), order_number: z.string() }),
})

export const updateOrderStatus = endpoint({
  method: 'POST',
  path: '/api/update-order-status',
  does: 'Completes an order of the caller whose payment the server has itself verified; repeating it changes nothing.',
  signedIn: true,
  request: z.strictObject({
    orderId: OrderNumber,
    status: z.literal('completed'),
    paymentDetails: z.strictObject({
      razorpay_payment_id: GatewayWord,
      razorpay_order_id: GatewayWord,
      razorpay_signature: GatewayWord,
    }),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
})

export const abandonPayment = endpoint({
  method: 'POST',
  path: '/api/abandon-payment',
  does: 'The dialog was closed or the bank declined: noted on the order, which may still be paid later.',
  signedIn: true,
  request: z.strictObject({
    orderId: OrderNumber,
    outcome: z.enum(['cancelled', 'failed']),
    reason: lineOf(300),
  }),
  response: z.object({ success: z.literal(true), status: z.enum(ORDER_STATUSES) }),
})
