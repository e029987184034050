/** POST /api/shipping/estimate: for everybody who looks at a piece, so it is counted by visitor and needs no token. */
import { MINUTE_MS } from '#domain/time.ts'
import { estimateDelivery } from '#contract/shipping.ts'
import { findProduct } from '#domain/catalogue/all.ts'
import { estimateDeliveries } from '#domain/delivery.ts'
import { availabilityOf } from '#domain/product.ts'
import { isPincode, shipmentWeightMg } from '#domain/shipping.ts'
import { mount, errorResponse, type App } from '#server/http.ts'
import type { Parts } from '#server/context.ts'
import { limitKey, refusedByLimit, clientKey } from '#server/rate-limit.ts'
import { courierErrorResponse, type Courier } from './courier.ts'

/** Per visitor. A person tries a few pincodes on a few pieces; a family or an office shares one address. */
const ESTIMATES = { limit: 60, windowMs: MINUTE_MS }

interface EstimateParts extends Pick<Parts, 'db' | 'log' | 'now'> {
  readonly estimateCourier: Courier
}

export function mountEstimate(
  shop: App,
  { db, log, now, estimateCourier }: EstimateParts,
  limitScale: number,
): void {
  mount(shop, estimateDelivery, async ({ request: { product: key, pincode }, context }) => {
    if (!isPincode(pincode))
      return errorResponse('invalid-request', 'Enter a pincode of six digits.', {
        pincode: 'Enter a pincode of six digits.',
      })
    const visitor = limitKey('estimate', clientKey(context.get('clientAddress')))
    const limit = { ...ESTIMATES, limit: ESTIMATES.limit * limitScale, now: now() }
    const refused = await refusedByLimit(db, visitor, limit)
    if (refused) return refused

    const product = key && findProduct(key)
    if (key && !product) return errorResponse('not-found', 'The shop does not have this piece.')
    if (product && availabilityOf(product) === 'sold out')
      return errorResponse('conflict', 'This piece is sold out.')

    const weightMg = shipmentWeightMg(product ? [{ product, quantity: 1 }] : [])
    const offers = await estimateCourier.fetchRates({ deliveryPincode: pincode, weightMg })
    if (offers.ok) {
      const deliveries = product ? [...estimateDeliveries(product, offers.rates, now())] : []
      return { success: true as const, deliveries, city: offers.city }
    }
    log.warn('no courier offers', { problem: offers.problem, detail: offers.detail })
    return courierErrorResponse(offers.problem)
  })
}
