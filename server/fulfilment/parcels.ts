/**
 * Parcels in the database. Every change of state happens under the lock on the order, like changes of its money;
 * claims, failed attempts and tracking times are single statements without it (courier-tasks.ts, tracking.ts).
 */
import { and, asc, eq, inArray } from 'drizzle-orm'
import { needsHuids } from '#domain/line-facts.ts'
import { skuOf } from '#domain/product.ts'
import { linesToSend } from '#domain/order.ts'
import {
  canParcelBecome,
  isDispatched,
  expectedDelivery,
  isFinal,
  isOnTheWay,
  parcelReference,
  type ParcelState,
} from '#domain/parcel.ts'
import type { Result } from '#domain/result.ts'
import { sizeStockKey } from '#domain/stock.ts'
import { addMs } from '#domain/time.ts'
import { loadOpenCancellations } from '#server/orders/cancellations.ts'
import type { Db } from '#server/db/open.ts'
import { boxToOpen, parcel, parcelScan } from '#server/db/parcel-schema.ts'
import { order, orderEvent, orderLine, serialItem } from '#server/db/schema.ts'
import { loadTaxDocuments } from '#server/documents/issue.ts'
import { orderDeliveredEmail, orderDispatchedEmail } from '#server/email/templates.ts'
import { conflict, errorResponse, type ErrorResponse } from '#server/http.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { appendOrderEvents, type OrderEventName, type Source } from '#server/orders/order-events.ts'
import { loadLines, lockOrder, type OrderLineRow, type OrderRow } from '#server/orders/orders.ts'
import { declineCancellations } from './complete-cancellation.ts'
import { queueTask, type CourierQueue } from './courier-tasks.ts'
import { piecesError, isOneOf } from './packed-pieces.ts'
import { sealError } from './seals.ts'
import { TRACK_AFTER_MS } from './tracking.ts'

export type ParcelRow = typeof parcel.$inferSelect

/** `isNew` is false for a repeated act. */
export type ParcelOutcome = Result<
  { readonly isNew: boolean; readonly before: ParcelState | null },
  ErrorResponse
>

export interface Packing {
  readonly weightMg: number
  readonly seal: string
  /** HUIDs or serial numbers by line. */
  readonly pieces: readonly { readonly position: number; readonly codes: readonly string[] }[]
}

export const PARCELS: CourierQueue<ParcelRow> = {
  name: 'parcel',
  table: parcel,
  undo: 'unpack',
  // The order may have been packed again.
  isSame: ({ orderNumber, packedAt }) =>
    and(eq(parcel.orderNumber, orderNumber), eq(parcel.packedAt, packedAt)),
}

export async function findParcel(db: Db, orderNumber: string): Promise<ParcelRow | undefined> {
  const [row] = await db.select().from(parcel).where(eq(parcel.orderNumber, orderNumber))
  return row
}

export function loadScans(db: Db, orderNumber: string) {
  return db
    .select()
    .from(parcelScan)
    .where(eq(parcelScan.orderNumber, orderNumber))
    .orderBy(asc(parcelScan.at), asc(parcelScan.statusCode))
}

/** Null if the order may send a parcel. */
function notPaidError({ status }: OrderRow): ErrorResponse | null {
  return status === 'completed'
    ? null
    : errorResponse('conflict', 'This order is not to be sent: it is not paid, or was refunded.')
}

interface PackedNow extends Packing {
  readonly at: Date
  /** True if the sandbox is the courier; a real courier never gets a test order. */
  readonly sendsTestOrders: boolean
}

