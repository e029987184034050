import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Cart, Paise, ProductKey } from './shared.ts'

/** `7.shipping`; `rate` is paise, what the courier asks before free shipping is applied. */
export const ShippingRate = z.object({
  courier_company_id: z.int(),
  courier_name: z.string(),
  estimated_days: z.number(),
  rate: Paise,
})
export type ShippingRate = z.infer<typeof ShippingRate>

/** What the couriers call the place of the delivery pincode; null where they do not name it. */
const City = z.nullable(z.string())

export const calculateShipping = endpoint({
  method: 'POST',
  path: '/api/shipping/calculate',
  summary:
    'Courier offers for a parcel. The server weighs the items itself; the sent weight is only compared.',
  signedIn: true,
  request: z.strictObject({
    pickup_postcode: z.string().check(z.maxLength(10)),
    delivery_postcode: z.string().check(z.maxLength(10)),
    /** Kilograms (D29). */
    weight: z.number().check(z.gt(0), z.lte(1000)),
    items: z.optional(Cart),
  }),
  response: z.object({
    success: z.literal(true),
    shippingRates: z.array(ShippingRate),
    city: z.optional(City),
  }),
})

export const estimateDelivery = endpoint({
  method: 'POST',
  path: '/api/shipping/estimate',
  summary:
    'Where a pincode lies; with a piece also when it can be there and for what, the cheapest way first, then a faster one.',
  signedIn: false,
  request: z.strictObject({
    product: z.optional(ProductKey),
    pincode: z.string().check(z.maxLength(10)),
  }),
  response: z.object({
    success: z.literal(true),
    /** `charge` is what the shopper pays: nothing where the piece alone ships free (D9). */
    deliveries: z.array(z.object({ charge: Paise, arrivesOn: z.iso.date() })),
    city: City,
  }),
})
