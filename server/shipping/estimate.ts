/** POST /api/shipping/estimate: for everybody who looks at a piece, so it is counted by visitor and needs no token. */
import { estimateDelivery } from '#contract/shipping.ts'
import { findProduct } from '#domain/catalogue/all.ts'
import { deliveriesOf } from '#domain/delivery.ts'
import { availabilityOf } from '#domain/product.ts'
import { isPincode, shipmentWeightMg } from '#domain/shipping.ts'
import { mount, refusal, type Shop } from '#server/http.ts'
import type { Parts } from '#server/parts.ts'
import { limitKey, refusedByLimit, visitorOf } from '#server/rate-limit.ts'
import { courierRefusal, type Courier } from './courier.ts'

/** Per visitor. A person tries a few pincodes on a few pieces; a family or an office shares one address. */
const ESTIMATES = { limit: 60, windowMs: 60_000 }

interface EstimateParts extends Pick<Parts, 'db' | 'log' | 'now'> {
  readonly visitorsCourier: Courier
}

export function mountEstimate(
  shop: Shop,
  { db, log, now, visitorsCourier }: EstimateParts,
  limitScale: number,
): void {
  mount(shop, estimateDelivery, async ({ request: { product: key, pincode }, context }) => {
    if (!isPincode(pincode))
      return refusal('invalid-request', 'Enter a pincode of six digits.', {
        pincode: 'Enter a pincode of six digits.',
      })
    const visitor = limitKey('estimate', visitorOf(context.get('clientAddress')))
    const limit = { ...ESTIMATES, limit: ESTIMATES.limit * limitScale, now: now() }
    const refused = await refusedByLimit(db, visitor, limit)
    if (refused) return refused

    const product = key && findProduct(key)
    if (key && !product) return refusal('not-found', 'The shop does not have this piece.')
    if (product && availabilityOf(product) === 'sold out')
      return refusal('conflict', 'This piece is sold out.')

    const weightMg = shipmentWeightMg(product ? [{ product, quantity: 1 }] : [])
    const offers = await visitorsCourier.ratesFor({ deliveryPincode: pincode, weightMg })
    if (offers.ok) {
      const deliveries = product ? [...deliveriesOf(product, offers.rates, now())] : []
      return { success: true as const, deliveries, city: offers.city }
    }
    log.warn('no courier offers', { problem: offers.problem, detail: offers.detail })
    return courierRefusal(offers.problem)
  })
}
