/**
 * The couriers' offers as the shopper saw them. An offer stands for a quarter of an hour, so that the rate on the page
 * is the rate in the order; a server that has not seen it asks again, and a difference is then refused, never charged
 * (D8).
 */
import { MINUTE_MS } from '#domain/time.ts'
import type { Courier, Result, Parcel } from './courier.ts'

/** For this long what the shopper saw is what is charged. */
export const RATES_CACHE_MS = 15 * MINUTE_MS
const REMEMBERED_MAX = 2000

/** The same courier, with a memory. Trouble is not remembered, so that the next try may succeed. */
export function cachedRates(courier: Courier, now: () => Date): Courier {
  const remembered = new Map<string, { readonly offers: Promise<Result>; readonly until: number }>()

  return {
    fetchRates(parcel) {
      const name = nameOf(parcel)
      const known = remembered.get(name)
      if (known && known.until > now().getTime()) return known.offers
      const asked = { offers: courier.fetchRates(parcel), until: now().getTime() + RATES_CACHE_MS }
      const purge = () => {
        if (remembered.get(name) === asked) remembered.delete(name)
      }
      asked.offers.then((offers) => offers.ok || purge(), purge)
      remembered.delete(name)
      remembered.set(name, asked)
      // A map keeps the order of insertion: the first is the oldest.
      const [oldest] = remembered.keys()
      if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest)
      return asked.offers
    },
  }
}

function nameOf({ deliveryPincode, weightMg }: Parcel): string {
  return `${deliveryPincode} ${weightMg}`
}
