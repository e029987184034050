/** Parcels as Shiprocket stores them. They advance automatically or on demand, and every step sends a webhook. */
import { z } from 'zod'
import { indiaTimestamp } from '#domain/time.ts'
import type { Faults } from '#sandbox/faults.ts'
import { createScheduler } from '#sandbox/scheduler.ts'
import type { Store } from '#sandbox/store.ts'

const Scan = z.object({ date: z.string(), code: z.number(), label: z.string(), location: z.string() })
type ParcelScan = z.output<typeof Scan>

interface ParcelRow {
  readonly id: number
  readonly reference: string
  readonly entity: string
  readonly awb: string | null
  readonly courier: string | null
  readonly has_pickup: 0 | 1
  readonly has_manifest: 0 | 1
  readonly scans: string
}

type Step = Pick<ParcelScan, 'code' | 'label'>

/** Shiprocket's numeric shipment statuses. */
const PICKED_UP: readonly Step[] = [
  { code: 42, label: 'PICKED UP' },
  { code: 18, label: 'IN TRANSIT' },
]
const DELIVERED: readonly Step[] = [
  ...PICKED_UP,
  { code: 17, label: 'OUT FOR DELIVERY' },
  { code: 7, label: 'DELIVERED' },
]
const RETURNED: readonly Step[] = [
  ...DELIVERED.slice(0, -1),
  { code: 21, label: 'UNDELIVERED' },
  { code: 9, label: 'RTO INITIATED' },
  { code: 10, label: 'RTO DELIVERED' },
]
const LOST: readonly Step[] = [...PICKED_UP, { code: 12, label: 'LOST' }]

export type Parcels = ReturnType<typeof openParcels>

interface ParcelsOptions {
  readonly store: Store
  readonly faults: Faults
  readonly webhookUrl: string
  readonly webhookToken: string
}

export function openParcels(options: ParcelsOptions) {
  const { store, faults } = options
  const webhooks = createTrackingWebhooks(options)
  const scheduler = createScheduler({
    nextDueAt: () =>
      store.first<{ due_at: number }>(
        'select due_at from shiprocket_parcel where due_at is not null order by due_at limit 1',
      )?.due_at ?? null,
    runDue() {
      const due = store.all<{ reference: string }>(
        'select reference from shiprocket_parcel where due_at <= ? order by due_at',
        Date.now(),
      )
      for (const { reference } of due) advance(reference)
      scheduler.update()
    },
  })

  const { find } = readsOf(store)
  function plan(reference: string) {
    const { parcelStepMs } = faults.settings().timing
    const dueAt = parcelStepMs > 0 ? Date.now() + parcelStepMs : null
    store.run('update shiprocket_parcel set due_at = ? where reference = ?', dueAt, reference)
    scheduler.update()
  }

  /** One step; null if there is none left, or no pickup. */
  function advance(reference: string): string | null {
    const row = find(reference)
    if (!row || row.has_pickup === 0 || isCancelled(store, reference)) return null
    const scans = scansOf(row)
    const next = stepsOf(faults, row)[scans.length]
    store.run('update shiprocket_parcel set due_at = null where reference = ?', reference)
    if (!next) return null
    const scan = { ...next, date: indiaTimestamp(new Date()), location: placeOf(row, next, scans.length) }
    store.run(
      'update shiprocket_parcel set scans = ? where reference = ?',
      JSON.stringify([...scans, scan]),
      reference,
    )
    if (scans.length + 1 < stepsOf(faults, row).length) plan(reference)
    webhooks.notify(row, [...scans, scan])
    return scan.label
  }

  return {
    ...readsOf(store),
    ...writesOf(store),
    orderPickup({ id, reference }: ParcelRow) {
      store.run('update shiprocket_parcel set has_pickup = 1 where id = ?', id)
      plan(reference)
    },
    advance,
    activitiesOf(row: ParcelRow) {
      const activities = scansOf(row).map(toActivity)
      return faults.shouldInject('tracking-reordered', [row.reference])
        ? [...activities, ...activities].toReversed()
        : activities
    },
    start: () => scheduler.update(),
    stop() {
      scheduler.stop()
      return webhooks.stop()
    },
  }
}

function isReturn({ entity }: ParcelRow): boolean {
  return entity.includes('"pickup_customer_name"')
}

/** An entity as sent by the shop. */
const CustomerCity = z.union([
  z.object({ pickup_city: z.string() }).transform(({ pickup_city }) => pickup_city),
  z.object({ billing_city: z.string() }).transform(({ billing_city }) => billing_city),
])

