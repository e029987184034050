/** The couriers in the shop's own verbs and units: paise and milligrams. */
import type { ShippingRate } from '#domain/shipping.ts'
import { refusal, type Refusal } from '#server/http.ts'

export interface Parcel {
  readonly deliveryPincode: string
  readonly weightMg: number
}

/** `not serviceable`: no courier goes there. `unreachable`: no answer that tells whether one does. */
export type CourierProblem = 'not serviceable' | 'unreachable'

export type Offers =
  | {
      readonly ok: true
      readonly rates: readonly ShippingRate[]
      /** What the couriers call the place of the pincode; null where none gives it a name. */
      readonly city: string | null
    }
  /** `detail` is for the log. */
  | { readonly ok: false; readonly problem: CourierProblem; readonly detail: string }

export interface Courier {
  /** What couriers ask for a prepaid parcel from the shop, cheapest first; never an empty list. */
  ratesFor(parcel: Parcel): Promise<Offers>
}

const REFUSALS: Record<CourierProblem, Refusal> = {
  'not serviceable': refusal('not-serviceable', 'No shipping options available'),
  unreachable: refusal('provider-unavailable', 'Failed to fetch shipping rates'),
}

/** Specification, section 8. */
export function courierRefusal(problem: CourierProblem): Refusal {
  return REFUSALS[problem]
}
