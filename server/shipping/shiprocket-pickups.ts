/**
 * Pickups of returns at Shiprocket: a return order from the customer to the shop's pickup location, whose address
 * Shiprocket has. Before a return order is created, it is searched in the list of returns.
 */
import * as z from 'zod/mini'
import { BOX_CM } from '#domain/parcel.ts'
import { inKilograms } from '#domain/shipping.ts'
import { SHOP } from '#domain/shop.ts'
import { indiaDate } from '#domain/time.ts'
import type { ParcelCourier, PickupToBook } from './courier.ts'
import {
  assignAwb,
  cancelFound,
  cancellationOf,
  CreatedOrder,
  generatePickup,
  Id,
  itemsOf,
  toParcelResult,
  OptionalText,
  orderDate,
  parse,
  phoneOf,
  ShiprocketRejected,
  trackingUrlOf,
  type FoundOrder,
} from './shiprocket-calls.ts'
import type { ShiprocketSettings } from '#server/env.ts'
import type { ShiprocketClient } from './shiprocket-client.ts'

const Locations = z.object({
  data: z.object({
    shipping_address: z.array(
      z.object({
        pickup_location: z.string(),
        address: z.string(),
        city: z.string(),
        state: z.string(),
        pin_code: z.coerce.string(),
        phone: OptionalText,
      }),
    ),
  }),
})
const FoundReturns = z.object({
  data: z.array(
    z.object({
      id: Id,
      channel_order_id: Id,
      status: OptionalText,
      shipment_id: Id,
      shipments: z.array(z.object({ awb: OptionalText, courier: OptionalText })),
    }),
  ),
  meta: z.optional(z.object({ pagination: z.object({ total_pages: z.optional(z.coerce.number()) }) })),
})

const PAGE_SIZE = 50
/** No shop has more returns than these since the pickup was requested. */
const PAGES_MAX = 20

export function shiprocketPickups(
  client: ShiprocketClient,
  { pickupLocation, trackingPage }: Pick<ShiprocketSettings, 'pickupLocation' | 'trackingPage'>,
): Pick<ParcelCourier, 'bookPickup' | 'cancelPickup'> {
  return {
    bookPickup: (pickup) =>
      toParcelResult(async () => {
        const find = () => findReturn(client, pickup)
        const found = (await find()) ?? (await create(client, pickup, pickupLocation))
        const assigned =
          found.awb === null
            ? await assignAwb(client, { found, body: { is_return: 1 }, find })
            : { ...found, awb: found.awb, scheduledFor: null }
        const scheduledFor = (await generatePickup(client, assigned.shipmentId)) ?? assigned.scheduledFor
        const { awb, courierName } = assigned
        const trackingUrl = trackingUrlOf(trackingPage, awb)
        return { awb, courierName: courierName ?? '', trackingUrl, scheduledFor }
      }),
    cancelPickup: (pickup) => toParcelResult(() => cancelFound(client, () => findReturn(client, pickup))),
  }
}

async function findReturn(
  client: ShiprocketClient,
  { reference, requestedAt }: Pick<PickupToBook, 'reference' | 'requestedAt'>,
): Promise<FoundOrder | null> {
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const query = new URLSearchParams({
      from: indiaDate(requestedAt),
      per_page: String(PAGE_SIZE),
      page: String(page),
    })
    const { data, meta } = parse(FoundReturns, await client.read(`/orders/processing/return?${query}`))
    const found = data.find((each) => each.channel_order_id === reference)
    if (found) {
      const [shipment] = found.shipments
      return {
        courierOrderId: found.id,
        shipmentId: found.shipment_id,
        awb: shipment?.awb || null,
        courierName: shipment?.courier ?? null,
        cancellation: cancellationOf(found.status),
      }
    }
    if (data.length === 0 || page >= (meta?.pagination.total_pages ?? page)) return null
  }
  return null
}

async function create(
  client: ShiprocketClient,
  pickup: PickupToBook,
  pickupLocation: string,
): Promise<FoundOrder> {
  const shop = await readLocation(client, pickupLocation)
  const { reference, requestedAt, collectFrom: from, lines, total, weightMg } = pickup
  const response = await client.write('/orders/create/return', {
    order_id: reference,
    order_date: orderDate(requestedAt),
    pickup_customer_name: from.name,
    pickup_last_name: '',
    pickup_address: from.address,
    pickup_city: from.city.slice(0, 30),
    pickup_state: from.state,
    pickup_country: 'India',
    pickup_pincode: from.pincode,
    pickup_email: from.email,
    pickup_phone: phoneOf(from.phone),
    shipping_customer_name: SHOP.name,
    shipping_last_name: '',
    shipping_address: shop.address,
    shipping_city: shop.city,
    shipping_state: shop.state,
    shipping_country: 'India',
    shipping_pincode: shop.pin_code,
    shipping_phone: phoneOf(shop.phone ?? SHOP.phone),
    order_items: itemsOf(lines),
    payment_method: 'Prepaid',
    sub_total: total / 100,
    ...BOX_CM,
    weight: inKilograms(weightMg),
  })
  const { order_id: courierOrderId, shipment_id: shipmentId } = parse(CreatedOrder, response)
  return { courierOrderId, shipmentId, awb: null, courierName: null, cancellation: 'none' }
}

async function readLocation(client: ShiprocketClient, name: string) {
  const { data } = parse(Locations, await client.read('/settings/company/pickup'))
  const location = data.shipping_address.find((each) => each.pickup_location === name)
  if (!location) throw new ShiprocketRejected(`There is no pickup location “${name}” at Shiprocket.`)
  return location
}
