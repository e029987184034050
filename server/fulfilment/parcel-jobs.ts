/** Background work on parcels: what staff asked of the courier, and tracking. */
import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { subtract } from '#domain/money.ts'
import { cancelledAmount, sentLines } from '#domain/order.ts'
import { trackedState, type ParcelState } from '#domain/parcel.ts'
import type { PickupState } from '#domain/pickup.ts'
import { skuOf } from '#domain/product.ts'
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Database, Db } from '#server/db/open.ts'
import { backOffMs, claimDue } from '#server/db/queue.ts'
import { parcel, parcelScan } from '#server/db/parcel-schema.ts'
import { issueInvoice } from '#server/documents/issue.ts'
import type { Log } from '#server/log.ts'
import { loadLines, lockOrder, type OrderRow } from '#server/orders/orders.ts'
import { receiveUndelivered } from './returns.ts'
import {
  parcelErrorFields,
  type ParcelCourier,
  type ParcelError,
  type Tracking,
} from '#server/shipping/courier.ts'
import { findParcel, moveParcel, type ParcelRow } from './parcels.ts'
import { trackPickupsSoon } from './pickups.ts'
import { PARCEL_LEASE_MS, takeApart } from './unpack.ts'

export interface ParcelDeps {
  readonly db: Database
  readonly log: Log
  readonly now: () => Date
  readonly siteUrl: string
  readonly parcelCourier: ParcelCourier
}

export const TASK_BACK_OFF = { firstMs: 5 * SECOND_MS, maxMs: HOUR_MS }
const TRACK_BACK_OFF = { firstMs: 30 * MINUTE_MS, maxMs: 6 * HOUR_MS }

/** About a month without news, at the longest interval. */
const LOST_ATTEMPTS_MAX = 120

/** Null for what stays lost: only a webhook makes it due again. */
export function nextTrackingOf(state: ParcelState | PickupState, attempts: number, at: Date): Date | null {
  if (state === 'lost' && attempts > LOST_ATTEMPTS_MAX) return null
  return addMs(at, backOffMs(TRACK_BACK_OFF, attempts))
}

/** Returns the number of tasks that were due. */
export async function runDueParcelTasks(deps: ParcelDeps): Promise<number> {
  const queue = {
    table: parcel,
    key: parcel.orderNumber,
    dueAt: parcel.nextAttemptAt,
    isOpen: isNotNull(parcel.task),
    limit: 1,
    leaseMs: PARCEL_LEASE_MS,
    claim: (tx: Db, isClaimed: SQL, nextAttemptAt: Date) =>
      tx
        .update(parcel)
        .set({ nextAttemptAt, attempts: sql`${parcel.attempts} + 1` })
        .where(isClaimed)
        .returning(),
  }
  const due = await claimDue(deps.db, queue, deps.now())
  for (const row of due) if (row.task !== null) await TASKS[row.task](deps, row)
  return due.length
}

const TASKS: Record<NonNullable<ParcelRow['task']>, (deps: ParcelDeps, row: ParcelRow) => Promise<void>> = {
  book,
  label: makeLabel,
  unpack: unpackParcel,
}

async function book(deps: ParcelDeps, row: ParcelRow): Promise<void> {
  const { db, parcelCourier } = deps
  const orderRow = await db.transaction((tx) => lockOrder(tx, row.orderNumber))
  const lines = await loadLines(db, [row.orderNumber])
  const booked = await parcelCourier.book({
    reference: row.reference ?? row.orderNumber,
    placedAt: row.placedAt,
    shipTo: orderRow.shipTo,
    lines: sentLines(lines).map(({ type, productId, name, quantity, unitPrice, facts }) => ({
      name,
      sku: skuOf({ type, id: productId }),
      quantity,
      unitPrice,
      hsn: facts?.tax?.hsn ?? null,
      taxPercent: facts?.tax?.ratePercent ?? null,
    })),
    total: subtract(orderRow.total, cancelledAmount(lines)),
    weightMg: row.weightMg,
    courierId: orderRow.courierId,
  })
  if (!booked.ok) return recordFailure(deps, row, booked.error)
  await finish(deps, row, 'booked', booked.value)
}

