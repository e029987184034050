/**
 * Shared by the calls about parcels and pickups. None is repeated blindly: what Shiprocket rejects because it is
 * already done counts as done. Rejections come as 4xx or inside a 200.
 */
import * as z from 'zod/mini'
import { indiaTimestamp, parseIndiaTime } from '#domain/time.ts'
import type { ParcelResult, ParcelToBook } from './courier.ts'
import { ShiprocketUnreachable, type ShiprocketClient } from './shiprocket-client.ts'

export const Id = z.pipe(z.union([z.string().check(z.minLength(1)), z.number()]), z.transform(String))
export const WebUrl = z.url({ protocol: /^https?$/ })
export const Manifest = z.object({ manifest_url: WebUrl })
export const OptionalText = z.optional(z.nullable(z.string()))

export const CreatedOrder = z.object({ order_id: Id, shipment_id: Id })
const AssignedAwb = z.object({
  awb_assign_status: z.optional(z.coerce.number()),
  message: OptionalText,
  response: z.optional(
    z.object({
      data: z.object({
        awb_code: OptionalText,
        courier_name: OptionalText,
        awb_assign_error: OptionalText,
        pickup_scheduled_date: OptionalText,
      }),
    }),
  ),
})
const RejectionBody = z.object({ message: z.string() })

interface ShiprocketResponse {
  readonly status: number
  readonly json: unknown
}

/** The Shiprocket order of a parcel or a pickup. */
export interface FoundOrder {
  readonly courierOrderId: string
  readonly shipmentId: string
  readonly awb: string | null
  readonly courierName: string | null
  readonly cancellation: 'none' | 'requested' | 'done'
}

/** By the text of the status: CANCELED, RETURN CANCELLED; before that, CANCELLATION REQUESTED. */
export function cancellationOf(status: string | null | undefined): FoundOrder['cancellation'] {
  if (/cancell?ed$/i.test(status ?? '')) return 'done'
  return /cancel/i.test(status ?? '') ? 'requested' : 'none'
}

export function itemsOf(lines: ParcelToBook['lines']) {
  return lines.map(({ name, sku, quantity, unitPrice, hsn, taxPercent }) => ({
    name,
    sku,
    units: quantity,
    selling_price: unitPrice / 100,
    ...(hsn !== null && { hsn }),
    ...(taxPercent !== null && { tax: taxPercent }),
  }))
}

/** The page is a setting of ours; only the AWB comes from the courier. */
export function trackingUrlOf(trackingPage: string, awb: string): string {
  return `${trackingPage}/${encodeURIComponent(awb)}`
}

/** The ten digits of an Indian number. */
export function phoneOf(phone: string): string {
  return phone.replace(/\D/g, '').slice(-10)
}

interface Assignment {
  readonly found: FoundOrder
  readonly body: object
  find(): Promise<FoundOrder | null>
}

export type AssignedOrder = FoundOrder & { readonly awb: string; readonly scheduledFor: Date | null }

export async function assignAwb(
  client: ShiprocketClient,
  { found, body, find }: Assignment,
): Promise<AssignedOrder> {
  const request = { shipment_id: Number(found.shipmentId), ...body }
  const response = await client.write('/courier/assign/awb', request)
  const { awb_assign_status: status, response: inner, message } = parse(AssignedAwb, response)
  const { awb_code: awb, courier_name: courierName, awb_assign_error: error } = inner?.data ?? {}
  const scheduledFor = parseIndiaTime(inner?.data.pickup_scheduled_date ?? '')
  if (status === 1 && awb) return { ...found, awb, courierName: courierName ?? null, scheduledFor }
  const rejection = error ?? message ?? ''
  // An earlier call has assigned it, or is assigning it.
  const assigned = await find()
  if (assigned?.awb) return { ...assigned, awb: assigned.awb, scheduledFor: null }
  if (rejection === '' || /processing/i.test(rejection))
    throw new ShiprocketUnreachable('AWB is being assigned')
  throw new ShiprocketRejected(rejection)
}

const PickupResponse = z.object({
  pickup_status: z.literal(1),
  response: z.optional(z.nullable(z.object({ pickup_scheduled_date: OptionalText }))),
})

/** The day of the pickup; null if it was scheduled before. */
export async function generatePickup(client: ShiprocketClient, shipmentId: string): Promise<Date | null> {
  const response = await client.write('/courier/generate/pickup', { shipment_id: [Number(shipmentId)] })
  const { data } = RejectionBody.safeParse(response.json)
  if (response.status === 400 && /already/i.test(data?.message ?? '')) return null
  const { response: inner } = parse(PickupResponse, response)
  return parseIndiaTime(inner?.pickup_scheduled_date ?? '')
}

/** An order that Shiprocket does not know counts as cancelled. */
export async function cancelFound(
  client: ShiprocketClient,
  find: () => Promise<FoundOrder | null>,
): Promise<null> {
  const found = await find()
  if (!found || found.cancellation === 'done') return null
  if (found.cancellation === 'none')
    assertAccepted(await client.write('/orders/cancel', { ids: [Number(found.courierOrderId)] }))
  // It is accepted before it is carried out.
  if ((await find())?.cancellation !== 'done') throw new ShiprocketUnreachable('The order is being cancelled')
  return null
}

/** Formats `2026-11-23 15:40`, in India. */
export function orderDate(at: Date): string {
  return indiaTimestamp(at).slice(0, 16)
}

export class ShiprocketRejected extends Error {}

/** For calls whose response has no body. */
function assertAccepted({ status, json }: ShiprocketResponse): void {
  if (status >= 300) throw errorOf(status, json)
}

export function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  { status, json }: ShiprocketResponse,
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

/** Only the message: field errors may quote the customer's data. */
function rejectionOf(status: number, json: unknown): string {
  const { data } = RejectionBody.safeParse(json)
  return data ? data.message.slice(0, 200) : `HTTP ${status}`
}

/** Turns rejections and unknown outcomes into values. */
export async function toParcelResult<Value>(work: () => Promise<Value>): Promise<ParcelResult<Value>> {
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
