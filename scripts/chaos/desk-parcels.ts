/**
 * Parcels in a chaos run: staff pack some in the evening. The next morning they are cancelled, lose pieces, or leave;
 * returns are collected by the courier or not. Returned pieces are accepted, and parcels that lost pieces are packed
 * again. Everything is pressed twice while the shop is closed; the shop calls the courier in between, and is killed
 * again and again.
 */
import { createHash } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { needsHuids } from '#domain/line-facts.ts'
import { rupees } from '#domain/money.ts'
import { linesToSend } from '#domain/order.ts'
import type { Database, Db } from '#server/db/open.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { orderReturn, returnPickup } from '#server/db/return-schema.ts'
import { order, orderLine } from '#server/db/schema.ts'
import { cancelLines, cancelOrder, type CancelResult } from '#server/fulfilment/cancel-order.ts'
import { approveRefundRequest } from '#server/fulfilment/decide-refund.ts'
import { findParcel, packParcel, requestParcelTask } from '#server/fulfilment/parcels.ts'
import { requestPickup, requestPickupCancellation } from '#server/fulfilment/pickups.ts'
import { acceptReturnedPieces, moveReturn, requestReturn } from '#server/fulfilment/returns.ts'
import { loadLines, type OrderLineRow } from '#server/orders/orders.ts'
import type { GatewayControls } from './gateway.ts'
import { seededRandom, type Random } from './random.ts'

export const APPROVAL_ABOVE = rupees(50_000)
export const [MEERA, RAVI] = ['meera@example.in', 'ravi@example.in']

export interface Shift {
  readonly seed: number
  readonly siteUrl: string
  readonly at: Date
}

export type Acting = Shift & { readonly random: Random }

type Outcome = { readonly ok: true; readonly value: { readonly isNew: boolean } } | { readonly ok: false }

/** Each act is done only by the first press. */
async function twice(what: string, act: () => Promise<Outcome>): Promise<void> {
  const [first, again] = [await act(), await act()]
  if (!first.ok || !first.value.isNew || !again.ok || again.value.isNew) throw new Error(`${what}: not once`)
}

async function pack(tx: Db, number: string, at: Date): Promise<void> {
  const lines = linesToSend(await loadLines(tx, [number]))
  const pieces = lines.map((line) => ({ position: line.position, codes: codesOf(line) }))
  const packing = { weightMg: 100_000, seal: '', pieces, at, sendsTestOrders: true }
  await twice(`packing ${number}`, () => packParcel(tx, number, packing))
}

export function codesOf(line: OrderLineRow): string[] {
  return needsHuids(line) ? Array.from({ length: line.quantity }, (_, index) => huidOf(line, index)) : []
}

/** The courier gets it once the shop is open. */
export async function packAndBook(tx: Db, number: string, { at }: Acting): Promise<string> {
  await pack(tx, number, at)
  await twice(`booking ${number}`, () => requestParcelTask(tx, number, { task: 'book', at }))
  return 'packed and booked'
}

/** A delivered order with an approved return, to be collected by the courier. */
export async function bookPickup(tx: Db, number: string, { siteUrl, at, random }: Acting): Promise<string> {
  await pack(tx, number, at)
  await tx
    .update(parcel)
    .set({ state: 'delivered', dispatchedAt: at, deliveredAt: at })
    .where(eq(parcel.orderNumber, number))
  const id = idFor(number)
  const lines = [{ position: random.oneOf(await loadLines(tx, [number])).position, quantity: 1 }]
  const wanted = { id, lines, reason: 'other', note: '', resolution: 'refund', at, siteUrl } as const
  await twice(`returning ${number}`, () => requestReturn(tx, number, wanted))
  await moveReturn(tx, number, { id, to: 'approved', source: 'desk', at, siteUrl })
  const pickup = { id, weightMg: 50_000, at, sendsTestOrders: true }
  await twice(`pickup of ${number}`, () => requestPickup(tx, number, pickup))
  return 'pickups booked'
}

