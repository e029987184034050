import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Cart, Paise, ProductKey } from './wire.ts'

/** Specification, section 7; `rate` is paise, what the courier asks before free shipping is applied. */
export const ShippingRate = z.object({
  courier_company_id: z.int(),
  courier_name: z.string(),
  estimated_days: z.number(),
  rate: Paise,
})
export type ShippingRate = z.infer<typeof ShippingRate>

export const calculateShipping = endpoint({
  method: 'POST',
  path: '/api/shipping/calculate',
  does: 'Courier offers for a parcel. The server weighs the items itself; the sent weight is only compared.',
  signedIn: true,
  request: z.strictObject({
    pickup_postcode: z.string().check(z.maxLength(10)),
    delivery_postcode: z.string().check(z.maxLength(10)),
    /** Kilograms (decisions.md 29). */
    weight: z.number().check(z.gt(0), z.lte(1000)),
    items: z.optional(Cart),
  }),
  response: z.object({
    success: z.literal(true),
    shippingRates: z.array(ShippingRate),
  }),
})

export const estimateDelivery = endpoint({
  method: 'POST',
  path: '/api/shipping/estimate',
  does: 'When one piece can be at a pincode and what its parcel costs: the cheapest way first, then a faster one.',
  signedIn: false,
  request: z.strictObject({
    product: ProductKey,
    pincode: z.string().check(z.maxLength(10)),
  }),
  response: z.object({
    success: z.literal(true),
    /** `charge` is what the shopper pays: nothing where the piece alone ships free (decisions.md 9). */
    deliveries: z.array(z.object({ charge: Paise, arrivesOn: z.iso.date() })).check(z.minLength(1)),
  }),
})
