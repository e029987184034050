/**
 * The courier's pickups of approved returns in the database. Every change of state is under the lock on the order; claims,
 * failed attempts and times of tracking are single statements without it (pickup-jobs.ts).
 */
import { and, eq, inArray } from 'drizzle-orm'
import { multiply, sum } from '#domain/money.ts'
import {
  canPickupBecome,
  isBeforeCollection,
  isPickupFinal,
  pickupReference,
  type PickupState,
} from '#domain/pickup.ts'
import type { Result } from '#domain/result.ts'
import { skuOf } from '#domain/product.ts'
import { addMs, HOUR_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { orderReturn, returnPickup } from '#server/db/return-schema.ts'
import { orderEvent } from '#server/db/schema.ts'
import { queueEmail } from '#server/email/outbox.ts'
import { pickupBookedEmail } from '#server/email/templates.ts'
import { conflict, type ErrorResponse } from '#server/http.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { loadLines, lockOrder, orderUrlOf, toOrderSummary, type OrderRow } from '#server/orders/orders.ts'
import type { PickupToOrder } from '#server/shipping/courier.ts'
import { PARCEL_LEASE_MS } from './unpack.ts'

export type PickupRow = typeof returnPickup.$inferSelect
type ReturnRow = typeof orderReturn.$inferSelect

/** `isNew` is false where it was done before. */
export type PickupOutcome = Result<{ readonly isNew: boolean; readonly row: ReturnRow }, ErrorResponse>

const TRACK_AFTER_MS = HOUR_MS

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
  /** True where the sandbox is the courier. */
  readonly sendsTestOrders: boolean
}

/** The job of pickups orders it; pressing again after a rejection tries it at once. */
export async function requestPickup(
  tx: Db,
  orderNumber: string,
  { id, weightMg, at, sendsTestOrders }: PickupRequest,
): Promise<PickupOutcome> {
  const orderRow = await lockOrder(tx, orderNumber)
  const row = await findReturn(tx, orderNumber, id)
  if (!row) return conflict('There is no such return.')
  if (row.state !== 'approved') return conflict(`This return is ${row.state}: nothing is collected.`)
  if (orderRow.isTest && !sendsTestOrders) return conflict('This is a test order: nothing is collected.')
  const existing = await findPickup(tx, id)
  if (existing?.task === 'cancel') return conflict('The courier is being asked to cancel the earlier pickup.')
  if (existing && existing.state !== 'cancelled') {
    if (existing.problem === null) return { ok: true, value: { isNew: false, row } }
    await tx
      .update(returnPickup)
      .set({ weightMg, task: 'order', attempts: 0, nextAttemptAt: at, problem: null })
      .where(eq(returnPickup.returnId, id))
    return { ok: true, value: { isNew: true, row } }
  }
  const fresh = {
    returnId: id,
    orderNumber,
    state: 'ordered' as const,
    reference: pickupReference(orderNumber, await countOrdered(tx, orderNumber)),
    orderedAt: at,
    weightMg,
    awb: null,
    courierName: null,
    scheduledFor: null,
    trackingUrl: null,
    task: 'order' as const,
    attempts: 0,
    nextAttemptAt: at,
    problem: null,
    trackAttempts: 0,
    nextTrackAt: null,
  }
  await tx
    .insert(returnPickup)
    .values(fresh)
    .onConflictDoUpdate({ target: returnPickup.returnId, set: fresh })
  const detail = { id, reference: fresh.reference }
  await appendOrderEvents(tx, { orderNumber, at, event: 'pickup ordered', source: 'desk', detail })
  return { ok: true, value: { isNew: true, row } }
}

async function countOrdered(tx: Db, orderNumber: string): Promise<number> {
  return tx.$count(
    orderEvent,
    and(eq(orderEvent.orderNumber, orderNumber), eq(orderEvent.event, 'pickup ordered')),
  )
}