/** Runs while the shop is closed. Counts what was done. */
export async function workInTheMorning(
  db: Database,
  gateway: GatewayControls,
  shift: Shift,
): Promise<Readonly<Record<string, number>>> {
  const random = seededRandom(shift.seed, 'morning')
  const done: Record<string, number> = {}
  const count = (what: string) => (done[what] = (done[what] ?? 0) + 1)
  const inShop = await db
    .select({ number: parcel.orderNumber, reference: parcel.reference })
    .from(parcel)
    .where(isNull(parcel.dispatchedAt))
    .orderBy(asc(parcel.orderNumber))
  for (const { number, reference } of inShop) {
    const act = random.oneOf(['cancel', 'cancel pieces', 'cancel pieces', 'send', 'send'] as const)
    if (act === 'send') await advanceToEnd(gateway, reference ?? number)
    else
      await db.transaction((tx) =>
        (act === 'cancel' ? cancelWhole : cancelOnePiece)(tx, number, { ...shift, random }),
      )
    count(act === 'send' ? 'parcels sent' : `${act} after packing`)
  }
  const pickups = await db.select().from(returnPickup).orderBy(asc(returnPickup.orderNumber))
  for (const { orderNumber, returnId: id, reference, state } of pickups) {
    const isCollected = state === 'booked' && random.happens(0.7)
    if (isCollected) await advanceToEnd(gateway, reference)
    else
      await db.transaction((tx) =>
        twice(`no pickup of ${orderNumber}`, () =>
          requestPickupCancellation(tx, orderNumber, { id, at: shift.at }),
        ),
      )
    count(isCollected ? 'pickups collected' : 'pickups cancelled')
  }
  return done
}

async function advanceToEnd(gateway: GatewayControls, reference: string): Promise<void> {
  while ((await gateway.advanceParcel(reference)) !== null);
}

async function cancelWhole(tx: Db, number: string, { siteUrl, at }: Acting): Promise<void> {
  const common = { reason: 'chaos', approvalAbove: null, at, siteUrl } as const
  const byCustomer = { ...common, by: null }
  await twice(`cancelling ${number}`, () => cancelOrder(tx, number, byCustomer))
  const late = await cancelOrder(tx, number, { ...common, by: MEERA })
  if (late.ok && late.value.isNew) throw new Error(`${number} was cancelled twice`)
}

async function cancelOnePiece(tx: Db, number: string, { siteUrl, at, random }: Acting): Promise<void> {
  const line = random.oneOf(await loadLines(tx, [number]))
  const cancellation = {
    id: idFor(number),
    lines: [{ position: line.position, quantity: 1 }],
    by: null,
    reason: 'chaos',
    approvalAbove: null,
    at,
    siteUrl,
  } as const
  const [first, again]: CancelResult[] = [
    await cancelLines(tx, number, cancellation),
    await cancelLines(tx, number, cancellation),
  ]
  if (!first?.ok || !again?.ok || again.value.isNew) throw new Error(`A piece of ${number}: not once`)
}

/**
 * Returned pieces are accepted, including those that customers bring themselves; orders that lost pieces are packed
 * again.
 */
export async function workInTheAfternoon(
  db: Database,
  { at, siteUrl }: Shift,
): Promise<Readonly<Record<string, number>>> {
  const done = { 'returns accepted': 0, 'packed anew': 0 }
  const step = { at, siteUrl }
  for (const row of await db.select().from(orderReturn).orderBy(asc(orderReturn.orderNumber))) {
    const { id, orderNumber, state, lines } = row
    if (state !== 'received' && state !== 'approved') continue
    await db.transaction(async (tx) => {
      if (state === 'approved')
        await moveReturn(tx, orderNumber, { id, to: 'received', source: 'desk', ...step })
      const orderLines = await loadLines(tx, [orderNumber])
      const codes = lines.flatMap(({ position, quantity }) =>
        (orderLines.find((line) => line.position === position)?.codes ?? []).slice(0, quantity),
      )
      const acceptance = { id, codes, restocks: true, by: MEERA, approvalAbove: APPROVAL_ABOVE, ...step }
      await twice(`accepting ${orderNumber}`, () => acceptReturnedPieces(tx, orderNumber, acceptance))
      await approveRefundRequest(tx, { orderNumber, id, by: RAVI, ...step })
    })
    done['returns accepted'] += 1
  }
  const lostPieces = await db
    .selectDistinct({ number: order.number })
    .from(order)
    .innerJoin(orderLine, eq(orderLine.orderNumber, order.number))
    .where(and(eq(order.status, 'completed'), eq(orderLine.cancelled, 1)))
    .orderBy(asc(order.number))
  for (const { number } of lostPieces)
    await db.transaction(async (tx) => {
      if (await findParcel(tx, number)) return
      await pack(tx, number, at)
      await requestParcelTask(tx, number, { task: 'book', at })
      done['packed anew'] += 1
    })
  return done
}

/** Derived from the order, so that the same seed does the same. */
export function idFor(orderNumber: string): string {
  return `00000000-0000-4000-8000-${Buffer.from(orderNumber).toString('hex').slice(-12)}`
}

const HUID_LENGTH = 6
const HUID_RADIX = 36

/** Another code for each piece. */
export function huidOf({ orderNumber, position }: OrderLineRow, index: number): string {
  const hash = createHash('sha256').update(`${orderNumber} ${position} ${index}`).digest()
  return hash
    .readUIntBE(0, HUID_LENGTH)
    .toString(HUID_RADIX)
    .toUpperCase()
    .slice(-HUID_LENGTH)
    .padStart(HUID_LENGTH, '0')
}
