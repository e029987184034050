/** Adapter for Shiprocket: rates here, parcels in shiprocket-parcels.ts. It uses kilograms and rupees. */
import * as z from 'zod/mini'
import { rupees } from '#domain/money.ts'
import { inKilograms, type ShippingRate } from '#domain/shipping.ts'
import { PICKUP_PINCODE } from '#domain/shop.ts'
import type { ShiprocketSettings } from '#server/env.ts'
import type { Courier, Shipment, ParcelCourier, RatesResult } from './courier.ts'
import { createShiprocketClient, ShiprocketUnreachable } from './shiprocket-client.ts'
import { shiprocketParcels } from './shiprocket-parcels.ts'
import { shiprocketPickups } from './shiprocket-pickups.ts'

const lenientNumber = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: number | string) => (value === '' ? Number.NaN : Number(value))),
)
const flag = z.pipe(
  z.unknown(),
  z.transform((value: unknown) => value === true || value === 1 || value === '1'),
)
const CourierResponse = z.object({
  courier_company_id: z.coerce.number().check(z.int()),
  courier_name: z.string(),
  rate: lenientNumber,
  estimated_delivery_days: z.optional(z.nullable(lenientNumber)),
  etd_hours: z.optional(z.nullable(lenientNumber)),
  blocked: flag,
  is_hyperlocal: flag,
})
const PlaceResponse = z.object({
  city: z.string().check(z.trim(), z.maxLength(40), z.regex(/^\p{L}[\p{L}\p{M} .'’()-]*$/u)),
})
const ServiceabilityResponse = z.object({
  status: z.optional(z.coerce.number()),
  data: z.optional(z.nullable(z.object({ available_courier_companies: z.optional(z.array(z.unknown())) }))),
})

const NOT_SERVICEABLE: RatesResult = { ok: false, error: { kind: 'not serviceable', detail: 'no courier' } }
const unreachable = (detail: string): RatesResult => ({ ok: false, error: { kind: 'unreachable', detail } })

export function createShiprocket(settings: ShiprocketSettings, now: () => Date): Courier & ParcelCourier {
  const client = createShiprocketClient(settings, now)
  return {
    async fetchRates(parcel) {
      try {
        const { status, json } = await client.read(serviceabilityPath(parcel))
        return toRates(status, json)
      } catch (error) {
        if (error instanceof ShiprocketUnreachable) return unreachable(error.message)
        throw error
      }
    },
    ...shiprocketParcels(client, settings),
    ...shiprocketPickups(client, settings),
  }
}

function serviceabilityPath({ deliveryPincode, weightMg }: Shipment): string {
  const query = new URLSearchParams({
    pickup_postcode: PICKUP_PINCODE,
    delivery_postcode: deliveryPincode,
    weight: String(inKilograms(weightMg)),
    cod: '0',
  })
  return `/courier/serviceability/?${query}`
}

function toRates(status: number, json: unknown): RatesResult {
  const { data: response } = ServiceabilityResponse.safeParse(json)
  const reportedStatus = status === 200 ? (response?.status ?? status) : status
  if (reportedStatus === 404) return NOT_SERVICEABLE
  if (reportedStatus !== 200 || !response) return unreachable(`HTTP ${status}: ${reportedStatus}`)
  const couriers = response.data?.available_courier_companies ?? []
  const rates = couriers
    .flatMap(rateOf)
    .sort((one, other) => one.rate - other.rate || one.estimatedDays - other.estimatedDays)
  if (rates.length === 0) return NOT_SERVICEABLE
  return { ok: true, value: { rates, city: couriers.flatMap(cityOf)[0] ?? null } }
}

function cityOf(courier: unknown): string[] {
  const { data } = PlaceResponse.safeParse(courier)
  return data ? [data.city] : []
}

/** Empty for a courier that is blocked, hyperlocal, or states no price or no time. */
function rateOf(courier: unknown): ShippingRate[] {
  const { data } = CourierResponse.safeParse(courier)
  if (!data || data.blocked || data.is_hyperlocal) return []
  const estimatedDays = data.estimated_delivery_days || Math.ceil((data.etd_hours ?? Number.NaN) / 24)
  if (!(estimatedDays > 0 && data.rate > 0)) return []
  return [
    {
      courierId: data.courier_company_id,
      courierName: data.courier_name,
      estimatedDays,
      rate: rupees(data.rate),
    },
  ]
}