/** Staff call it off, for another day or because the customer sends the pieces. */
export async function requestPickupCancellation(
  tx: Db,
  orderNumber: string,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<PickupOutcome> {
  await lockOrder(tx, orderNumber)
  const row = await findReturn(tx, orderNumber, id)
  const pickup = row && (await findPickup(tx, id))
  if (!pickup) return conflict('There is no pickup of this return.')
  if (pickup.state === 'cancelled') return { ok: true, value: { isNew: false, row } }
  if (!isBeforeCollection(pickup.state)) return conflict('The courier has collected the pieces already.')
  return { ok: true, value: { isNew: await callOff(tx, pickup, at), row } }
}

/**
 * The courier is told not to come. Returns false where it is being told already. Needs the lock on the order. A server may
 * be ordering it at this moment: its calls end first, or their lease.
 */
export async function callOff(tx: Db, { returnId, task, problem }: PickupRow, at: Date): Promise<boolean> {
  if (task === 'cancel' && problem === null) return false
  const isBeingOrdered = task === 'order' && problem === null
  await tx
    .update(returnPickup)
    .set({
      task: 'cancel',
      attempts: 0,
      nextAttemptAt: isBeingOrdered ? addMs(at, PARCEL_LEASE_MS) : at,
      problem: null,
    })
    .where(eq(returnPickup.returnId, returnId))
  return true
}

async function findReturn(tx: Db, orderNumber: string, id: string): Promise<ReturnRow | undefined> {
  const [row] = await tx
    .select()
    .from(orderReturn)
    .where(and(eq(orderReturn.id, id), eq(orderReturn.orderNumber, orderNumber)))
  return row
}

/** As the courier is asked for it. */
export async function toPickup(db: Db, orderRow: OrderRow, pickup: PickupRow): Promise<PickupToOrder> {
  const row = await findReturn(db, orderRow.number, pickup.returnId)
  const orderLines = await loadLines(db, [orderRow.number])
  const pieces = (row?.lines ?? []).flatMap(({ position, quantity }) => {
    const line = orderLines.find((each) => each.position === position)
    return line ? [{ ...line, quantity }] : []
  })
  return {
    reference: pickup.reference,
    orderedAt: pickup.orderedAt,
    collectFrom: orderRow.shipTo,
    lines: pieces.map(({ type, productId, name, quantity, unitPrice, facts }) => ({
      name,
      sku: skuOf({ type, id: productId }),
      quantity,
      unitPrice,
      hsn: facts?.tax?.hsn ?? null,
      taxPercent: facts?.tax?.ratePercent ?? null,
    })),
    total: sum(pieces.map(({ unitPrice, quantity }) => multiply(unitPrice, quantity))),
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

/** Needs the lock on the order. False for a move that the table does not allow, which changes nothing. */
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
      problem: null,
      nextTrackAt: isPickupFinal(to) ? null : addMs(at, TRACK_AFTER_MS),
    })
    .where(eq(returnPickup.returnId, returnId))
  const detail = { id: returnId }
  await appendOrderEvents(tx, { orderNumber, at, event: `pickup ${to}`, source, detail })
  if (to === 'booked')
    await queueEmail(tx, {
      ...pickupBookedEmail({
        order: toOrderSummary(orderRow, await loadLines(tx, [orderNumber])),
        orderUrl: orderUrlOf(siteUrl, orderNumber),
        courierName: row.courierName ?? '',
        scheduledFor: row.scheduledFor,
      }),
      dedupeKey: `pickup-booked:${row.reference}`,
      recipient: orderRow.shipTo.email,
      now: at,
    })
  return true
}

/** Makes the tracking of pickups due, as a webhook reported news about them. Returns how many there are. */
export async function trackPickupsSoon(db: Db, awbs: readonly string[], at: Date): Promise<number> {
  const due = await db
    .update(returnPickup)
    .set({ nextTrackAt: at, trackAttempts: 0 })
    .where(and(inArray(returnPickup.awb, [...awbs]), inArray(returnPickup.state, TRACKED)))
    .returning({ id: returnPickup.returnId })
  return due.length
}

const TRACKED: PickupState[] = ['booked', 'collected', 'in transit', 'lost']
