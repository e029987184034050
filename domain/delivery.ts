/** Delivery dates and charges for the pages of a product and of an order. */
import { shippingCharge } from './cart.ts'
import type { Paise } from './money.ts'
import type { PricedProduct } from './collection.ts'
import { availabilityOf, type Product } from './product.ts'
import type { ShippingRate } from './shipping.ts'
import { HANDOVER_UNTIL_HOUR, MADE_TO_ORDER_DAYS } from './deadlines.ts'
import { DAY_MS, indiaDate, indiaHour, indiaWeekday, addMs } from './time.ts'

export interface DeliveryEstimate {
  readonly charge: Paise
  /** ISO date in India. */
  readonly arrivesOn: string
}

/**
 * The cheapest delivery, then a faster one if it costs more. A product that ships free has only the fastest, a sold-out
 * one has none. Made-to-order products are dispatched after `MADE_TO_ORDER_DAYS`.
 */
export function estimateDeliveries(
  product: PricedProduct,
  rates: readonly ShippingRate[],
  now: Date,
): readonly DeliveryEstimate[] {
  if (availabilityOf(product) === 'sold out') return []
  const makingDays = makingDaysOf([product])
  const { amount } = product.price
  const options = rates
    .map(({ rate, estimatedDays }) => ({
      charge: shippingCharge(amount, rate),
      days: estimatedDays,
    }))
    .sort((one, other) => one.charge - other.charge || one.days - other.days)
  const [cheapest] = options
  const fastest = options.toSorted((one, other) => one.days - other.days)[0]
  return [cheapest, fastest]
    .filter((option) => option !== undefined)
    .filter((option, index) => index === 0 || option.days < (cheapest?.days ?? 0))
    .map(({ charge, days }) => ({ charge, arrivesOn: arrivalDate(now, { makingDays, courierDays: days }) }))
}

/** An order waits for its made-to-order pieces. */
export function makingDaysOf(products: readonly Product[]): number {
  const isMade = products.some((product) => availabilityOf(product) === 'made to order')
  return isMade ? MADE_TO_ORDER_DAYS : 0
}

interface OrderToArrive {
  readonly placedAt: string
  readonly completedAt: string | null
  /** After the dispatch. */
  readonly estimatedDays: number
  readonly lines: readonly {
    readonly quantity: number
    readonly cancelled: number
    readonly isMadeToOrder?: boolean | undefined
  }[]
}

/**
 * The estimate for an order before its dispatch, as it was placed: stock may change afterwards. ISO date in India; null
 * if unknown.
 */
export function orderArrivalDate({
  placedAt,
  completedAt,
  estimatedDays,
  lines,
}: OrderToArrive): string | null {
  const toSend = lines.filter(({ quantity, cancelled }) => quantity > cancelled)
  if (toSend.some(({ isMadeToOrder }) => isMadeToOrder === undefined)) return null
  const isMade = toSend.some(({ isMadeToOrder }) => isMadeToOrder)
  return arrivalDate(new Date(completedAt ?? placedAt), {
    makingDays: isMade ? MADE_TO_ORDER_DAYS : 0,
    courierDays: estimatedDays,
  })
}

interface DeliveryTime {
  /** Before the dispatch. */
  readonly makingDays: number
  /** After the dispatch; couriers estimate fractions of days. */
  readonly courierDays: number
}

/** The arrival of an order placed at this time; ISO date in India. */
export function arrivalDate(orderedAt: Date, { makingDays, courierDays }: DeliveryTime): string {
  return indiaDate(addMs(dispatchDay(orderedAt, makingDays), Math.ceil(courierDays) * DAY_MS))
}

const SUNDAY = 0

/** Some moment of the day on which the courier receives the parcel: never a Sunday (D61). */
function dispatchDay(orderedAt: Date, makingDays: number): Date {
  const isTooLate = makingDays === 0 && indiaHour(orderedAt) >= HANDOVER_UNTIL_HOUR
  const ready = addMs(orderedAt, (isTooLate ? 1 : makingDays) * DAY_MS)
  return indiaWeekday(ready) === SUNDAY ? addMs(ready, DAY_MS) : ready
}
