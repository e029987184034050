/** Jobs of parcels: their tasks at the courier, and tracking. */
import { eq } from 'drizzle-orm'
import { subtract } from '#domain/money.ts'
import { cancelledAmount, linesToSend } from '#domain/order.ts'
import { parcelStateOf } from '#domain/parcel.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { parcel, parcelScan } from '#server/db/parcel-schema.ts'
import { issueInvoice } from '#server/documents/issue.ts'
import { loadLines, loadOrder } from '#server/orders/orders.ts'
import { creditRefunds } from '#server/refunds/credit-refunds.ts'
import type { ParcelResult, Tracking } from '#server/shipping/courier.ts'
import { runDueTasks, toCourierLines, type CourierDeps, type DoneTask } from './courier-tasks.ts'
import { findParcel, moveParcel, PARCELS, type ParcelRow } from './parcels.ts'
import { receiveUndelivered } from './returns.ts'
import { trackDue, type TrackingQueue, type TrackingUpdate } from './tracking.ts'
import { completeUnpack } from './unpack.ts'

const PARCEL_TRACKING: TrackingQueue<ParcelRow> = {
  ...PARCELS,
  lock: (tx, row) => tx.select().from(parcel).where(PARCELS.isSame(row)).for('update'),
  apply: applyTracking,
}

export function runDueParcelTasks(deps: CourierDeps): Promise<number> {
  return runDueTasks(deps, { ...PARCELS, call: callCourier, record: recordDone })
}

export function trackDueParcels(deps: CourierDeps): Promise<number> {
  return trackDue(deps, PARCEL_TRACKING)
}

async function callCourier(
  deps: CourierDeps,
  row: ParcelRow,
): Promise<ParcelResult<Partial<ParcelRow> | null>> {
  const { parcelCourier } = deps
  const { orderNumber, task, state, reference, courierOrderId, shipmentId } = row
  if (task === 'book') return book(deps, row)
  if (task === 'unpack') {
    // Cancel at the courier first, if it knows the parcel.
    const isUnknown = reference === null && state === 'packed'
    return isUnknown ? { ok: true, value: null } : parcelCourier.cancel(reference ?? orderNumber)
  }
  if (courierOrderId === null || shipmentId === null) throw new Error('A label without a booking')
  return parcelCourier.makeLabel({ courierOrderId, shipmentId })
}

async function book({ db, parcelCourier }: CourierDeps, row: ParcelRow) {
  const { shipTo, total, courierId } = await loadOrder(db, row.orderNumber)
  const lines = await loadLines(db, [row.orderNumber])
  return parcelCourier.book({
    reference: row.reference ?? row.orderNumber,
    placedAt: row.placedAt,
    shipTo,
    lines: toCourierLines(linesToSend(lines)),
    total: subtract(total, cancelledAmount(lines)),
    weightMg: row.weightMg,
    courierId,
  })
}

async function recordDone(tx: Db, { claimed, orderRow, at, siteUrl }: DoneTask<ParcelRow>): Promise<void> {
  const { orderNumber, task } = claimed
  const row = expectRow([await findParcel(tx, orderNumber)])
  if (task === 'unpack') return completeUnpack(tx, { orderRow, row, at, siteUrl })
  const to = task === 'book' ? 'booked' : 'labelled'
  await moveParcel(tx, { orderRow, row, to, at, source: 'courier', siteUrl })
  // Before the goods leave: at booking, or with the label if the shop could not issue invoices at booking yet. An order
  // refunded meanwhile is not handed over.
  if (orderRow.status !== 'completed') return
  await issueInvoice(tx, { orderRow, lines: await loadLines(tx, [orderNumber]), at })
  // The invoice states what was paid; earlier refunds are credited together with it.
  await creditRefunds(tx, { orderNumber, at })
}

async function applyTracking(
  tx: Db,
  { orderRow, row, tracking, at, siteUrl }: TrackingUpdate<ParcelRow>,
): Promise<boolean> {
  const { orderNumber } = row
  const hasNewScans = await storeScans(tx, orderNumber, tracking)
  const { trackingUrl } = tracking
  const expectedAt = tracking.expectedAt ?? row.expectedAt
  await tx.update(parcel).set({ trackingUrl, expectedAt }).where(eq(parcel.orderNumber, orderNumber))
  const to = parcelStateOf(tracking.scans)
  if (!to) return hasNewScans
  const move = {
    orderRow,
    row: { ...row, trackingUrl, expectedAt },
    to,
    at,
    source: 'courier',
    siteUrl,
  } as const
  const hasMoved = await moveParcel(tx, move)
  if (hasMoved && to === 'returned') await receiveUndelivered(tx, orderRow, { at, siteUrl })
  return hasNewScans || hasMoved
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
