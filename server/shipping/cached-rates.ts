/**
 * Caches shipping rates, so that the rate on the page is the rate in the order. A server that has not cached it
 * requests it again, and a difference is then rejected, never charged (D8).
 */
import { MINUTE_MS } from '#domain/time.ts'
import type { Courier, RatesResult, Shipment } from './courier.ts'

export const RATES_CACHE_MS = 15 * MINUTE_MS
const CACHED_PARCELS_MAX = 2000

/** Errors are not cached, so that a retry may succeed. */
export function cachedRates(courier: Courier, now: () => Date): Courier {
  const cache = new Map<string, { readonly rates: Promise<RatesResult>; readonly until: number }>()

  return {
    fetchRates(parcel) {
      const key = cacheKey(parcel)
      const cached = cache.get(key)
      if (cached && cached.until > now().getTime()) return cached.rates
      const entry = { rates: courier.fetchRates(parcel), until: now().getTime() + RATES_CACHE_MS }
      const purge = () => {
        if (cache.get(key) === entry) cache.delete(key)
      }
      entry.rates.then(({ ok }) => ok || purge(), purge)
      cache.delete(key)
      cache.set(key, entry)
      // A map iterates in insertion order: the first entry is the oldest.
      const [oldest] = cache.keys()
      if (cache.size > CACHED_PARCELS_MAX && oldest !== undefined) cache.delete(oldest)
      return entry.rates
    },
  }
}

function cacheKey({ deliveryPincode, weightMg }: Shipment): string {
  return `${deliveryPincode} ${weightMg}`
}
