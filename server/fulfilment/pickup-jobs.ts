/** Background work on pickups of returns: what staff asked of the courier, and the tracking of the way back. */
import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { trackedState } from '#domain/parcel.ts'
import { pickupStateOf } from '#domain/pickup.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { backOffMs, claimDue } from '#server/db/queue.ts'
import { returnPickup } from '#server/db/return-schema.ts'
import { lockOrder } from '#server/orders/orders.ts'
import {
  parcelErrorFields,
  type OrderedPickup,
  type ParcelError,
  type Tracking,
} from '#server/shipping/courier.ts'
import { nextTrackingOf, TASK_BACK_OFF, type ParcelDeps } from './parcel-jobs.ts'
import { movePickup, toPickup, type PickupRow } from './pickups.ts'
import { receiveCollected } from './returns.ts'
import { PARCEL_LEASE_MS } from './unpack.ts'

/** Returns the number of tasks that were due. */
export async function runDuePickupTasks(deps: ParcelDeps): Promise<number> {
  const queue = {
    table: returnPickup,
    key: returnPickup.returnId,
    dueAt: returnPickup.nextAttemptAt,
    isOpen: isNotNull(returnPickup.task),
    limit: 1,
    leaseMs: PARCEL_LEASE_MS,
    claim: (tx: Db, isClaimed: SQL, nextAttemptAt: Date) =>
      tx
        .update(returnPickup)
        .set({ nextAttemptAt, attempts: sql`${returnPickup.attempts} + 1` })
        .where(isClaimed)
        .returning(),
  }
  const due = await claimDue(deps.db, queue, deps.now())
  for (const row of due) await (row.task === 'cancel' ? cancel(deps, row) : order(deps, row))
  return due.length
}

async function order(deps: ParcelDeps, claimed: PickupRow): Promise<void> {
  const { db, parcelCourier } = deps
  const orderRow = await db.transaction((tx) => lockOrder(tx, claimed.orderNumber))
  const ordered = await parcelCourier.orderPickup(await toPickup(db, orderRow, claimed))
  if (!ordered.ok) return recordFailure(deps, claimed, ordered.error)
  await finish(deps, claimed, 'booked', ordered.value)
}

async function cancel(deps: ParcelDeps, claimed: PickupRow): Promise<void> {
  const cancelled = await deps.parcelCourier.cancelPickup(claimed)
  if (!cancelled.ok) return recordFailure(deps, claimed, cancelled.error)
  await finish(deps, claimed, 'cancelled', { awb: claimed.awb })
}

/** After a lost lease another server may have finished it, or it was called off meanwhile; then nothing changes. */
async function finish(
  { db, log, now, siteUrl }: ParcelDeps,
  claimed: PickupRow,
  to: 'booked' | 'cancelled',
  outcome: Partial<OrderedPickup> | Pick<PickupRow, 'awb'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = now()
    const orderRow = await lockOrder(tx, claimed.orderNumber)
    const [row] = await tx
      .update(returnPickup)
      .set({ ...outcome, task: null, nextAttemptAt: null, problem: null })
      .where(isTaskOf(claimed))
      .returning()
    if (!row) return callOffNow(tx, claimed, at)
    await movePickup(tx, { orderRow, row, to, source: 'courier', at, siteUrl })
  })
  log.info('pickup task done', { task: claimed.task })
}

/** What is rejected waits for staff, who read why; what is unknown is tried again. */
async function recordFailure(
  { db, log, now }: ParcelDeps,
  claimed: PickupRow,
  error: ParcelError,
): Promise<void> {
  const { kind, detail } = error
  const { task, attempts } = claimed
  log.warn('pickup task failed', { task, attempts, ...parcelErrorFields(error) })
  const retryAt = addMs(now(), backOffMs(TASK_BACK_OFF, attempts - 1))
  const recorded = await db
    .update(returnPickup)
    .set(kind === 'rejected' ? { problem: detail, nextAttemptAt: null } : { nextAttemptAt: retryAt })
    .where(isTaskOf(claimed))
    .returning({ id: returnPickup.returnId })
  if (recorded.length === 0) await callOffNow(db, claimed, now())
}

