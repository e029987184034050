/** The shop's interface to couriers, in paise and milligrams. */
import type { Result } from '#domain/result.ts'
import type { ShippingRate } from '#domain/shipping.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'
import type { Log } from '#server/log.ts'

export interface Parcel {
  readonly deliveryPincode: string
  readonly weightMg: number
}

export interface ShippingQuote {
  /** Never empty, cheapest first. */
  readonly rates: readonly ShippingRate[]
  /** The couriers' name for the place of the pincode; null if none names it. */
  readonly city: string | null
}

export interface CourierError {
  /** `unreachable`: whether a courier goes there is unknown. */
  readonly kind: 'not serviceable' | 'unreachable'
  /** For the log. */
  readonly detail: string
}

export type QuoteResult = Result<ShippingQuote, CourierError>

export interface Courier {
  /** For a prepaid parcel from the shop. */
  fetchRates(parcel: Parcel): Promise<QuoteResult>
}

const ERROR_RESPONSES: Record<CourierError['kind'], ErrorResponse> = {
  'not serviceable': errorResponse('not-serviceable', 'No shipping options available'),
  unreachable: errorResponse('provider-unavailable', 'Failed to fetch shipping rates'),
}

/** Logs the error and returns its text for shoppers (`8.shipping.words`). */
export function courierErrorResponse({ kind, detail }: CourierError, log: Log): ErrorResponse {
  log.warn('no shipping rates', { error: kind, detail })
  return ERROR_RESPONSES[kind]
}
