import { estimateDelivery } from '#contract/shipping.ts'
import type { DeliveryEstimate } from '#domain/delivery.ts'
import type { ProductKey } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import { call, type CallError } from '#app/api.ts'

export type EstimateError = 'no connection' | 'not serviceable' | 'too many' | 'unavailable'

interface Estimate {
  readonly deliveries: readonly DeliveryEstimate[]
  /** The couriers' name for the city of the pincode. */
  readonly city: string | null
}

export async function fetchEstimate(
  product: ProductKey,
  pincode: string,
  signal: AbortSignal,
): Promise<Result<Estimate, EstimateError>> {
  const result = await call(estimateDelivery, { body: { product, pincode }, signal })
  return result.ok ? result : { ok: false, error: errorOf(result.error) }
}

function errorOf({ status, code }: CallError): EstimateError {
  if (status === 0) return 'no connection'
  if (code === 'not-serviceable') return 'not serviceable'
  return code === 'too-many-requests' ? 'too many' : 'unavailable'
}
