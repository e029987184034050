/** Shiprocket's calls about parcels, and the sandbox's control that advances one. */
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { PICKUP_PINCODE } from '#domain/shop.ts'
import { addMs, DAY_MS, indiaTimestamp } from '#domain/time.ts'
import type { Faults } from '#sandbox/faults.ts'
import { readJson, type Env } from '#sandbox/http.ts'
import { COURIERS } from './couriers.ts'
import type { Parcels } from './parcels.ts'

type ParcelEnv = Env & { Variables: { reference: string } }

/** A shipment number is the order number plus this. */
const SHIPMENT_OFFSET = 1_000_000

/** What orders and return orders share. */
const AnyOrder = z.looseObject({
  order_id: z.string().min(1).max(50),
  order_date: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  order_items: z
    .array(
      z.looseObject({
        name: z.string(),
        sku: z.string(),
        units: z.number().int().positive(),
        selling_price: z.number(),
      }),
    )
    .min(1),
  sub_total: z.number().positive(),
  length: z.number().min(0.5),
  breadth: z.number().min(0.5),
  height: z.number().min(0.5),
  weight: z.number().positive(),
})
const Order = AnyOrder.extend({
  pickup_location: z.string(),
  billing_customer_name: z.string().min(1),
  billing_address: z.string().min(1),
  billing_city: z.string().min(1).max(30),
  billing_pincode: z.string().regex(/^\d{6}$/),
  billing_state: z.string().min(1),
  billing_country: z.string().min(1),
  billing_phone: z.string().regex(/^\d{10}$/),
  shipping_is_billing: z.boolean(),
  payment_method: z.enum(['Prepaid', 'COD']),
})
/** A pickup at the customer's, which brings pieces to the shop. */
const ReturnOrder = AnyOrder.extend({
  pickup_customer_name: z.string().min(1),
  pickup_address: z.string().min(1),
  pickup_city: z.string().min(1).max(30),
  pickup_state: z.string().min(1),
  pickup_country: z.string().min(1),
  pickup_pincode: z.string().regex(/^\d{6}$/),
  pickup_email: z.email(),
  pickup_phone: z.string().regex(/^\d{10}$/),
  shipping_customer_name: z.string().min(1),
  shipping_address: z.string().min(1),
  shipping_city: z.string().min(1),
  shipping_state: z.string().min(1),
  shipping_country: z.string().min(1),
  shipping_pincode: z.string().regex(/^\d{6}$/),
  shipping_phone: z.string().regex(/^\d{10}$/),
  payment_method: z.literal('Prepaid'),
})
const Shipments = z.object({ shipment_id: z.array(z.number()).min(1) })
const OneShipment = z.object({ shipment_id: z.tuple([z.number()]) })

interface ParcelApiDeps {
  readonly faults: Faults
  readonly parcels: Parcels
  readonly requireToken: MiddlewareHandler<Env>
}

export function parcelApi({ faults, parcels, requireToken }: ParcelApiDeps): Hono<ParcelEnv> {
  const api = new Hono<ParcelEnv>()
  api.use(requireToken)

  api.use(async (c, next) => {
    await next()
    if (faults.shouldInject('courier-dropped', [c.get('reference') ?? ''])) c.env.incoming.socket.destroy()
  })

  const shipmentOf = async (c: Context<ParcelEnv>) => {
    const parsed = OneShipment.safeParse(await readJson(c))
    const row = parsed.success ? parcels.findById(parsed.data.shipment_id[0] - SHIPMENT_OFFSET) : undefined
    if (row) c.set('reference', row.reference)
    return row
  }

  addOrders(api, parcels)
  addReturns(api, parcels)
  addCancellation(api, { faults, parcels })
  addAwb(api, { faults, parcels })
  addDocuments(api, { parcels, shipmentOf })
  addTracking(api, parcels)

  return api
}