export async function packParcel(
  tx: Db,
  orderNumber: string,
  { weightMg, seal, pieces, at, sendsTestOrders }: PackedNow,
): Promise<ParcelOutcome> {
  const orderRow = await lockOrder(tx, orderNumber)
  const error = notPaidError(orderRow) ?? (await openCancellationError(tx, orderNumber))
  if (error) return { ok: false, error }
  if (orderRow.isTest && !sendsTestOrders) return conflict('This is a test order: nothing is sent.')
  const lines = linesToSend(await loadLines(tx, [orderNumber]))
  const codesOf = (line: OrderLineRow) =>
    pieces.find(({ position }) => position === line.position)?.codes ?? []
  const existing = await findParcel(tx, orderNumber)
  if (existing) {
    const isSame =
      existing.weightMg === weightMg &&
      existing.seal === seal &&
      lines.every((line) => (line.codes ?? []).join() === codesOf(line).join())
    return isSame
      ? { ok: true, value: { isNew: false, before: existing.state } }
      : conflict('This order is already packed, with other details. Reload the order.')
  }
  const packingError =
    (await piecesError(tx, lines, codesOf)) ??
    (await invoiceError(tx, { orderNumber, lines, codesOf })) ??
    (await sealError(tx, { orderNumber, seal }))
  if (packingError) return { ok: false, error: packingError }
  const all = lines.flatMap((line) => codesOf(line))
  for (const line of lines) await recordPieces(tx, line, { ofLine: codesOf(line), all })
  await tx.update(order).set({ packedAt: at }).where(eq(order.number, orderNumber))
  await tx.delete(boxToOpen).where(eq(boxToOpen.orderNumber, orderNumber))
  await tx
    .insert(parcel)
    .values({ orderNumber, placedAt: orderRow.placedAt, state: 'packed', weightMg, seal, packedAt: at })
  await appendOrderEvents(tx, { orderNumber, at, event: 'packed', source: 'desk', detail: { weightMg } })
  return { ok: true, value: { isNew: true, before: null } }
}

/** An error while the order, or lines of it, are being cancelled: nothing of it may proceed. */
async function openCancellationError(tx: Db, orderNumber: string): Promise<ErrorResponse | null> {
  const [open] = await loadOpenCancellations(tx, orderNumber)
  if (!open) return null
  return open.state === 'requested'
    ? errorResponse('conflict', 'The cancellation of this order waits for approval.')
    : errorResponse('conflict', 'This order is being cancelled.')
}

interface InvoicedPieces {
  readonly orderNumber: string
  readonly lines: readonly OrderLineRow[]
  codesOf(line: OrderLineRow): readonly string[]
}

/** An order that is packed again after its booking must have the pieces of its invoice, which cannot change. */
async function invoiceError(
  tx: Db,
  { orderNumber, lines, codesOf }: InvoicedPieces,
): Promise<ErrorResponse | null> {
  const invoice = (await loadTaxDocuments(tx, orderNumber)).find(({ kind }) => kind === 'invoice')
  if (!invoice) return null
  for (const line of lines) {
    const invoiced = invoice.content.lines.find(({ position }) => position === line.position)
    const other = codesOf(line).find((code) => !invoiced?.codes.includes(code))
    if (other !== undefined && needsHuids(line))
      return errorResponse(
        'conflict',
        `${other} is not on the invoice of this order: pack the pieces that it names (${invoiced?.codes.join(', ') ?? ''}), or cancel them.`,
      )
  }
  return null
}

async function recordPieces(tx: Db, line: OrderLineRow, packed: PackedCodes): Promise<void> {
  const { orderNumber, position } = line
  if (packed.ofLine.length === 0) return
  await tx
    .update(orderLine)
    .set({ codes: [...packed.ofLine] })
    .where(and(eq(orderLine.orderNumber, orderNumber), eq(orderLine.position, position)))
  await swapSerialItems(tx, line, packed)
}

interface PackedCodes {
  readonly ofLine: readonly string[]
  readonly all: readonly string[]
}

/** Releases as many of the items assigned by the sale as others are packed in their place. */
async function swapSerialItems(tx: Db, line: OrderLineRow, { ofLine, all }: PackedCodes): Promise<void> {
  const { orderNumber, type, productId: id, size } = line
  const packed = await tx.select().from(serialItem).where(isOneOf(ofLine))
  const others = packed.filter((item) => item.orderNumber !== orderNumber).map(({ serial }) => serial)
  if (others.length === 0) return
  const keys = [sizeStockKey({ type, id }, size), skuOf({ type, id })]
  const assigned = await tx
    .select()
    .from(serialItem)
    .where(and(eq(serialItem.orderNumber, orderNumber), inArray(serialItem.key, keys)))
  const isPacked = ({ serial, huid }: (typeof assigned)[number]) =>
    all.includes(serial) || (huid !== null && all.includes(huid))
  const free = assigned
    .filter((item) => item.state === 'sold' && !isPacked(item))
    .slice(0, others.length)
    .map(({ serial }) => serial)
  const { serial } = serialItem
  await tx.update(serialItem).set({ state: 'sold', orderNumber }).where(inArray(serial, others))
  await tx.update(serialItem).set({ state: 'available', orderNumber: null }).where(inArray(serial, free))
}

/** The state that each task requires. */
const TASK_FROM = { book: 'packed', label: 'booked' } as const

