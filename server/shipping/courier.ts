/** The shop's interface to couriers, in paise and milligrams. */
import type { Result } from '#domain/result.ts'
import type { Paise } from '#domain/money.ts'
import type { ParcelState } from '#domain/parcel.ts'
import type { ShippingAddress, ShippingRate } from '#domain/shipping.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'
import type { Log, LogFields } from '#server/log.ts'

export interface Shipment {
  readonly deliveryPincode: string
  readonly weightMg: number
}

export interface ServiceableRates {
  /** Never empty, cheapest first. */
  readonly rates: readonly ShippingRate[]
  /** The couriers' name for the place of the pincode; null if none names it. */
  readonly city: string | null
}

export interface CourierError {
  /** `unreachable`: whether a courier delivers there is unknown. */
  readonly kind: 'not serviceable' | 'unreachable'
  /** For the log. */
  readonly detail: string
}

export type RatesResult = Result<ServiceableRates, CourierError>

export interface Courier {
  /** For a prepaid parcel from the shop. */
  fetchRates(shipment: Shipment): Promise<RatesResult>
}

export interface ParcelToBook {
  /**
   * Reference by which a parcel is found again after a lost response; the courier accepts it only once, even after a
   * cancellation.
   */
  readonly reference: string
  readonly placedAt: Date
  readonly shipTo: ShippingAddress
  readonly lines: readonly {
    readonly name: string
    readonly sku: string
    readonly quantity: number
    readonly unitPrice: Paise
    readonly hsn: string | null
    readonly taxPercent: number | null
  }[]
  readonly total: Paise
  readonly weightMg: number
  readonly courierId: number
}

export interface BookedParcel {
  readonly courierOrderId: string
  readonly shipmentId: string
  readonly awb: string
  readonly courierName: string
  readonly trackingUrl: string
}

/** Pieces that the courier collects at the customer's. */
export interface PickupToBook {
  /** Unlike those of parcels and earlier pickups. */
  readonly reference: string
  readonly requestedAt: Date
  readonly collectFrom: ShippingAddress
  readonly lines: ParcelToBook['lines']
  readonly total: Paise
  readonly weightMg: number
}

export interface BookedPickup {
  readonly awb: string
  readonly courierName: string
  readonly trackingUrl: string
  /** Null if the courier names no day. */
  readonly scheduledFor: Date | null
}

export interface Scan {
  readonly at: Date
  readonly statusCode: number | null
  readonly activity: string
  readonly location: string
  readonly state: ParcelState | null
}

export interface Tracking {
  readonly scans: readonly Scan[]
  /** Built from the AWB, even before the first scan. */
  readonly trackingUrl: string
  readonly expectedAt: Date | null
}

export interface ParcelError {
  /** `unknown`: there was no response, and the call may have been carried out. */
  readonly kind: 'rejected' | 'unknown'
  /** A rejection has the courier's text, for staff: it may quote the address, so it is not logged. */
  readonly detail: string
}

export function parcelErrorFields({ kind, detail }: ParcelError): LogFields {
  return { error: kind, ...(kind === 'unknown' && { detail }) }
}

export type ParcelResult<Value> = Result<Value, ParcelError>

export interface PrintedLabels {
  readonly labelUrl: string
  readonly manifestUrl: string
  /** Shipment ids of the parcels in the file. */
  readonly printed: readonly string[]
}

/** Every call may be repeated: it looks for the result of an earlier one. */
export interface ParcelCourier {
  /** Creates the courier's order, assigns its AWB and schedules its collection at the shop. */
  book(parcel: ParcelToBook): Promise<ParcelResult<BookedParcel>>
  makeLabel(
    booked: Pick<BookedParcel, 'courierOrderId' | 'shipmentId'>,
  ): Promise<ParcelResult<{ readonly labelUrl: string; readonly manifestUrl: string }>>
  /**
   * One file with the labels of several parcels, and one with their manifest; null if the courier's response does not
   * say for certain which parcels they contain.
   */
  printLabels(
    parcels: readonly Pick<BookedParcel, 'courierOrderId' | 'shipmentId' | 'awb'>[],
  ): Promise<ParcelResult<PrintedLabels | null>>
  /** Before the pickup; a parcel that the courier does not know counts as cancelled. */
  cancel(reference: string): Promise<ParcelResult<null>>
  /** Creates the courier's return order to the pickup location, assigns its AWB and schedules the collection. */
  bookPickup(pickup: PickupToBook): Promise<ParcelResult<BookedPickup>>
  /** Before the collection; a pickup that the courier does not know counts as cancelled. */
  cancelPickup(pickup: Pick<PickupToBook, 'reference' | 'requestedAt'>): Promise<ParcelResult<null>>
  track(awb: string): Promise<ParcelResult<Tracking>>
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