function refuse(c: Context<ParcelEnv>, message: string) {
  return c.json({ message, status_code: 400 }, 400)
}

function addOrders(api: Hono<ParcelEnv>, parcels: Parcels) {
  api.get('/orders', (c) => {
    const row = parcels.find(c.req.query('search') ?? '')
    const data =
      row && !parcels.isReturn(row)
        ? [
            {
              id: row.id,
              channel_order_id: row.reference,
              status: parcels.isCancelled(row) ? 'CANCELED' : row.awb ? 'READY TO SHIP' : 'NEW',
              shipments: [{ id: row.id + SHIPMENT_OFFSET, awb: row.awb ?? '', courier: row.courier ?? '' }],
            },
          ]
        : []
    return c.json({ data, meta: { pagination: { total: data.length } } })
  })

  api.post('/orders/create/adhoc', async (c) => {
    const parsed = Order.safeParse(await readJson(c))
    if (!parsed.success) return invalid(c, parsed.error)
    c.set('reference', parsed.data.order_id)
    if (parsed.data.pickup_location !== PICKUP_LOCATION.pickup_location)
      return refuse(c, 'Wrong Pickup location entered. Please choose one location from data given')
    return create(c, parcels, { order: parsed.data, status: 'NEW', code: 1 })
  })
}

function invalid(c: Context<ParcelEnv>, error: z.ZodError) {
  const fields = error.issues.map(({ path }) => path.join('.'))
  const errors = Object.fromEntries(fields.map((field) => [field, [`The ${field} field is invalid.`]]))
  return c.json({ message: 'Oops! Invalid Data.', errors, status_code: 422 }, 422)
}

interface NewOrder {
  readonly order: { readonly order_id: string }
  readonly status: string
  readonly code: number
}

function create(c: Context<ParcelEnv>, parcels: Parcels, { order, status, code }: NewOrder) {
  const { order_id: reference } = order
  if (parcels.find(reference)) {
    const errors = { order_id: ['The order id has already been taken.'] }
    return c.json({ message: 'Oops! Invalid Data.', errors, status_code: 422 }, 422)
  }
  parcels.create(reference, order)
  const id = parcels.find(reference)?.id ?? 0
  return c.json({ order_id: id, shipment_id: id + SHIPMENT_OFFSET, status, status_code: code })
}

/** Where couriers collect parcels and bring returns. */
const PICKUP_LOCATION = {
  pickup_location: 'Primary',
  address: '14 Mandir Marg',
  city: 'New Delhi',
  state: 'Delhi',
  country: 'India',
  pin_code: PICKUP_PINCODE,
  phone: '9810012345',
} as const

function addReturns(api: Hono<ParcelEnv>, parcels: Parcels) {
  api.get('/settings/company/pickup', (c) => c.json({ data: { shipping_address: [PICKUP_LOCATION] } }))

  api.post('/orders/create/return', async (c) => {
    const parsed = ReturnOrder.safeParse(await readJson(c))
    if (!parsed.success) return invalid(c, parsed.error)
    c.set('reference', parsed.data.order_id)
    return create(c, parcels, { order: parsed.data, status: 'RETURN PENDING', code: 21 })
  })

  api.get('/orders/processing/return', (c) => {
    const { per_page: perPage = '15', page = '1' } = c.req.query()
    const [size, number] = [Number(perPage), Number(page)]
    const all = parcels.listReturns()
    const data = all.slice((number - 1) * size, number * size).map((row) => ({
      id: row.id,
      channel_order_id: row.reference,
      status: parcels.isCancelled(row) ? 'RETURN CANCELLED' : 'RETURN PENDING',
      shipment_id: row.id + SHIPMENT_OFFSET,
      shipments: [{ awb: row.awb ?? '', courier: row.courier ?? '' }],
    }))
    const pagination = { total: all.length, current_page: number, total_pages: Math.ceil(all.length / size) }
    return c.json({ data, meta: { pagination } })
  })
}