async function makeLabel(deps: ParcelDeps, row: ParcelRow): Promise<void> {
  const { courierOrderId, shipmentId } = row
  if (courierOrderId === null || shipmentId === null) throw new Error('A label without a booking')
  const made = await deps.parcelCourier.makeLabel({ courierOrderId, shipmentId })
  if (!made.ok) return recordFailure(deps, row, made.error)
  await finish(deps, row, 'labelled', made.value)
}

type TaskOutcome = Partial<
  Pick<ParcelRow, 'courierOrderId' | 'shipmentId' | 'awb' | 'courierName' | 'labelUrl' | 'manifestUrl'>
>

/**
 * After a lost lease another server may have finished it, and meanwhile it may have been asked to unpack the parcel; then
 * nothing changes.
 */
async function finish(
  { db, log, now, siteUrl }: ParcelDeps,
  claimed: ParcelRow,
  to: 'booked' | 'labelled',
  outcome: TaskOutcome,
): Promise<void> {
  const { orderNumber, task } = claimed
  await db.transaction(async (tx) => {
    const at = now()
    const orderRow = await lockOrder(tx, orderNumber)
    const [row] = await tx
      .update(parcel)
      .set({ ...outcome, task: null, nextAttemptAt: null, problem: null })
      .where(isTaskOf(claimed))
      .returning()
    if (!row) return unpackNow(tx, claimed, at)
    await moveParcel(tx, { orderRow, row, to, at, source: 'courier', siteUrl })
    // Before the goods leave; an order that was refunded meanwhile is not handed over.
    if (orderRow.status === 'completed')
      await issueInvoice(tx, { orderRow, lines: await loadLines(tx, [orderNumber]), at })
  })
  log.info('parcel task done', { task })
}

/** What is rejected waits for staff, who read why; what is unknown is tried again. */
async function recordFailure(
  { db, log, now }: ParcelDeps,
  claimed: ParcelRow,
  error: ParcelError,
): Promise<void> {
  const { kind, detail } = error
  const { task, attempts } = claimed
  log.warn('parcel task failed', { task, attempts, ...parcelErrorFields(error) })
  const retryAt = addMs(now(), backOffMs(TASK_BACK_OFF, attempts - 1))
  const recorded = await db
    .update(parcel)
    .set(kind === 'rejected' ? { problem: detail, nextAttemptAt: null } : { nextAttemptAt: retryAt })
    .where(isTaskOf(claimed))
    .returning({ orderNumber: parcel.orderNumber })
  if (recorded.length === 0) await unpackNow(db, claimed, now())
}

/** The task of the same parcel: the order may have been packed again. */
function isTaskOf({ orderNumber, task, packedAt }: ParcelRow): SQL | undefined {
  return and(
    eq(parcel.orderNumber, orderNumber),
    eq(parcel.task, task ?? 'book'),
    eq(parcel.packedAt, packedAt),
  )
}

/** It was asked for while this server spoke with the courier, and waits for the end of that. */
async function unpackNow(db: Db, { orderNumber, task }: ParcelRow, at: Date): Promise<void> {
  if (task === 'unpack') return
  await db
    .update(parcel)
    .set({ nextAttemptAt: at })
    .where(and(eq(parcel.orderNumber, orderNumber), eq(parcel.task, 'unpack'), isNull(parcel.problem)))
}

/** Nothing of an order that is being cancelled is sent; the courier gives the parcel up first, where it knows of it. */
async function unpackParcel(deps: ParcelDeps, claimed: ParcelRow): Promise<void> {
  const { db, log, now, siteUrl, parcelCourier } = deps
  const { orderNumber, reference, state } = claimed
  if (reference !== null || state !== 'packed') {
    const cancelled = await parcelCourier.cancel(reference ?? orderNumber)
    if (!cancelled.ok) return recordFailure(deps, claimed, cancelled.error)
  }
  await db.transaction(async (tx) => {
    const orderRow = await lockOrder(tx, orderNumber)
    const row = await findParcel(tx, orderNumber)
    if (row?.task !== 'unpack' || row.packedAt.getTime() !== claimed.packedAt.getTime()) return
    await takeApart(tx, { orderRow, row, at: now(), siteUrl })
  })
  log.info('parcel task done', { task: 'unpack' })
}

