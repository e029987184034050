/**
 * Unpacks a parcel that the courier does not have: clears the codes of its pieces and continues the waiting
 * cancellations.
 */
import { eq } from 'drizzle-orm'
import { isDispatched } from '#domain/parcel.ts'
import { loadOpenCancellations } from '#server/orders/cancellations.ts'
import { requestSourceOf } from '#server/refunds/refund-requests.ts'
import type { Db } from '#server/db/open.ts'
import { parcel, parcelScan } from '#server/db/parcel-schema.ts'
import { order, orderLine } from '#server/db/schema.ts'
import { appendOrderEvents } from '#server/orders/order-events.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.ts'
import { conflict } from '#server/http.ts'
import { addBoxToOpen } from './boxes.ts'
import { completeCancellation } from './complete-cancellation.ts'
import { queueTask } from './courier-tasks.ts'
import { findParcel, PARCELS, type ParcelOutcome, type ParcelRow } from './parcels.ts'

interface Unpacking {
  readonly orderRow: OrderRow
  readonly row: ParcelRow
  readonly at: Date
  readonly siteUrl: string
}

/** Needs the lock on the order. The courier has cancelled the parcel, or never had it. */
export async function completeUnpack(tx: Db, { orderRow, row, at, siteUrl }: Unpacking): Promise<void> {
  const { orderNumber, reference } = row
  await tx.delete(parcelScan).where(eq(parcelScan.orderNumber, orderNumber))
  await tx.delete(parcel).where(eq(parcel.orderNumber, orderNumber))
  await tx.update(order).set({ packedAt: null }).where(eq(order.number, orderNumber))
  await tx.update(orderLine).set({ codes: null }).where(eq(orderLine.orderNumber, orderNumber))
  const cancellations = await loadOpenCancellations(tx, orderNumber)
  const waiting = cancellations.filter(({ state }) => state === 'unpacking')
  const [first] = waiting
  if (first) await addBoxToOpen(tx, row, at)
  await appendOrderEvents(tx, {
    orderNumber,
    at,
    event: 'unpacked',
    source: first ? requestSourceOf(first) : 'desk',
    detail: { reference },
  })
  for (const cancellation of waiting) await completeCancellation(tx, orderRow, cancellation, { at, siteUrl })
}

/** For staff, to pack the order again. */
export async function requestUnpack(
  tx: Db,
  orderNumber: string,
  { at }: { readonly at: Date },
): Promise<ParcelOutcome> {
  await lockOrder(tx, orderNumber)
  const row = await findParcel(tx, orderNumber)
  if (!row) return conflict('This order is not packed.')
  if (isDispatched(row.state)) return conflict('The courier has the parcel already.')
  const isNew = await queueUnpack(tx, row, at)
  return { ok: true, value: { isNew, before: row.state } }
}

/** Also undefined once the courier has it. */
export async function findUndispatchedParcel(tx: Db, orderNumber: string): Promise<ParcelRow | undefined> {
  const row = await findParcel(tx, orderNumber)
  return row && !isDispatched(row.state) ? row : undefined
}

/** Queues the task for the job of parcels. Needs the lock on the order. Returns false if it was queued already. */
export function queueUnpack(tx: Db, row: ParcelRow, at: Date): Promise<boolean> {
  // A server of the previous version books without a reference.
  const reference =
    row.reference ?? (row.task === 'book' || row.state !== 'packed' ? row.orderNumber : undefined)
  return queueTask(tx, PARCELS, row, { task: 'unpack', at, change: { reference } })
}