/** An unknown order gets a 500, and a cancelled one cannot be cancelled again. */
function addCancellation(
  api: Hono<ParcelEnv>,
  { faults, parcels }: Pick<ParcelApiDeps, 'faults' | 'parcels'>,
) {
  api.post('/orders/cancel', async (c) => {
    const body = z.object({ ids: z.tuple([z.number()]) }).safeParse(await readJson(c))
    const row = body.success ? parcels.findById(body.data.ids[0]) : undefined
    if (!row) return c.json({ message: 'Internal server error', status_code: 500 }, 500)
    c.set('reference', row.reference)
    if (parcels.isCancelled(row)) return refuse(c, 'Order is in cancelled state')
    if (parcels.isCollected(row) || faults.shouldInject('courier-keeps', [row.reference]))
      return refuse(c, 'Cannot cancel order as it is already shipped')
    parcels.cancel(row)
    return c.body(null, 204)
  })
}

function addAwb(api: Hono<ParcelEnv>, { faults, parcels }: Pick<ParcelApiDeps, 'faults' | 'parcels'>) {
  api.post('/courier/assign/awb', async (c) => {
    const body = z
      .object({
        shipment_id: z.number(),
        courier_id: z.number().optional(),
        is_return: z.literal(1).optional(),
      })
      .safeParse(await readJson(c))
    const row = body.success ? parcels.findById(body.data.shipment_id - SHIPMENT_OFFSET) : undefined
    if (!body.success || !row) return refuse(c, 'Shipment not found')
    c.set('reference', row.reference)
    if (parcels.isCancelled(row)) return refuse(c, 'Order is in cancelled state')
    const isReturn = parcels.isReturn(row)
    if (isReturn !== (body.data.is_return === 1)) return refuse(c, 'Shipment not found')
    // If none is given, Shiprocket chooses its recommended courier.
    const courier = isReturn ? COURIERS[0] : COURIERS.find(({ id }) => id === body.data.courier_id)
    const error = faults.shouldInject('courier-rejected', [row.reference])
      ? 'Please recharge your ShipRocket wallet. The minimum required balance is Rs 100'
      : row.awb
        ? 'AWB is already assigned'
        : courier
          ? null
          : 'Courier not serviceable'
    if (error !== null)
      return c.json({ awb_assign_status: 0, response: { data: { awb_assign_error: error } } })
    const awb = `1904${String(1_000_000_000 + row.id)}`
    parcels.assign(row.id, { awb, courier: courier?.name ?? '' })
    const data = {
      awb_code: awb,
      courier_company_id: courier?.id,
      courier_name: courier?.name,
      order_id: row.id,
      shipment_id: row.id + SHIPMENT_OFFSET,
    }
    return c.json({ awb_assign_status: 1, response: { data } })
  })
}

function addTracking(api: Hono<ParcelEnv>, parcels: Parcels) {
  api.get('/courier/track/awb/:awb', (c) => {
    const row = parcels.findByAwb(c.req.param('awb'))
    const activities = row ? parcels.activitiesOf(row) : []
    if (!row || activities.length === 0)
      return c.json({
        tracking_data: { track_status: 0, error: 'Aahh! There is no activities found in our DB.' },
      })
    c.set('reference', row.reference)
    return c.json({
      tracking_data: {
        track_status: 1,
        shipment_track_activities: activities,
        track_url: new URL(`/shiprocket/tracking/${row.awb}`, c.req.url).href,
        etd: indiaTimestamp(addMs(new Date(), 3 * DAY_MS)),
      },
    })
  })
}

interface DocumentDeps {
  readonly parcels: Parcels
  shipmentOf(c: Context<ParcelEnv>): Promise<ReturnType<Parcels['find']>>
}

