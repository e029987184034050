/** Products viewed in this browser. The list never leaves the browser. */
import { isSameProduct, type ProductKey } from '#domain/product.ts'
import { createStorageItem } from './browser-storage.ts'
import { isProductKey } from './lists.ts'
import { useStore } from './store.ts'

export const RECENTLY_VIEWED_MAX = 8

const NONE: readonly ProductKey[] = []

const recentlyViewed = createStorageItem('recentlyViewed', NONE, (stored) =>
  Array.isArray(stored) ? stored.filter(isProductKey).map(keyOf).slice(0, RECENTLY_VIEWED_MAX) : NONE,
)
const deliveryPincode = createStorageItem('deliveryPincode', '', (stored) =>
  typeof stored === 'string' && /^\d{6}$/.test(stored) ? stored : '',
)

/** Newest first. */
export function useRecentlyViewed(): readonly ProductKey[] {
  return useStore(recentlyViewed, NONE)
}

export function addRecentlyViewed(product: ProductKey): void {
  const others = recentlyViewed.get().filter((other) => !isSameProduct(other, product))
  recentlyViewed.set([keyOf(product), ...others].slice(0, RECENTLY_VIEWED_MAX))
}

export function clearRecentlyViewed(): void {
  recentlyViewed.set(NONE)
}

/** Empty until the shopper has entered one. */
export function useDeliveryPincode(): string {
  return useStore(deliveryPincode, '')
}

export const saveDeliveryPincode = deliveryPincode.set

function keyOf({ type, id }: ProductKey): ProductKey {
  return { type, id }
}
