/**
 * Tracking of parcels and pickups. The courier is polled at growing intervals while nothing changes, and at once after
 * its webhook; the response is applied under the lock on the order.
 */
import { and, eq, isNotNull, or } from 'drizzle-orm'
import { addMs, backOffMs, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { claimDue } from '#server/db/queue.ts'
import { returnPickup } from '#server/db/return-schema.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.ts'
import { parcelErrorFields, type Tracking } from '#server/shipping/courier.ts'
import { COURIER_LEASE_MS, type CourierDeps, type CourierQueue, type CourierRow } from './courier-tasks.ts'

export interface TrackingQueue<Row extends CourierRow> extends CourierQueue<Row> {
  /** Returns no row if another parcel or pickup has replaced it. */
  lock(tx: Db, row: Row): Promise<Row[]>
  /** Returns whether there is news. */
  apply(tx: Db, update: TrackingUpdate<Row>): Promise<boolean>
}

export interface TrackingUpdate<Row> {
  readonly orderRow: OrderRow
  readonly row: Row
  readonly tracking: Tracking
  readonly at: Date
  readonly siteUrl: string
}

/** The delay from a change of state to the first request. */
export const TRACK_AFTER_MS = HOUR_MS
const BACK_OFF = { firstMs: 30 * MINUTE_MS, maxMs: 6 * HOUR_MS }
/** About a month without news, at the longest interval. */
const LOST_ATTEMPTS_MAX = 120

/** Returns the number of rows that were due. */
export async function trackDue<Row extends CourierRow>(
  deps: CourierDeps,
  tracking: TrackingQueue<Row>,
): Promise<number> {
  const queue = {
    table: tracking.table,
    dueAt: 'nextTrackAt',
    attempts: 'trackAttempts',
    limit: 5,
    leaseMs: COURIER_LEASE_MS,
  } as const
  // Columns of that table.
  const due = (await claimDue(deps.db, queue, deps.now())) as Row[]
  for (const row of due) if (row.awb !== null) await track(deps, tracking, row, row.awb)
  return due.length
}

async function track<Row extends CourierRow>(
  { db, log, now, siteUrl, parcelCourier }: CourierDeps,
  { name, table, isSame, lock, apply }: TrackingQueue<Row>,
  claimed: Row,
  awb: string,
): Promise<void> {
  const response = await parcelCourier.track(awb)
  if (!response.ok) log.warn('tracking failed', { of: name, ...parcelErrorFields(response.error) })
  await db.transaction(async (tx) => {
    const at = now()
    const orderRow = await lockOrder(tx, claimed.orderNumber)
    const [row] = await lock(tx, claimed)
    if (!row) return
    const isNew = response.ok && (await apply(tx, { orderRow, row, tracking: response.value, at, siteUrl }))
    const trackAttempts = isNew ? 0 : claimed.trackAttempts
    // A webhook came during the call, or another server has claimed the row: its due time stays.
    const isDueOtherwise = row.nextTrackAt?.getTime() !== claimed.nextTrackAt?.getTime()
    await tx
      .update(table)
      .set({
        trackAttempts,
        nextTrackAt: isDueOtherwise ? row.nextTrackAt : nextTracking(row, trackAttempts, at),
      })
      .where(and(isSame(row), isNotNull(table.nextTrackAt)))
  })
}

/** Null for a lost parcel: only a webhook makes it due again. */
function nextTracking({ state }: CourierRow, attempts: number, at: Date): Date | null {
  if (state === 'lost' && attempts > LOST_ATTEMPTS_MAX) return null
  return addMs(at, backOffMs(BACK_OFF, attempts))
}

/** Makes tracking due after a webhook about the AWB. Returns false if no parcel or pickup has it. */
export async function trackSoon(db: Db, awb: string, at: Date): Promise<boolean> {
  let isKnown = false
  for (const table of [parcel, returnPickup]) {
    const due = await db
      .update(table)
      .set({ nextTrackAt: at, trackAttempts: 0 })
      .where(and(eq(table.awb, awb), or(isNotNull(table.nextTrackAt), eq(table.state, 'lost'))))
      .returning({ orderNumber: table.orderNumber })
    isKnown ||= due.length > 0
  }
  return isKnown
}
