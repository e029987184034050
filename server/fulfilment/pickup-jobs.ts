/** Jobs of return pickups: their tasks at the courier, and tracking. */
import { eq } from 'drizzle-orm'
import { parcelStateOf } from '#domain/parcel.ts'
import { pickupStateOf } from '#domain/pickup.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { returnPickup } from '#server/db/return-schema.ts'
import type { ParcelResult } from '#server/shipping/courier.ts'
import { runDueTasks, type CourierDeps, type DoneTask } from './courier-tasks.ts'
import { findPickup, movePickup, PICKUPS, toPickup, type PickupRow } from './pickups.ts'
import { moveReturn } from './returns.ts'
import { trackDue, type TrackingQueue, type TrackingUpdate } from './tracking.ts'

const PICKUP_TRACKING: TrackingQueue<PickupRow> = {
  ...PICKUPS,
  lock: (tx, row) => tx.select().from(returnPickup).where(PICKUPS.isSame(row)).for('update'),
  apply: applyTracking,
}

export function runDuePickupTasks(deps: CourierDeps): Promise<number> {
  return runDueTasks(deps, { ...PICKUPS, call: callCourier, record: recordDone })
}

export function trackDuePickups(deps: CourierDeps): Promise<number> {
  return trackDue(deps, PICKUP_TRACKING)
}

async function callCourier(
  { db, parcelCourier }: CourierDeps,
  row: PickupRow,
): Promise<ParcelResult<Partial<PickupRow> | null>> {
  return row.task === 'cancel'
    ? parcelCourier.cancelPickup(row)
    : parcelCourier.bookPickup(await toPickup(db, row))
}

async function recordDone(tx: Db, { claimed, orderRow, at, siteUrl }: DoneTask<PickupRow>): Promise<void> {
  const row = expectRow([await findPickup(tx, claimed.returnId)])
  const to = claimed.task === 'cancel' ? 'cancelled' : 'booked'
  await movePickup(tx, { orderRow, row, to, source: 'courier', at, siteUrl })
}

async function applyTracking(
  tx: Db,
  { orderRow, row, tracking, at, siteUrl }: TrackingUpdate<PickupRow>,
): Promise<boolean> {
  const { returnId: id, orderNumber } = row
  const { trackingUrl } = tracking
  await tx.update(returnPickup).set({ trackingUrl }).where(eq(returnPickup.returnId, id))
  const parcelState = parcelStateOf(tracking.scans)
  const to = parcelState && pickupStateOf(parcelState)
  if (!to) return false
  const hasMoved = await movePickup(tx, { orderRow, row, to, source: 'courier', at, siteUrl })
  // Staff may have received the pieces before, or the customer may have withdrawn the return before the collection was
  // reported.
  if (hasMoved && to === 'arrived')
    await moveReturn(tx, orderNumber, { id, to: 'received', source: 'courier', at, siteUrl })
  return hasMoved
}
