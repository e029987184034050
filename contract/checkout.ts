/** The payment calls (requirements, section 7) with what D1, D8, D21, D26, D27, D31 and D32 add. */
import * as z from 'zod/mini'
import { ORDER_STATUSES } from '#domain/order.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/shop.ts'
import { ShippingAddress } from './address.ts'
import { endpoint } from './endpoint.ts'
import { singleLine, Paise, ProductKey } from './shared.ts'

/** What the browser believes a line costs; the server compares it with the catalogue and never charges it. */
export const CheckoutItem = z.strictObject({
  ...ProductKey.shape,
  /** May be left out where id and name tell the piece. */
  type: z.optional(ProductKey.shape.type),
  name: z.string().check(z.maxLength(200)),
  price: Paise,
  quantity: z.int().check(z.gte(1), z.lte(LINE_QUANTITY_MAX)),
})
export type CheckoutItem = z.infer<typeof CheckoutItem>
const CheckoutItems = z.array(CheckoutItem).check(z.minLength(1), z.maxLength(CART_LINES_MAX))

/** A word of a gateway's own making; only ever compared or stored. */
const GatewayToken = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\w-]+$/))
/** The shop's order number, or the gateway's id of the order, which is all that a minimal client knows. */
export const OrderReference = z.string().check(z.regex(/^(?:SJ-[0-9A-Z]{16}|order_\w{1,40})$/))

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/create-order',
  does: 'Writes the order, opens a gateway order for exactly its total, and answers with what the dialog needs.',
  signedIn: true,
  request: z.strictObject({
    /** The total the shopper saw, in paise. */
    amount: Paise,
    items: CheckoutItems,
    /**
     * The generation of the cart that the shopper saw (`Lists`): a repeated confirmation of one generation is the same
     * order, one of a later generation is another purchase. Without it the cart's present generation is meant.
     */
    cart_generation: z.optional(z.int().check(z.gte(0))),
    /** Without it the order goes to the address that was used last. */
    address: z.optional(ShippingAddress),
    /** Without it the cheapest courier is taken whose rate makes the amount. */
    courier_company_id: z.optional(z.int()),
  }),
  response: z.object({
    success: z.literal(true),
    /** The gateway's order id. */
    id: z.string(),
    amount: Paise,
    currency: z.string(),
    message: z.optional(z.string()),
    /** The shop's own order number. */
    order_number: z.optional(z.string()),
    /** True where this purchase was paid already, for instance in another tab: no dialog is needed. */
    paid: z.optional(z.boolean()),
  }),
})

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/verify-payment',
  does: 'Checks signature, stored order, amount, currency and the state at the gateway; only then the order is paid.',
  signedIn: true,
  request: z.strictObject({
    razorpay_payment_id: GatewayToken,
    razorpay_order_id: GatewayToken,
    razorpay_signature: GatewayToken,
    amount: Paise,
    items: CheckoutItems,
  }),
  response: z.object({
    success: z.literal(true),
    message: z.optional(z.string()),
    order_number: z.optional(z.string()),
  }),
})

export const updateOrderStatus = endpoint({
  method: 'POST',
  path: '/api/update-order-status',
  does: 'Completes an order of the caller whose payment the server has itself verified; repeating it changes nothing.',
  signedIn: true,
  request: z.strictObject({
    orderId: OrderReference,
    status: z.literal('completed'),
    paymentDetails: z.strictObject({
      razorpay_payment_id: GatewayToken,
      razorpay_order_id: GatewayToken,
      razorpay_signature: GatewayToken,
    }),
  }),
  response: z.object({ success: z.optional(z.literal(true)), message: z.optional(z.string()) }),
})

export const abandonPayment = endpoint({
  method: 'POST',
  path: '/api/abandon-payment',
  does: 'The dialog was closed or the bank declined: noted on the order, which may still be paid later.',
  signedIn: true,
  request: z.strictObject({
    orderId: OrderReference,
    outcome: z.enum(['cancelled', 'failed']),
    reason: singleLine(300),
  }),
  response: z.object({ success: z.literal(true), status: z.enum(ORDER_STATUSES) }),
})
