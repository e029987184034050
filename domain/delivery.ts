/** When one piece can be with its buyer and what its parcel costs, as the detail page tells before anything is in the cart. */
import { shippingCharge } from './cart.ts'
import type { Paise } from './money.ts'
import { priceOf } from './price.ts'
import { availabilityOf, type Product } from './product.ts'
import type { ShippingRate } from './shipping.ts'
import { MADE_TO_ORDER_DAYS } from './shop.ts'
import { DAY_MS, indiaDate, addMs } from './time.ts'

export interface DeliveryEstimate {
  readonly charge: Paise
  /** ISO date, as the calendar in India has it. */
  readonly arrivesOn: string
}

/**
 * The cheapest way, then a faster one where there is one for more money; a piece that ships free takes the fastest
 * alone. None for a sold-out piece. A piece made to order is on its way once it is made.
 */
export function estimateDeliveries(
  product: Product,
  rates: readonly ShippingRate[],
  now: Date,
): readonly DeliveryEstimate[] {
  const availability = availabilityOf(product)
  if (availability === 'sold out') return []
  const makingDays = availability === 'made to order' ? MADE_TO_ORDER_DAYS : 0
  const { amount } = priceOf(product)
  const ways = rates
    .map(({ rate, estimatedDays }) => ({
      charge: shippingCharge(amount, rate),
      days: makingDays + Math.ceil(estimatedDays),
    }))
    .sort((one, other) => one.charge - other.charge || one.days - other.days)
  const [cheapest] = ways
  const fastest = ways.toSorted((one, other) => one.days - other.days)[0]
  return [cheapest, fastest]
    .filter((way) => way !== undefined)
    .filter((way, place) => place === 0 || way.days < (cheapest?.days ?? 0))
    .map(({ charge, days }) => ({ charge, arrivesOn: indiaDate(addMs(now, days * DAY_MS)) }))
}