function addDocuments(api: Hono<ParcelEnv>, { parcels, shipmentOf }: DocumentDeps) {
  const urlOf = (c: Context<ParcelEnv>, path: string) => new URL(`/shiprocket/${path}`, c.req.url).href

  api.post('/courier/generate/pickup', async (c) => {
    const row = await shipmentOf(c)
    if (!row?.awb) return refuse(c, 'AWB not assigned')
    if (row.has_pickup) return refuse(c, 'Already in Pickup Queue.')
    parcels.orderPickup(row)
    return c.json({
      pickup_status: 1,
      response: {
        pickup_scheduled_date: indiaTimestamp(addMs(new Date(), DAY_MS)),
        status: 3,
        data: 'Pickup is confirmed',
      },
    })
  })

  api.post('/courier/generate/label', async (c) => {
    const body = Shipments.safeParse(await readJson(c))
    const ids = body.success ? body.data.shipment_id : []
    const rows = ids.map((id) => parcels.findById(id - SHIPMENT_OFFSET))
    const awbs = rows.flatMap((row) => row?.awb ?? [])
    if (rows[0]) c.set('reference', rows[0].reference)
    const notCreated = ids.filter((_, index) => !rows[index]?.awb)
    if (awbs.length === 0)
      return c.json({ label_created: 0, response: 'AWB not assigned', not_created: notCreated })
    return c.json({
      label_created: 1,
      label_url: urlOf(c, `label/${awbs.join()}`),
      not_created: notCreated,
    })
  })

  api.post('/manifests/generate', async (c) => {
    const row = await shipmentOf(c)
    if (!row?.has_pickup) return c.json({ status: 1, manifest_url: '' })
    if (row.has_manifest)
      return c.json(
        { message: 'Manifest already generated.', already_manifested_shipment_ids: [row.id] },
        400,
      )
    parcels.addManifest(row.id)
    return c.json({ status: 1, manifest_url: urlOf(c, `manifest/${row.awb}`) })
  })

  api.post('/manifests/print', async (c) => {
    const body = z.object({ order_ids: z.array(z.number()).min(1) }).safeParse(await readJson(c))
    const rows = body.success ? body.data.order_ids.map((id) => parcels.findById(id)) : []
    const awbs = rows.flatMap((row) => (row?.has_manifest && row.awb !== null ? row.awb : []))
    if (awbs.length === 0 || awbs.length < rows.length) return refuse(c, 'Manifest not generated')
    c.set('reference', rows[0]?.reference ?? '')
    return c.json({ manifest_url: urlOf(c, `manifest/${awbs.join()}`) })
  })
}

/** What Shiprocket's links open, and the control that advances a parcel. */
export function parcelPages(parcels: Parcels): Hono<Env> {
  const pages = new Hono<Env>()
  // Labels and manifests of several parcels are one file.
  pages.get('/:kind{label|manifest|tracking}/:awbs', (c) => {
    const { kind, awbs } = c.req.param()
    const rows = awbs.split(',').flatMap((awb) => parcels.findByAwb(awb) ?? [])
    if (rows.length === 0) return c.notFound()
    return c.html(
      html`<!doctype html><title>${kind} ${awbs}</title> ${rows.map(
          (row) =>
            html`<h1>${row.courier} ${row.awb}</h1>
              <p>${row.reference}</p>
              <ol>
                ${parcels.activitiesOf(row).map(({ date, activity }) => html`<li>${date} ${activity}</li>`)}
              </ol>`,
        )}`,
    )
  })
  pages.get('/sandbox/parcels', (c) =>
    c.json(
      parcels.listAll().map((row) => ({
        reference: row.reference,
        isCancelled: parcels.isCancelled(row),
        isReturn: parcels.isReturn(row),
      })),
    ),
  )
  pages.post('/sandbox/advance', async (c) => {
    const body = z.object({ order_id: z.string() }).safeParse(await readJson(c))
    return c.json({ status: body.success ? parcels.advance(body.data.order_id) : null })
  })
  return pages
}
