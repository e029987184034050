/** The payment calls (requirements, section 7; D1, D8, D21, D26, D27, D31, D32). */
import * as z from 'zod/mini'
import { ORDER_STATUSES } from '#domain/order.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/limits.ts'
import { BUSINESS_NAME_LENGTH_MAX } from '#domain/tax-identity.ts'
import { ShippingAddress } from './address.ts'
import { endpoint } from './endpoint.ts'
import { TypedOfferCode } from './offer-code.ts'
import { singleLine, Paise, ProductKey, Size } from './shared.ts'

/** The browser's price; the server compares it with the collection and never charges it. */
export const CheckoutItem = z.strictObject({
  ...ProductKey.shape,
  /** Optional if id and name identify the product. */
  type: z.optional(ProductKey.shape.type),
  /** Defaults to the standard size. */
  size: z.optional(Size),
  name: z.string().check(z.maxLength(200)),
  price: Paise,
  quantity: z.int().check(z.gte(1), z.lte(LINE_QUANTITY_MAX)),
})
export type CheckoutItem = z.infer<typeof CheckoutItem>
const CheckoutItems = z.array(CheckoutItem).check(z.minLength(1), z.maxLength(CART_LINES_MAX))

/** As typed, with spaces. */
const TaxNumber = singleLine(40)

/** An opaque id or signature of the gateway. */
const GatewayToken = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\w-]+$/))
/** The shop's order number, or the gateway's order id for minimal clients that have only that. */
export const OrderReference = z.string().check(z.regex(/^(?:SJ-[0-9A-Z]{16}|order_\w{1,40})$/))

const PaymentProof = z.strictObject({
  razorpay_payment_id: GatewayToken,
  razorpay_order_id: GatewayToken,
  razorpay_signature: GatewayToken,
})
export type PaymentProof = z.infer<typeof PaymentProof>

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/create-order',
  signedIn: true,
  request: z.strictObject({
    /** The total the shopper saw, in paise. */
    amount: Paise,
    items: CheckoutItems,
    /**
     * The generation of the cart that the shopper saw (`Lists`): a retry within a generation is the same order, one of
     * a later generation a new purchase. Defaults to the cart's current generation.
     */
    cart_generation: z.optional(z.int().check(z.gte(0))),
    /** Defaults to the last used address. */
    address: z.optional(ShippingAddress),
    /** Defaults to the cheapest courier whose rate results in the amount. */
    courier_company_id: z.optional(z.int()),
    /** The offer code that results in the prices of the items. */
    offer_code: z.optional(TypedOfferCode),
    /**
     * The signed quote that `calculateShipping` returned: its prices stay valid for 15 minutes from then, even if
     * prices rise.
     */
    quote: z.optional(z.string().check(z.maxLength(8000))),
    /** Required from ₹2,00,000 (D42), unless the order already has one or a GSTIN contains it. */
    pan: z.optional(TaxNumber),
    /** GSTIN and name of a business; the delivery address is in its state. */
    gstin: z.optional(TaxNumber),
    business_name: z.optional(singleLine(BUSINESS_NAME_LENGTH_MAX)),
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
    /** The purchase was already paid, for example in another tab: no dialog is needed. */
    paid: z.optional(z.boolean()),
  }),
})

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/verify-payment',
  signedIn: true,
  request: z.strictObject({
    ...PaymentProof.shape,
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
  signedIn: true,
  request: z.strictObject({
    orderId: OrderReference,
    status: z.literal('completed'),
    paymentDetails: PaymentProof,
  }),
  response: z.object({ success: z.optional(z.literal(true)), message: z.optional(z.string()) }),
})

export const DISMISSAL_REASON_LENGTH_MAX = 300

export const dismissPayment = endpoint({
  method: 'POST',
  path: '/api/dismiss-payment',
  signedIn: true,
  request: z.strictObject({
    orderId: OrderReference,
    outcome: z.enum(['cancelled', 'failed']),
    reason: singleLine(DISMISSAL_REASON_LENGTH_MAX),
  }),
  response: z.object({ success: z.literal(true), status: z.enum(ORDER_STATUSES) }),
})
