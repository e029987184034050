/** Apart from the page's own code: it brings the contract's schemas, which nobody needs before a pincode is given. */
import { estimateDelivery } from '#contract/shipping.ts'
import type { DeliveryEstimate } from '#domain/delivery.ts'
import type { ProductKey } from '#domain/product.ts'
import { call } from '#app/api.ts'

export type EstimateError = 'no connection' | 'not serviceable' | 'too many' | 'no answer'
export type Result =
  | { readonly deliveries: readonly DeliveryEstimate[]; readonly city: string | null }
  | { readonly trouble: EstimateError }

export async function fetchEstimate(
  { type, id }: ProductKey,
  pincode: string,
  signal: AbortSignal,
): Promise<Result> {
  const called = await call(estimateDelivery, { body: { product: { type, id }, pincode }, signal })
  return called.ok ? called.answer : { trouble: troubleOf(called) }
}

function troubleOf({ status, code }: { readonly status: number; readonly code: string }): EstimateError {
  if (status === 0) return 'no connection'
  if (code === 'not-serviceable') return 'not serviceable'
  return code === 'too-many-requests' ? 'too many' : 'no answer'
}
