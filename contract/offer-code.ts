import * as z from 'zod/mini'
import { OFFER_BASES } from '#domain/price.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { endpoint } from './endpoint.ts'

/** As typed; the server normalizes it. */
export const TypedOfferCode = z.string().check(z.minLength(1), z.maxLength(60))

const Type = z.enum(PRODUCT_TYPES)
/** A type, or the SKU of a piece. */
export const OfferKey = z.union([Type, z.templateLiteral([Type, '-', z.int()])])

export const OfferCodeTerms = z.object({
  code: z.string(),
  percent: z.int(),
  on: z.enum(OFFER_BASES),
  appliesTo: z.array(OfferKey),
})

/** The terms of a code that the customer may use now; `createOrder` decides when the order is placed. */
export const checkOfferCode = endpoint({
  method: 'POST',
  path: '/api/offer-code',
  signedIn: true,
  request: z.strictObject({ code: TypedOfferCode }),
  response: z.object({ success: z.literal(true), terms: OfferCodeTerms }),
})
