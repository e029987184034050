/** What this browser remembers of a person's looking around. It never leaves it, and goes at sign-out. */
import { isSameProduct, type ProductKey } from '#domain/product.ts'
import { isProductKey } from './lists.ts'
import { createStoredStore, useStore } from './store.ts'

export const RECENTLY_VIEWED_MAX = 8

const NONE: readonly ProductKey[] = []

const viewed = createStoredStore('recentlyViewed', NONE, (found) =>
  Array.isArray(found) ? found.filter(isProductKey).map(keyOf).slice(0, RECENTLY_VIEWED_MAX) : NONE,
)
/** Where parcels are to go; empty as long as nobody has said. */
const pincode = createStoredStore('deliveryPincode', '', (found) =>
  typeof found === 'string' && /^\d{6}$/.test(found) ? found : '',
)

/** Newest first. */
export function useRecentlyViewed(): readonly ProductKey[] {
  return useStore(viewed, NONE)
}

export function addRecentlyViewed(product: ProductKey): void {
  const others = viewed.get().filter((other) => !isSameProduct(other, product))
  viewed.set([keyOf(product), ...others].slice(0, RECENTLY_VIEWED_MAX))
}

export function clearRecentlyViewed(): void {
  viewed.set(NONE)
}

export function useDeliveryPincode(): string {
  return useStore(pincode, '')
}

export function saveDeliveryPincode(given: string): void {
  pincode.set(given)
}

/** Sign-out. */
export function clearBrowsingHistory(): void {
  clearRecentlyViewed()
  pincode.set('')
}

function keyOf({ type, id }: ProductKey): ProductKey {
  return { type, id }
}
