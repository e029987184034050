/** POST /api/shipping/calculate: the couriers' offers for what is in the cart (`7.shipping`, `8.shipping.words`). */
import { Hono } from 'hono'
import { MINUTE_MS } from '#domain/time.ts'
import { calculateShipping } from '#contract/shipping.ts'
import { priceCart } from '#domain/cart.ts'
import { findProduct } from '#domain/catalogue/all.ts'
import { inKilograms, isPincode, shipmentWeightMg, type ShippingRate } from '#domain/shipping.ts'
import { PICKUP_PINCODE } from '#domain/shop.ts'
import { mountAuthenticated, errorResponse, type App, type AppEnv } from '#server/http.ts'
import { loadCart } from '#server/lists/lists.ts'
import type { Parts } from '#server/context.ts'
import { limitKey, refusedByLimit } from '#server/rate-limit.ts'
import { courierErrorResponse, type Courier } from './courier.ts'
import { mountEstimate } from './estimate.ts'

export interface ShippingParts extends Parts {
  readonly courier: Courier
  /** Whom the estimates ask. */
  readonly estimateCourier: Courier
}

/** A person tries a few pincodes, never dozens a minute. */
const ENQUIRIES = { limit: 30, windowMs: MINUTE_MS }

/** `limitScale` multiplies how often a visitor may ask, for tests that ask a lot from one machine. */
export function shippingRoutes(parts: ShippingParts, { limitScale = 1 } = {}): App {
  const { db, identify, log, now, courier } = parts
  const shop: App = new Hono<AppEnv>()

  mountEstimate(shop, parts, limitScale)

  mountAuthenticated(shop, identify, calculateShipping, async ({ request, person }) => {
    const { pickup_postcode, delivery_postcode } = request
    if (pickup_postcode !== PICKUP_PINCODE)
      return errorResponse('invalid-request', `Parcels leave from ${PICKUP_PINCODE}.`, {
        pickup_postcode: `Parcels leave from ${PICKUP_PINCODE}.`,
      })
    if (!isPincode(delivery_postcode))
      return errorResponse('invalid-request', 'Enter a pincode of six digits.', {
        delivery_postcode: 'Enter a pincode of six digits.',
      })
    const refused = await refusedByLimit(db, limitKey('shipping', person.id), { ...ENQUIRIES, now: now() })
    if (refused) return refused

    const { buyable } = priceCart(request.items ?? (await loadCart(db, person.id)), findProduct)
    if (buyable.length === 0)
      return errorResponse('invalid-request', 'There is nothing in your cart to send.')
    const weightMg = shipmentWeightMg(buyable)
    if (request.weight !== inKilograms(weightMg))
      log.debug('weight differs', { sentKg: request.weight, weighedKg: inKilograms(weightMg) })

    const offers = await courier.fetchRates({ deliveryPincode: delivery_postcode, weightMg })
    if (offers.ok)
      return { success: true as const, shippingRates: offers.rates.map(toWireRate), city: offers.city }
    log.warn('no courier offers', { problem: offers.problem, detail: offers.detail })
    return courierErrorResponse(offers.problem)
  })

  return shop
}

function toWireRate({ courierId, courierName, estimatedDays, rate }: ShippingRate) {
  return {
    courier_company_id: courierId,
    courier_name: courierName,
    estimated_days: estimatedDays,
    rate,
  }
}
