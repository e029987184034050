import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { TypedOfferCode } from './offer-code.ts'
import { Cart, Paise, ProductKey } from './shared.ts'

/** `7.shipping`; `rate` is the courier's price in paise, before free shipping is applied. */
export const ShippingRate = z.object({
  courier_company_id: z.int(),
  courier_name: z.string(),
  estimated_days: z.number(),
  rate: Paise,
})
export type ShippingRate = z.infer<typeof ShippingRate>

/** The couriers' name for the place of the pincode; null if they do not name it. */
const City = z.nullable(z.string())

export const calculateShipping = endpoint({
  method: 'POST',
  path: '/api/shipping/calculate',
  signedIn: true,
  request: z.strictObject({
    pickup_postcode: z.string().check(z.maxLength(10)),
    delivery_postcode: z.string().check(z.maxLength(10)),
    /** Kilograms (D29). */
    weight: z.number().check(z.gt(0), z.lte(1000)),
    items: z.optional(Cart),
    /** The offer code that results in the prices of the quote. */
    offer_code: z.optional(TypedOfferCode),
  }),
  response: z.object({
    success: z.literal(true),
    shippingRates: z.array(ShippingRate),
    city: z.optional(City),
    /** The current prices of these pieces and rates, signed; `createOrder` honours them for a while. */
    quote: z.optional(z.string()),
  }),
})

export const estimateDelivery = endpoint({
  method: 'POST',
  path: '/api/shipping/estimate',
  signedIn: false,
  request: z.strictObject({
    product: z.optional(ProductKey),
    pincode: z.string().check(z.maxLength(10)),
  }),
  response: z.object({
    success: z.literal(true),
    /** `charge` is what the shopper pays: 0 if the product alone ships free (D9). */
    deliveries: z.array(z.object({ charge: Paise, arrivesOn: z.iso.date() })),
    city: City,
  }),
})
