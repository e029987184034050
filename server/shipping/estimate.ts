/** POST /api/shipping/estimate: for visitors of a detail page, so it is limited per client and needs no token. */
import { MINUTE_MS } from '#domain/time.ts'
import { estimateDelivery } from '#contract/shipping.ts'
import { estimateDeliveries } from '#domain/delivery.ts'
import { availabilityOf } from '#domain/product.ts'
import { isPincode, shipmentWeightMg } from '#domain/shipping.ts'
import { mount, errorResponse, type App } from '#server/http.ts'
import type { Deps } from '#server/context.ts'
import { limitKey, checkRateLimit, clientKey } from '#server/rate-limit.ts'
import { courierErrorResponse, type Courier } from './courier.ts'

/** Per client. A shopper tries a few pincodes for a few products; a family or an office shares an address. */
const ESTIMATES = { limit: 60, windowMs: MINUTE_MS }

interface EstimateDeps extends Pick<Deps, 'db' | 'log' | 'now' | 'collection'> {
  readonly estimateCourier: Courier
}

export function mountEstimate(
  app: App,
  { db, log, now, collection, estimateCourier }: EstimateDeps,
  limitScale: number,
): void {
  mount(app, estimateDelivery, async ({ request: { product: key, pincode }, context }) => {
    if (!isPincode(pincode))
      return errorResponse('invalid-request', 'Enter a pincode of six digits.', {
        pincode: 'Enter a pincode of six digits.',
      })
    const client = limitKey('estimate', clientKey(context.get('clientAddress')))
    const limit = { ...ESTIMATES, limit: ESTIMATES.limit * limitScale, now: now() }
    const limitError = await checkRateLimit(db, client, limit)
    if (limitError) return limitError

    const product = key && collection().find(key)
    if (key && !product) return errorResponse('not-found', 'The shop does not have this piece.')
    if (product && availabilityOf(product) === 'sold out')
      return errorResponse('conflict', 'This piece is sold out.')

    const weightMg = shipmentWeightMg(product ? [{ product, quantity: 1 }] : [])
    const fetched = await estimateCourier.fetchRates({ deliveryPincode: pincode, weightMg })
    if (!fetched.ok) return courierErrorResponse(fetched.error, log)
    const { rates, city } = fetched.value
    const deliveries = product ? [...estimateDeliveries(product, rates, now())] : []
    return { success: true as const, deliveries, city }
  })
}