/** Returns the number of parcels that were due. */
export async function trackDueParcels(deps: ParcelDeps): Promise<number> {
  const queue = {
    table: parcel,
    key: parcel.orderNumber,
    dueAt: parcel.nextTrackAt,
    limit: 5,
    leaseMs: PARCEL_LEASE_MS,
    claim: (tx: Db, isClaimed: SQL, nextTrackAt: Date) =>
      tx
        .update(parcel)
        .set({ nextTrackAt, trackAttempts: sql`${parcel.trackAttempts} + 1` })
        .where(isClaimed)
        .returning(),
  }
  const due = await claimDue(deps.db, queue, deps.now())
  for (const row of due) if (row.awb !== null) await trackParcel(deps, row, row.awb)
  return due.length
}

async function trackParcel(deps: ParcelDeps, claimed: ParcelRow, awb: string): Promise<void> {
  const { db, log, now, siteUrl, parcelCourier } = deps
  const tracked = await parcelCourier.track(awb)
  if (!tracked.ok) log.warn('parcel not tracked', parcelErrorFields(tracked.error))
  await db.transaction(async (tx) => {
    const at = now()
    const { orderNumber } = claimed
    const orderRow = await lockOrder(tx, orderNumber)
    const [row] = await tx.select().from(parcel).where(eq(parcel.orderNumber, orderNumber)).for('update')
    // It may have been unpacked, and another one be under way by now.
    if (row?.awb !== awb) return
    const isNew = tracked.ok && (await storeScans(tx, orderNumber, tracked.value))
    const trackAttempts = isNew ? 0 : claimed.trackAttempts
    const nextTrackAt = nextTrackingOf(row.state, trackAttempts, at)
    await tx
      .update(parcel)
      .set({
        trackAttempts,
        nextTrackAt,
        ...(tracked.ok && tracked.value.trackingUrl !== null && { trackingUrl: tracked.value.trackingUrl }),
        ...(tracked.ok && tracked.value.expectedAt && { expectedAt: tracked.value.expectedAt }),
      })
      .where(eq(parcel.orderNumber, orderNumber))
    if (tracked.ok) await applyTracking(tx, { orderRow, tracking: tracked.value, at, siteUrl })
    // A webhook came while the courier was asked, or another server is asking: that stays due.
    if (row.nextTrackAt?.getTime() !== claimed.nextTrackAt?.getTime())
      await tx
        .update(parcel)
        .set({ nextTrackAt: row.nextTrackAt })
        .where(and(eq(parcel.orderNumber, orderNumber), isNotNull(parcel.nextTrackAt)))
  })
}

async function storeScans(tx: Db, orderNumber: string, { scans }: Tracking): Promise<boolean> {
  if (scans.length === 0) return false
  const stored = await tx
    .insert(parcelScan)
    .values(
      scans.map(({ at, statusCode, activity, location }) => ({
        orderNumber,
        at,
        statusCode: statusCode ?? -1,
        activity,
        location,
      })),
    )
    .onConflictDoNothing()
    .returning({ at: parcelScan.at })
  return stored.length > 0
}

interface AppliedTracking {
  readonly orderRow: OrderRow
  readonly tracking: Tracking
  readonly at: Date
  readonly siteUrl: string
}

async function applyTracking(tx: Db, { orderRow, tracking, at, siteUrl }: AppliedTracking): Promise<void> {
  const state = trackedState(tracking.scans)
  const row = await findParcel(tx, orderRow.number)
  if (!row || !state) return
  const hasMoved = await moveParcel(tx, { orderRow, row, to: state, at, source: 'courier', siteUrl })
  if (hasMoved && state === 'returned') await receiveUndelivered(tx, orderRow, { at, siteUrl })
}

export async function loadScans(db: Db, orderNumber: string) {
  return db
    .select()
    .from(parcelScan)
    .where(eq(parcelScan.orderNumber, orderNumber))
    .orderBy(asc(parcelScan.at), asc(parcelScan.statusCode))
}

/** Makes the tracking of parcels and pickups due, as a webhook reported news about them. Returns how many there are. */
export async function trackSoon(db: Db, awbs: readonly string[], at: Date): Promise<number> {
  const due = await db
    .update(parcel)
    .set({ nextTrackAt: at, trackAttempts: 0 })
    .where(and(inArray(parcel.awb, [...awbs]), or(isNotNull(parcel.nextTrackAt), eq(parcel.state, 'lost'))))
    .returning({ orderNumber: parcel.orderNumber })
  return due.length + (await trackPickupsSoon(db, awbs, at))
}
