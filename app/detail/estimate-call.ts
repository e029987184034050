import { estimateDelivery } from '#contract/shipping.ts'
import type { ProductKey } from '#domain/product.ts'
import { call } from '#app/api.ts'

export function fetchEstimate(product: ProductKey, pincode: string, signal: AbortSignal) {
  return call(estimateDelivery, { body: { product, pincode }, signal })
}
