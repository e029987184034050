/**
 * Parcels at Shiprocket. No call is repeated blindly: an order is looked for by its number before it is created, and what
 * Shiprocket rejects because it is done already counts as done. Rejections come as 4xx or inside a 200.
 */
import * as z from 'zod/mini'
import { BOX_CM, type ParcelState } from '#domain/parcel.ts'
import { inKilograms } from '#domain/shipping.ts'
import type { BookedParcel, ParcelCourier, ParcelResult, ParcelToBook, Scan, Tracking } from './courier.ts'
import { ShiprocketUnreachable, type ShiprocketClient } from './shiprocket-client.ts'

const Id = z.pipe(z.union([z.string().check(z.minLength(1)), z.number()]), z.transform(String))
const OptionalText = z.optional(z.nullable(z.string()))

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
const CreatedOrder = z.object({ order_id: Id, shipment_id: Id })
const AssignedAwb = z.object({
  awb_assign_status: z.optional(z.coerce.number()),
  message: OptionalText,
  response: z.optional(
    z.object({
      data: z.object({
        awb_code: OptionalText,
        courier_name: OptionalText,
        awb_assign_error: OptionalText,
      }),
    }),
  ),
})
const Rejection = z.object({ message: z.string() })
const Label = z.object({ label_url: z.url() })
const Manifest = z.object({ manifest_url: z.url() })
const TrackingResponse = z.object({
  tracking_data: z.object({
    track_url: OptionalText,
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

interface ClientResponse {
  readonly status: number
  readonly json: unknown
}

/** By Shiprocket's numbers of the shipment status, not those of the order status. */
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

export function shiprocketParcels(client: ShiprocketClient, pickupLocation: string): ParcelCourier {
  return {
    book: (parcel) =>
      known(async () => {
        const found = (await find(client, parcel.reference)) ?? (await create(client, parcel, pickupLocation))
        const booked =
          found.awb === null ? await assignAwb(client, parcel, found) : { ...found, awb: found.awb }
        await orderPickup(client, booked.shipmentId)
        return { ...booked, courierName: booked.courierName ?? '' }
      }),
    makeLabel: ({ courierOrderId, shipmentId }) =>
      known(async () => {
        const label = await client.write('/courier/generate/label', { shipment_id: [Number(shipmentId)] })
        const { label_url: labelUrl } = parse(Label, label)
        // A manifest is generated once and printed as often as needed.
        await client.write('/manifests/generate', { shipment_id: [Number(shipmentId)] })
        const printed = await client.write('/manifests/print', { order_ids: [Number(courierOrderId)] })
        return { labelUrl, manifestUrl: parse(Manifest, printed).manifest_url }
      }),
    cancel: (reference) =>
      known(async () => {
        const found = await find(client, reference)
        if (!found || found.cancellation === 'done') return null
        if (found.cancellation === 'none')
          acknowledged(await client.write('/orders/cancel', { ids: [Number(found.courierOrderId)] }))
        // It is accepted before it is carried out.
        if ((await find(client, reference))?.cancellation !== 'done')
          throw new ShiprocketUnreachable('The order is being cancelled')
        return null
      }),
    track: (awb) =>
      known(async () =>
        toTracking(
          parse(TrackingResponse, await client.read(`/courier/track/awb/${encodeURIComponent(awb)}`)),
        ),
      ),
  }
}

interface FoundParcel extends Omit<BookedParcel, 'awb' | 'courierName'> {
  readonly awb: string | null
  readonly courierName: string | null
  readonly cancellation: 'none' | 'requested' | 'done'
}

async function find(client: ShiprocketClient, reference: string): Promise<FoundParcel | null> {
  const { data } = parse(FoundOrders, await client.read(`/orders?search=${encodeURIComponent(reference)}`))
  const found = data.find((each) => each.channel_order_id === reference)
  const shipment = found?.shipments[0]
  if (!found || !shipment) return null
  const { id: shipmentId, awb, courier } = shipment
  const status = found.status ?? ''
  return {
    courierOrderId: found.id,
    shipmentId,
    awb: awb || null,
    courierName: courier ?? null,
    cancellation: /^cancell?ed$/i.test(status) ? 'done' : /cancel/i.test(status) ? 'requested' : 'none',
  }
}

async function create(
  client: ShiprocketClient,
  parcel: ParcelToBook,
  pickupLocation: string,
): Promise<FoundParcel> {
  const response = await client.write('/orders/create/adhoc', adhocOrder(parcel, pickupLocation))
  const { order_id: courierOrderId, shipment_id: shipmentId } = parse(CreatedOrder, response)
  return { courierOrderId, shipmentId, awb: null, courierName: null, cancellation: 'none' }
}

function adhocOrder(parcel: ParcelToBook, pickupLocation: string) {
  const { shipTo, lines } = parcel
  return {
    order_id: parcel.reference,
    order_date: indiaDateTime(parcel.placedAt),
    pickup_location: pickupLocation,
    billing_customer_name: shipTo.name,
    billing_last_name: '',
    billing_address: shipTo.address,
    billing_city: shipTo.city.slice(0, 30),
    billing_pincode: shipTo.pincode,
    billing_state: shipTo.state,
    billing_country: 'India',
    billing_email: shipTo.email,
    billing_phone: shipTo.phone.replace(/\D/g, '').slice(-10),
    shipping_is_billing: true,
    order_items: lines.map(({ name, sku, quantity, unitPrice, hsn, taxPercent }) => ({
      name,
      sku,
      units: quantity,
      selling_price: unitPrice / 100,
      ...(hsn !== null && { hsn }),
      ...(taxPercent !== null && { tax: taxPercent }),
    })),
    payment_method: 'Prepaid',
    sub_total: parcel.total / 100,
    ...BOX_CM,
    weight: inKilograms(parcel.weightMg),
  }
}

async function assignAwb(
  client: ShiprocketClient,
  { reference, courierId }: ParcelToBook,
  found: FoundParcel,
): Promise<FoundParcel & { readonly awb: string }> {
  const body = { shipment_id: Number(found.shipmentId), courier_id: courierId }
  const response = await client.write('/courier/assign/awb', body)
  const { awb_assign_status: status, response: inner, message } = parse(AssignedAwb, response)
  const { awb_code: awb, courier_name: courierName, awb_assign_error: error } = inner?.data ?? {}
  if (status === 1 && awb) return { ...found, awb, courierName: courierName ?? null }
  const rejection = error ?? message ?? ''
  // An earlier call has assigned it, or it is being assigned.
  const assigned = await find(client, reference)
  if (assigned?.awb) return { ...assigned, awb: assigned.awb }
  if (rejection === '' || /processing/i.test(rejection))
    throw new ShiprocketUnreachable('AWB is being assigned')
  throw new ShiprocketRejected(rejection)
}

async function orderPickup(client: ShiprocketClient, shipmentId: string): Promise<void> {
  const response = await client.write('/courier/generate/pickup', { shipment_id: [Number(shipmentId)] })
  const { data } = Rejection.safeParse(response.json)
  if (response.status === 400 && /already/i.test(data?.message ?? '')) return
  parse(z.object({ pickup_status: z.literal(1) }), response)
}

function toTracking({ tracking_data: data }: z.output<typeof TrackingResponse>): Tracking {
  const scans = (data.shipment_track_activities ?? []).flatMap((activity): Scan[] => {
    const at = parseIndiaDateTime(activity.date)
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
    trackingUrl: z.url({ protocol: /^https?$/ }).safeParse(data.track_url).data ?? null,
    expectedAt: data.etd ? parseIndiaDateTime(data.etd) : null,
  }
}

/** 2026-11-23 15:40, in India. */
function indiaDateTime(at: Date): string {
  return at.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Kolkata' })
}

function parseIndiaDateTime(text: string): Date | null {
  const at = new Date(`${text.trim().replace(' ', 'T')}+05:30`)
  return Number.isNaN(at.getTime()) ? null : at
}

class ShiprocketRejected extends Error {}

/** Of a call whose response has no body. */
function acknowledged({ status, json }: ClientResponse): void {
  if (status >= 300) throw errorOf(status, json)
}

function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  { status, json }: ClientResponse,
): z.output<Schema> {
  const parsed = schema.safeParse(json)
  if (status < 300 && parsed.success) return parsed.data
  throw errorOf(status, json)
}

function errorOf(status: number, json: unknown): Error {
  const isRejection = status < 500 && status !== 401 && status !== 429
  return isRejection
    ? new ShiprocketRejected(rejectionOf(status, json))
    : new ShiprocketUnreachable(`HTTP ${status}`)
}

/** The message alone: field errors may quote the customer's data. */
function rejectionOf(status: number, json: unknown): string {
  const { data } = Rejection.safeParse(json)
  return data ? data.message.slice(0, 200) : `HTTP ${status}`
}

async function known<Value>(work: () => Promise<Value>): Promise<ParcelResult<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof ShiprocketRejected)
      return { ok: false, error: { kind: 'rejected', detail: error.message } }
    if (error instanceof ShiprocketUnreachable)
      return { ok: false, error: { kind: 'unknown', detail: error.message } }
    throw error
  }
}
