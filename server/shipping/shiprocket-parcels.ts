/** Parcels at Shiprocket. Before an order is created, it is searched by its number. */
import * as z from 'zod/mini'
import { BOX_CM, type ParcelState } from '#domain/parcel.ts'
import { inKilograms } from '#domain/shipping.ts'
import { parseIndiaTime } from '#domain/time.ts'
import type { ParcelCourier, ParcelToBook, Scan, Tracking } from './courier.ts'
import {
  assignAwb,
  cancelFound,
  cancellationOf,
  CreatedOrder,
  generatePickup,
  Id,
  Manifest,
  itemsOf,
  toParcelResult,
  OptionalText,
  orderDate,
  parse,
  phoneOf,
  trackingUrlOf,
  WebUrl,
  type FoundOrder,
} from './shiprocket-calls.ts'
import type { ShiprocketSettings } from '#server/env.ts'
import type { ShiprocketClient } from './shiprocket-client.ts'
import { printLabels } from './shiprocket-labels.ts'

const FoundOrders = z.object({
  data: z.array(
    z.object({
      id: Id,
      channel_order_id: Id,
      status: OptionalText,
      shipments: z.array(z.object({ id: Id, awb: OptionalText, courier: OptionalText })),
    }),
  ),
})
const Label = z.object({ label_url: WebUrl })
const TrackingResponse = z.object({
  tracking_data: z.object({
    etd: OptionalText,
    shipment_track_activities: z.optional(
      z.nullable(
        z.array(
          z.object({
            date: z.string(),
            activity: OptionalText,
            location: OptionalText,
            'sr-status': z.optional(z.nullable(z.union([z.string(), z.number()]))),
          }),
        ),
      ),
    ),
  }),
})

/** By Shiprocket's numeric shipment status, not the order status. */
const STATES: Readonly<Record<number, ParcelState>> = {
  6: 'handed over',
  42: 'handed over',
  18: 'in transit',
  38: 'in transit',
  39: 'in transit',
  22: 'in transit',
  21: 'in transit',
  17: 'out for delivery',
  7: 'delivered',
  9: 'returning',
  14: 'returning',
  40: 'returning',
  41: 'returning',
  46: 'returning',
  75: 'returning',
  10: 'returned',
  12: 'lost',
  24: 'lost',
  25: 'lost',
  44: 'lost',
  76: 'lost',
}

export function shiprocketParcels(
  client: ShiprocketClient,
  { pickupLocation, trackingPage }: Pick<ShiprocketSettings, 'pickupLocation' | 'trackingPage'>,
): Omit<ParcelCourier, 'bookPickup' | 'cancelPickup'> {
  return {
    book: (parcel) =>
      toParcelResult(async () => {
        const found = (await find(client, parcel.reference)) ?? (await create(client, parcel, pickupLocation))
        const booked =
          found.awb === null
            ? await assignAwb(client, {
                found,
                body: { courier_id: parcel.courierId },
                find: () => find(client, parcel.reference),
              })
            : { ...found, awb: found.awb }
        await generatePickup(client, booked.shipmentId)
        const trackingUrl = trackingUrlOf(trackingPage, booked.awb)
        return { ...booked, courierName: booked.courierName ?? '', trackingUrl }
      }),
    makeLabel: ({ courierOrderId, shipmentId }) =>
      toParcelResult(async () => {
        const label = await client.write('/courier/generate/label', { shipment_id: [Number(shipmentId)] })
        const { label_url: labelUrl } = parse(Label, label)
        // A manifest is generated once and printed as often as needed.
        await client.write('/manifests/generate', { shipment_id: [Number(shipmentId)] })
        const printed = await client.write('/manifests/print', { order_ids: [Number(courierOrderId)] })
        return { labelUrl, manifestUrl: parse(Manifest, printed).manifest_url }
      }),
    printLabels: (parcels) => toParcelResult(() => printLabels(client, parcels)),
    cancel: (reference) => toParcelResult(() => cancelFound(client, () => find(client, reference))),
    track: (awb) =>
      toParcelResult(async () => {
        const response = await client.read(`/courier/track/awb/${encodeURIComponent(awb)}`)
        return {
          ...toTracking(parse(TrackingResponse, response)),
          trackingUrl: trackingUrlOf(trackingPage, awb),
        }
      }),
  }
}

async function find(client: ShiprocketClient, reference: string): Promise<FoundOrder | null> {
  const { data } = parse(FoundOrders, await client.read(`/orders?search=${encodeURIComponent(reference)}`))
  const found = data.find((each) => each.channel_order_id === reference)
  const shipment = found?.shipments[0]
  if (!found || !shipment) return null
  const { id: shipmentId, awb, courier } = shipment
  return {
    courierOrderId: found.id,
    shipmentId,
    awb: awb || null,
    courierName: courier ?? null,
    cancellation: cancellationOf(found.status),
  }
}

async function create(
  client: ShiprocketClient,
  parcel: ParcelToBook,
  pickupLocation: string,
): Promise<FoundOrder> {
  const response = await client.write('/orders/create/adhoc', adhocOrder(parcel, pickupLocation))
  const { order_id: courierOrderId, shipment_id: shipmentId } = parse(CreatedOrder, response)
  return { courierOrderId, shipmentId, awb: null, courierName: null, cancellation: 'none' }
}

function adhocOrder(parcel: ParcelToBook, pickupLocation: string) {
  const { shipTo, lines } = parcel
  return {
    order_id: parcel.reference,
    order_date: orderDate(parcel.placedAt),
    pickup_location: pickupLocation,
    billing_customer_name: shipTo.name,
    billing_last_name: '',
    billing_address: shipTo.address,
    billing_city: shipTo.city.slice(0, 30),
    billing_pincode: shipTo.pincode,
    billing_state: shipTo.state,
    billing_country: 'India',
    billing_email: shipTo.email,
    billing_phone: phoneOf(shipTo.phone),
    shipping_is_billing: true,
    order_items: itemsOf(lines),
    payment_method: 'Prepaid',
    sub_total: parcel.total / 100,
    ...BOX_CM,
    weight: inKilograms(parcel.weightMg),
  }
}

function toTracking({
  tracking_data: data,
}: z.output<typeof TrackingResponse>): Omit<Tracking, 'trackingUrl'> {
  const scans = (data.shipment_track_activities ?? []).flatMap((activity): Scan[] => {
    const at = parseIndiaTime(activity.date)
    if (!at) return []
    const code = Number.parseInt(String(activity['sr-status'] ?? ''), 10)
    const statusCode = Number.isNaN(code) ? null : code
    return [
      {
        at,
        statusCode,
        activity: (activity.activity ?? '').slice(0, 200),
        location: (activity.location ?? '').slice(0, 100),
        state: statusCode === null ? null : (STATES[statusCode] ?? null),
      },
    ]
  })
  return {
    scans,
    expectedAt: data.etd ? parseIndiaTime(data.etd) : null,
  }
}
