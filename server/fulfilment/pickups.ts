/**
 * The courier's pickups of approved returns, in the database. Every change of state happens under the lock on the
 * order; claims, failed attempts and tracking times are single statements without it (courier-tasks.ts, tracking.ts).
 */
import { and, eq } from 'drizzle-orm'
import { multiply, sum } from '#domain/money.ts'
import {
  canPickupBecome,
  isBeforeCollection,
  isPickupFinal,
  pickupReference,
  type PickupState,
} from '#domain/pickup.ts'
import { selectLines } from '#domain/refund-lines.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { returnPickup } from '#server/db/return-schema.ts'
import { orderEvent } from '#server/db/schema.ts'
import { pickupBookedEmail } from '#server/email/templates.ts'
import { conflict } from '#server/http.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { loadLines, loadOrder, lockOrder, type OrderRow } from '#server/orders/orders.ts'
import type { PickupToBook } from '#server/shipping/courier.ts'
import { queueTask, toCourierLines, type CourierQueue } from './courier-tasks.ts'
import { findReturn, NO_SUCH_RETURN, type ReturnOutcome } from './return-row.ts'
import { TRACK_AFTER_MS } from './tracking.ts'

export type PickupRow = typeof returnPickup.$inferSelect

export const PICKUPS: CourierQueue<PickupRow> = {
  name: 'pickup',
  table: returnPickup,
  undo: 'cancel',
  isSame: ({ reference }) => eq(returnPickup.reference, reference),
}

export async function findPickup(db: Db, returnId: string): Promise<PickupRow | undefined> {
  const [row] = await db.select().from(returnPickup).where(eq(returnPickup.returnId, returnId))
  return row
}

export function loadPickups(db: Db, orderNumber: string): Promise<PickupRow[]> {
  return db.select().from(returnPickup).where(eq(returnPickup.orderNumber, orderNumber))
}

interface PickupRequest {
  readonly id: string
  readonly weightMg: number
  readonly at: Date
  /** True if the sandbox is the courier. */
  readonly sendsTestOrders: boolean
}

/** A cancelled pickup can be followed by another. */
export async function requestPickup(
  tx: Db,
  orderNumber: string,
  { id, weightMg, at, sendsTestOrders }: PickupRequest,
): Promise<ReturnOutcome> {
  const orderRow = await lockOrder(tx, orderNumber)
  const row = await findReturn(tx, id)
  if (row?.orderNumber !== orderNumber) return NO_SUCH_RETURN
  if (row.state !== 'approved') return conflict(`This return is ${row.state}: nothing is collected.`)
  if (orderRow.isTest && !sendsTestOrders) return conflict('This is a test order: nothing is collected.')
  const existing = await findPickup(tx, id)
  if (existing?.task === 'cancel')
    return conflict('The earlier pickup is still being cancelled at the courier.')
  if (existing && existing.state !== 'cancelled') {
    const request = { task: 'book', at, change: { weightMg } } as const
    const isNew = existing.lastError !== null && (await queueTask(tx, PICKUPS, existing, request))
    return { ok: true, value: { isNew, row } }
  }
  const fresh = {
    returnId: id,
    orderNumber,
    state: 'requested' as const,
    reference: pickupReference(orderNumber, await countEarlierPickups(tx, orderNumber)),
    requestedAt: at,
    weightMg,
    awb: null,
    courierName: null,
    scheduledFor: null,
    trackingUrl: null,
    task: 'book' as const,
    attempts: 0,
    nextAttemptAt: at,
    lastError: null,
    trackAttempts: 0,
    nextTrackAt: null,
  }
  await tx
    .insert(returnPickup)
    .values(fresh)
    .onConflictDoUpdate({ target: returnPickup.returnId, set: fresh })
  const detail = { id, reference: fresh.reference }
  await appendOrderEvents(tx, { orderNumber, at, event: 'pickup requested', source: 'desk', detail })
  return { ok: true, value: { isNew: true, row } }
}

async function countEarlierPickups(tx: Db, orderNumber: string): Promise<number> {
  return tx.$count(
    orderEvent,
    and(eq(orderEvent.orderNumber, orderNumber), eq(orderEvent.event, 'pickup requested')),
  )
}

/** For staff: to book another day, or because the customer sends the pieces. */
export async function requestPickupCancellation(
  tx: Db,
  orderNumber: string,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<ReturnOutcome> {
  await lockOrder(tx, orderNumber)
  const row = await findReturn(tx, id)
  if (row?.orderNumber !== orderNumber) return NO_SUCH_RETURN
  const pickup = await findPickup(tx, id)
  if (!pickup) return conflict('There is no pickup of this return.')
  if (pickup.state === 'cancelled') return { ok: true, value: { isNew: false, row } }
  if (!isBeforeCollection(pickup.state)) return conflict('The courier has collected the pieces already.')
  return { ok: true, value: { isNew: await queuePickupCancellation(tx, pickup, at), row } }
}

/** Queues the cancellation at the courier. Needs the lock on the order. Returns false if it was queued already. */
export function queuePickupCancellation(tx: Db, row: PickupRow, at: Date): Promise<boolean> {
  return queueTask(tx, PICKUPS, row, { task: 'cancel', at })
}

/** The pickup in the form that the courier's interface takes. */
export async function toPickup(db: Db, pickup: PickupRow): Promise<PickupToBook> {
  const { orderNumber } = pickup
  const orderRow = await loadOrder(db, orderNumber)
  const row = await findReturn(db, pickup.returnId)
  const orderLines = await loadLines(db, [orderNumber])
  const lines = selectLines(orderLines, row?.lines ?? [])
  return {
    reference: pickup.reference,
    requestedAt: pickup.requestedAt,
    collectFrom: orderRow.shipTo,
    lines: toCourierLines(lines),
    total: sum(lines.map(({ unitPrice, quantity }) => multiply(unitPrice, quantity))),
    weightMg: pickup.weightMg,
  }
}

interface PickupMove {
  readonly orderRow: OrderRow
  readonly row: PickupRow
  readonly to: PickupState
  readonly source: Source
  readonly at: Date
  readonly siteUrl: string
}

/** Needs the lock on the order. Returns false, and changes nothing, if the transition is not allowed. */
export async function movePickup(
  tx: Db,
  { orderRow, row, to, source, at, siteUrl }: PickupMove,
): Promise<boolean> {
  if (!canPickupBecome(row.state, to)) return false
  const { returnId, orderNumber } = row
  await tx
    .update(returnPickup)
    .set({
      state: to,
      task: null,
      nextAttemptAt: null,
      lastError: null,
      nextTrackAt: isPickupFinal(to) ? null : addMs(at, TRACK_AFTER_MS),
    })
    .where(eq(returnPickup.returnId, returnId))
  const detail = { id: returnId }
  await appendOrderEvents(tx, { orderNumber, at, event: `pickup ${to}`, source, detail })
  if (to === 'booked')
    await queueOrderEmail(tx, orderRow, {
      content: (about) =>
        pickupBookedEmail({ ...about, courierName: row.courierName ?? '', scheduledFor: row.scheduledFor }),
      dedupeKey: `pickup-booked:${row.reference}`,
      at,
      siteUrl,
    })
  return true
}
