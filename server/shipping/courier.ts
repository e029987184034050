/** The couriers in the shop's own verbs and units: paise and milligrams. */
import type { ShippingRate } from '#domain/shipping.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'

export interface Parcel {
  readonly deliveryPincode: string
  readonly weightMg: number
}

/** `not serviceable`: no courier goes there. `unreachable`: no answer that tells whether one does. */
export type CourierErrorKind = 'not serviceable' | 'unreachable'

export type Result =
  | {
      readonly ok: true
      readonly rates: readonly ShippingRate[]
      /** What the couriers call the place of the pincode; null where none gives it a name. */
      readonly city: string | null
    }
  /** `detail` is for the log. */
  | { readonly ok: false; readonly problem: CourierErrorKind; readonly detail: string }

export interface Courier {
  /** What couriers ask for a prepaid parcel from the shop, cheapest first; never an empty list. */
  fetchRates(parcel: Parcel): Promise<Result>
}

const REFUSALS: Record<CourierErrorKind, ErrorResponse> = {
  'not serviceable': errorResponse('not-serviceable', 'No shipping options available'),
  unreachable: errorResponse('provider-unavailable', 'Failed to fetch shipping rates'),
}

/** `8.shipping.words`. */
export function courierErrorResponse(problem: CourierErrorKind): ErrorResponse {
  return REFUSALS[problem]
}
