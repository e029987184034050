import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Cart, Paise } from './wire.ts'

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