/** The shop or the customer, whichever is nearer at that step. */
function placeOf(row: ParcelRow, step: Step, earlierScans: number): string {
  const isNearSender = earlierScans < PICKED_UP.length || step === RETURNED.at(-1)
  return isNearSender === isReturn(row) ? CustomerCity.parse(JSON.parse(row.entity)) : 'New Delhi'
}

function stepsOf(faults: Faults, row: ParcelRow): readonly Step[] {
  const { reference } = row
  if (isReturn(row)) return faults.shouldInject('parcel-lost', [reference]) ? LOST : DELIVERED
  if (faults.shouldInject('parcel-returned', [reference])) return RETURNED
  return faults.shouldInject('parcel-lost', [reference]) ? LOST : DELIVERED
}

function readsOf(store: Store) {
  return {
    find: (reference: string) =>
      store.first<ParcelRow>('select * from shiprocket_parcel where reference = ?', reference),
    findById: (id: number) => store.first<ParcelRow>('select * from shiprocket_parcel where id = ?', id),
    findByAwb: (awb: string) => store.first<ParcelRow>('select * from shiprocket_parcel where awb = ?', awb),
    isReturn,
    listAll: () => store.all<ParcelRow>('select * from shiprocket_parcel order by id'),
    /** Newest first. */
    listReturns: () =>
      store.all<ParcelRow>('select * from shiprocket_parcel order by id desc').filter(isReturn),
  }
}

function isCancelled(store: Store, reference: string): boolean {
  return store.first('select 1 from shiprocket_cancelled where reference = ?', reference) !== undefined
}

function writesOf(store: Store) {
  return {
    isCancelled: ({ reference }: ParcelRow) => isCancelled(store, reference),
    /** Final; its reference stays taken. */
    cancel({ reference }: ParcelRow) {
      store.run('insert or ignore into shiprocket_cancelled (reference) values (?)', reference)
      store.run('update shiprocket_parcel set due_at = null where reference = ?', reference)
    },
    isCollected: ({ scans }: ParcelRow) => scans !== '[]',
    create(reference: string, entity: unknown) {
      store.run(
        'insert into shiprocket_parcel (reference, entity) values (?, ?)',
        reference,
        JSON.stringify(entity),
      )
    },
    assign(id: number, { awb, courier }: { awb: string; courier: string }) {
      store.run('update shiprocket_parcel set awb = ?, courier = ? where id = ?', awb, courier, id)
    },
    addManifest(id: number) {
      store.run('update shiprocket_parcel set has_manifest = 1 where id = ?', id)
    },
  }
}

function createTrackingWebhooks({ faults, webhookUrl, webhookToken }: ParcelsOptions) {
  const sending = new Set<Promise<unknown>>()
  const stopping = new AbortController()

  function notify(row: ParcelRow, scans: readonly ParcelScan[]) {
    const last = scans.at(-1)
    if (!last || faults.shouldInject('tracking-never', [row.reference])) return
    const body = {
      awb: row.awb,
      courier_name: row.courier,
      current_status: last.label,
      shipment_status: last.label,
      shipment_status_id: last.code,
      current_timestamp: last.date,
      order_id: row.reference,
      sr_order_id: row.id,
      scans: scans.map(toActivity),
      is_return: isReturn(row) ? 1 : 0,
    }
    const times = faults.shouldInject('tracking-duplicate', [row.reference]) ? 2 : 1
    for (let count = 0; count < times; count++) send(JSON.stringify(body))
  }

  /** Sent once: whether Shiprocket repeats a webhook that was not accepted is undocumented. */
  function send(body: string) {
    const headers = { 'content-type': 'application/json', 'x-api-key': webhookToken }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(5000)])
    const sent = fetch(webhookUrl, { method: 'POST', headers, body, signal }).catch(() => null)
    sending.add(sent)
    void sent.then(() => sending.delete(sent))
  }

  return {
    notify,
    async stop() {
      stopping.abort()
      await Promise.all(sending)
    },
  }
}

function scansOf(row: ParcelRow): ParcelScan[] {
  return z.array(Scan).parse(JSON.parse(row.scans))
}

function toActivity({ date, code, label, location }: ParcelScan) {
  return {
    date,
    status: label,
    activity: label,
    location,
    'sr-status': String(code),
    'sr-status-label': label,
  }
}