/** The task of the same pickup: another one may be ordered by now. */
function isTaskOf({ task, reference }: PickupRow): SQL | undefined {
  return and(eq(returnPickup.reference, reference), eq(returnPickup.task, task ?? 'order'))
}

/** It was called off while this server spoke with the courier, and waits for the end of that. */
async function callOffNow(db: Db, { reference, task }: PickupRow, at: Date): Promise<void> {
  if (task === 'cancel') return
  await db
    .update(returnPickup)
    .set({ nextAttemptAt: at })
    .where(
      and(
        eq(returnPickup.reference, reference),
        eq(returnPickup.task, 'cancel'),
        isNull(returnPickup.problem),
      ),
    )
}

/** Returns the number of pickups that were due. */
export async function trackDuePickups(deps: ParcelDeps): Promise<number> {
  const queue = {
    table: returnPickup,
    key: returnPickup.returnId,
    dueAt: returnPickup.nextTrackAt,
    limit: 5,
    leaseMs: PARCEL_LEASE_MS,
    claim: (tx: Db, isClaimed: SQL, nextTrackAt: Date) =>
      tx
        .update(returnPickup)
        .set({ nextTrackAt, trackAttempts: sql`${returnPickup.trackAttempts} + 1` })
        .where(isClaimed)
        .returning(),
  }
  const due = await claimDue(deps.db, queue, deps.now())
  for (const row of due) if (row.awb !== null) await trackPickup(deps, row, row.awb)
  return due.length
}

async function trackPickup(deps: ParcelDeps, claimed: PickupRow, awb: string): Promise<void> {
  const { db, log, now, parcelCourier } = deps
  const tracked = await parcelCourier.track(awb)
  if (!tracked.ok) log.warn('pickup not tracked', parcelErrorFields(tracked.error))
  const tracking = tracked.ok ? tracked.value : null
  await db.transaction((tx) => applyTracking(tx, deps, { claimed, tracking, at: now() }))
}

interface Tracked {
  readonly claimed: PickupRow
  /** Null without an answer of the courier. */
  readonly tracking: Tracking | null
  readonly at: Date
}

async function applyTracking(
  tx: Db,
  { siteUrl }: ParcelDeps,
  { claimed, tracking, at }: Tracked,
): Promise<void> {
  const { returnId, orderNumber } = claimed
  const orderRow = await lockOrder(tx, orderNumber)
  const [row] = await tx.select().from(returnPickup).where(eq(returnPickup.returnId, returnId)).for('update')
  if (row?.reference !== claimed.reference) return
  const tracked = tracking && trackedState(tracking.scans)
  const to = tracked && pickupStateOf(tracked)
  const hasMoved =
    to !== null && (await movePickup(tx, { orderRow, row, to, source: 'courier', at, siteUrl }))
  const trackAttempts = hasMoved ? 0 : claimed.trackAttempts
  const isOpen = and(eq(returnPickup.returnId, returnId), isNotNull(returnPickup.nextTrackAt))
  // A webhook came while the courier was asked, or another server is asking: that stays due.
  const isDueOtherwise = row.nextTrackAt?.getTime() !== claimed.nextTrackAt?.getTime()
  await tx
    .update(returnPickup)
    .set({
      trackAttempts,
      nextTrackAt: isDueOtherwise
        ? row.nextTrackAt
        : nextTrackingOf(hasMoved ? to : row.state, trackAttempts, at),
      ...(tracking?.trackingUrl != null && { trackingUrl: tracking.trackingUrl }),
    })
    .where(isOpen)
  if (hasMoved && to === 'arrived') await receiveCollected(tx, orderNumber, { id: returnId, at, siteUrl })
}
