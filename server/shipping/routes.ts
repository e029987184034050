/** POST /api/shipping/calculate: shipping rates for the cart (`7.shipping`, `8.shipping.words`). */
import { Hono } from 'hono'
import { addMs, MINUTE_MS } from '#domain/time.ts'
import { calculateShipping } from '#contract/shipping.ts'
import { priceCart, QUOTE_VALID_MS } from '#domain/cart.ts'
import { withHeld } from '#domain/collection.ts'
import { inKilograms, isPincode, shipmentWeightMg, type ShippingRate } from '#domain/shipping.ts'
import { normalizeOfferCode, withOfferCode } from '#domain/offer-code.ts'
import { PICKUP_PINCODE } from '#domain/shop.ts'
import { digestOf, type QuoteSigner } from '#server/collection/signed-quotes.ts'
import {
  mountAuthenticated,
  errorResponse,
  withLimit,
  type UserLimit,
  type App,
  type AppEnv,
} from '#server/http.ts'
import { loadHeldProducts } from '#server/lists/held.ts'
import { loadCart } from '#server/lists/lists.ts'
import { findOfferCode, toTerms } from '#server/offers/offer-codes.ts'
import type { Deps } from '#server/context.ts'
import { courierErrorResponse, type Courier } from './courier.ts'
import { mountEstimate } from './estimate.ts'

export interface ShippingDeps extends Deps {
  readonly courier: Courier
  /** A separate cache, so that visitors' estimates cannot evict rates that shoppers saw at the checkout. */
  readonly estimateCourier: Courier
  readonly quotes: QuoteSigner
}

/** Per user, who tries a few pincodes, never dozens per minute. */
const REQUESTS: UserLimit = { name: 'shipping', limit: 30, windowMs: MINUTE_MS }

/** `limitScale` multiplies the limit per user, for tests that send many requests from one machine. */
export function shippingRoutes(deps: ShippingDeps, { limitScale = 1 } = {}): App {
  const { db, authenticate, log, now, collection, courier, quotes } = deps
  const app: App = new Hono<AppEnv>()

  mountEstimate(app, deps, limitScale)

  mountAuthenticated(app, withLimit(authenticate, REQUESTS), calculateShipping, async ({ request, user }) => {
    const { pickup_postcode, delivery_postcode } = request
    if (pickup_postcode !== PICKUP_PINCODE)
      return errorResponse('invalid-request', `Parcels leave from ${PICKUP_PINCODE}.`, {
        pickup_postcode: `Parcels leave from ${PICKUP_PINCODE}.`,
      })
    if (!isPincode(delivery_postcode))
      return errorResponse('invalid-request', 'Enter a pincode of six digits.', {
        delivery_postcode: 'Enter a pincode of six digits.',
      })

    const { edition, find: findAny } = collection()
    const find = withHeld(findAny, await loadHeldProducts(db, user.id, now()))
    const code = request.offer_code && (await findOfferCode(db, normalizeOfferCode(request.offer_code)))
    const cart = priceCart(request.items ?? (await loadCart(db, user.id, find)), find)
    const { buyable, subtotal } = withOfferCode(cart, code ? toTerms(code) : null)
    if (buyable.length === 0)
      return errorResponse('invalid-request', 'There is nothing in your cart to send.')
    const weightMg = shipmentWeightMg(buyable)
    if (request.weight !== inKilograms(weightMg))
      log.debug('weight differs', { sentKg: request.weight, weighedKg: inKilograms(weightMg) })

    const fetchedRates = await courier.fetchRates({ deliveryPincode: delivery_postcode, weightMg })
    if (!fetchedRates.ok) return courierErrorResponse(fetchedRates.error, log)
    const { rates, city } = fetchedRates.value
    const signed = quotes.sign({
      userId: user.id,
      edition,
      linesDigest: digestOf(buyable.map(({ key, quantity }) => ({ ...key, quantity }))),
      subtotal,
      pincode: delivery_postcode,
      shippingRates: rates.map(({ courierId, rate }) => [courierId, rate]),
      validUntil: addMs(now(), QUOTE_VALID_MS).getTime(),
    })
    return { success: true as const, shippingRates: rates.map(toWireRate), city, quote: signed }
  })

  return app
}

function toWireRate({ courierId, courierName, estimatedDays, rate }: ShippingRate) {
  return {
    courier_company_id: courierId,
    courier_name: courierName,
    estimated_days: estimatedDays,
    rate,
  }
}