export async function requestParcelTask(
  tx: Db,
  orderNumber: string,
  { task, at }: { readonly task: keyof typeof TASK_FROM; readonly at: Date },
): Promise<ParcelOutcome> {
  const error =
    notPaidError(await lockOrder(tx, orderNumber)) ?? (await openCancellationError(tx, orderNumber))
  if (error) return { ok: false, error }
  const row = await findParcel(tx, orderNumber)
  if (!row) return conflict('This order is not packed yet.')
  if (row.task === 'unpack') return conflict('This parcel is being unpacked.')
  const isWaiting = row.state === TASK_FROM[task]
  if (!isWaiting && (row.state === 'packed' || isFinal(row.state)))
    return conflict('This parcel is not at that step.')
  const reference = row.reference ?? (await nextReference(tx, orderNumber))
  const isNew = isWaiting && (await queueTask(tx, PARCELS, row, { task, at, change: { reference } }))
  return { ok: true, value: { isNew, before: row.state } }
}

async function nextReference(tx: Db, orderNumber: string): Promise<string> {
  const ofUnpacking = and(eq(orderEvent.orderNumber, orderNumber), eq(orderEvent.event, 'unpacked'))
  return parcelReference(orderNumber, await tx.$count(orderEvent, ofUnpacking))
}

export async function handOverParcel(
  tx: Db,
  orderNumber: string,
  { at, siteUrl }: { readonly at: Date; readonly siteUrl: string },
): Promise<ParcelOutcome> {
  const orderRow = await lockOrder(tx, orderNumber)
  const row = await findParcel(tx, orderNumber)
  if (!row) return conflict('This order is not packed yet.')
  if (isDispatched(row.state)) return { ok: true, value: { isNew: false, before: row.state } }
  const error = notPaidError(orderRow) ?? (await openCancellationError(tx, orderNumber))
  if (error) return { ok: false, error }
  if (row.task === 'unpack') return conflict('This parcel is being unpacked.')
  if (row.state !== 'labelled') return conflict('Make the label first.')
  await moveParcel(tx, { orderRow, row, to: 'handed over', at, source: 'desk', siteUrl })
  return { ok: true, value: { isNew: true, before: row.state } }
}

interface Move {
  readonly orderRow: OrderRow
  readonly row: ParcelRow
  readonly to: ParcelState
  readonly at: Date
  readonly source: Source
  readonly siteUrl: string
}

/**
 * Needs the lock on the order. Adds order events and e-mails. A parcel that leaves declines the open cancellations of
 * its order: they are too late. Returns false, and changes nothing, if the transition is not allowed.
 */
export async function moveParcel(tx: Db, { orderRow, row, to, at, source, siteUrl }: Move): Promise<boolean> {
  if (!canParcelBecome(row.state, to)) return false
  const { orderNumber } = row
  const isFirstDispatch = isDispatched(to) && row.dispatchedAt === null
  await tx
    .update(parcel)
    .set({
      state: to,
      ...(isFirstDispatch && { dispatchedAt: at }),
      ...(to === 'delivered' && { deliveredAt: at }),
      task: null,
      nextAttemptAt: null,
      lastError: null,
      nextTrackAt: isFinal(to) ? null : addMs(at, TRACK_AFTER_MS),
    })
    .where(eq(parcel.orderNumber, orderNumber))
  if (isDispatched(to)) await declineCancellations(tx, orderRow, { by: null, source, at, siteUrl })
  const event = ORDER_EVENTS[to]
  const entry = { orderNumber, at, source }
  if (isFirstDispatch) await appendOrderEvents(tx, { ...entry, event: 'dispatched' })
  if (event) await appendOrderEvents(tx, { ...entry, event })
  if (isFirstDispatch && isOnTheWay(to)) {
    const { awb, trackingUrl, expectedAt } = row
    const courierName = row.courierName ?? orderRow.courierName
    const expectedOn = expectedDelivery({ dispatchedAt: at, expectedAt }, orderRow.estimatedDays)
    await queueOrderEmail(tx, orderRow, {
      content: (about) => orderDispatchedEmail({ ...about, courierName, awb, trackingUrl, expectedOn }),
      dedupeKey: `order-dispatched:${orderNumber}`,
      at,
      siteUrl,
    })
  }
  const dedupeKey = `order-delivered:${orderNumber}`
  if (to === 'delivered')
    await queueOrderEmail(tx, orderRow, { content: orderDeliveredEmail, dedupeKey, at, siteUrl })
  return true
}

const ORDER_EVENTS: Partial<Record<ParcelState, OrderEventName>> = {
  booked: 'booked',
  labelled: 'labelled',
  delivered: 'delivered',
  returning: 'returning',
  lost: 'lost',
}
