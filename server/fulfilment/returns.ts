/**
 * Returns: customers request them, or the courier brings a parcel back; staff decide on them and inspect the pieces.
 * Every step happens under the lock on the order, so that pieces are refunded and restocked once. The refund of
 * accepted pieces is a refund request with the id of the return, and may wait for a second person like any other.
 */
import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import { ZERO, type Paise } from '#domain/money.ts'
import { needsHuids } from '#domain/line-facts.ts'
import { linesToSend } from '#domain/order.ts'
import {
  areWithin,
  quantityOf,
  refundAmount,
  refundForLines,
  mergeLines,
  remainingLines,
  selectLines,
  type LineQuantity,
} from '#domain/refund-lines.ts'
import {
  canReturnBecome,
  returnStage,
  reservesPieces,
  RETURN_REASONS,
  returnableUntil,
  type CustomerReturnReason,
  type ReturnState,
  type ReturnResolution,
} from '#domain/return.ts'
import { returnLabel } from '#domain/shop-particulars.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import { orderReturn, returnPickup } from '#server/db/return-schema.ts'
import { returnEmail } from '#server/email/templates.ts'
import { isBeforeCollection, isPickupFinal } from '#domain/pickup.ts'
import { findParcel } from './parcels.ts'
import { queuePickupCancellation, findPickup } from './pickups.ts'
import { findReturn, NO_SUCH_RETURN, type ReturnOutcome, type ReturnRow } from './return-row.ts'
import { conflict } from '#server/http.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { appendOrderEvents, type Source } from '#server/orders/order-events.ts'
import { loadLines, lockOrder, type OrderLineRow, type OrderRow } from '#server/orders/orders.ts'
import { creditRefunds } from '#server/refunds/credit-refunds.ts'
import { dependsOnApproval, loadRefundBasis, loadRefundLines } from '#server/refunds/refund-amounts.ts'
import { loadUnmadeRefunds } from '#server/refunds/unmade-refunds.ts'
import { requestRefund, WAITS_FOR_APPROVAL } from '#server/refunds/refund-requests.ts'
import { keepReturnedLines, restockLines } from '#server/stock/sell.ts'

/** Oldest first. */
export function loadReturns(db: Db, orderNumber: string): Promise<ReturnRow[]> {
  return db
    .select()
    .from(orderReturn)
    .where(eq(orderReturn.orderNumber, orderNumber))
    .orderBy(asc(orderReturn.requestedAt), asc(orderReturn.id))
}

/** Limited, because each sends e-mails to the order's address, which may belong to someone else. */
const RETURNS_PER_ORDER_MAX = 10
/** An upper limit: more than anyone can inspect in a day. */
const OPEN_MAX = 100

/** Returns that wait for staff, oldest first. */
export async function loadOpenReturns(db: Db) {
  const rows = await db
    .select({
      id: orderReturn.id,
      orderNumber: orderReturn.orderNumber,
      state: orderReturn.state,
      tracking: orderReturn.tracking,
      requestedAt: orderReturn.requestedAt,
      pickupState: returnPickup.state,
    })
    .from(orderReturn)
    .leftJoin(returnPickup, eq(returnPickup.returnId, orderReturn.id))
    .where(inArray(orderReturn.state, ['requested', 'approved', 'received']))
    .orderBy(asc(orderReturn.requestedAt))
    .limit(OPEN_MAX)
  return rows.map(({ requestedAt, tracking, pickupState, ...row }) => ({
    ...row,
    stage: returnStage({ state: row.state, tracking }, pickupState),
    requestedAt: requestedAt.toISOString(),
  }))
}

export interface Returnable {
  /** Null before the delivery, and for an order whose payment is refunded. */
  readonly until: Date | null
  readonly lines: readonly OrderLineRow[]
}

/** `lines` is empty once the return period has ended. */
export async function loadReturnable(db: Db, { number, status }: OrderRow, now: Date): Promise<Returnable> {
  const parcel = await findParcel(db, number)
  if (status !== 'completed' || parcel?.state !== 'delivered' || parcel.deliveredAt === null)
    return { until: null, lines: [] }
  const until = returnableUntil(parcel.deliveredAt)
  if (now > until) return { until, lines: [] }
  const reserving = (await loadReturns(db, number)).filter(({ state }) => reservesPieces(state))
  const reservingIds = reserving.map(({ id }) => id)
  const { replacements } = await loadUnmadeRefunds(db, [number])
  const ofReturns = replacements.filter(({ replacedId }) => reservingIds.includes(replacedId))
  const refunded = remainingLines(
    mergeLines(await loadRefundLines(db, number, reservingIds)),
    ofReturns.flatMap(({ lines }) => lines),
  )
  const orderLines = await loadLines(db, [number])
  // Cancelled pieces never left the shop, even if their refund failed at the bank.
  const neverSent = orderLines.map(({ position, cancelled }) => ({
    position,
    quantity: Math.max(0, cancelled - quantityOf(refunded, position)),
  }))
  const unavailable = [...reserving.flatMap(({ lines }) => lines), ...refunded, ...neverSent]
  return { until, lines: remainingLines(orderLines, unavailable) }
}

export interface ReturnRequest {
  readonly id: string
  readonly lines: readonly LineQuantity[]
  readonly reason: CustomerReturnReason
  readonly note: string
  readonly resolution: ReturnResolution
}

interface Step {
  readonly at: Date
  readonly siteUrl: string
}

export async function requestReturn(
  tx: Db,
  orderNumber: string,
  { id, lines, reason, note, resolution, at, siteUrl }: ReturnRequest & Step,
): Promise<ReturnOutcome> {
  const orderRow = await lockOrder(tx, orderNumber)
  const existing = await findReturn(tx, id)
  if (existing)
    return existing.orderNumber === orderNumber
      ? { ok: true, value: { isNew: false, row: existing } }
      : NO_SUCH_RETURN
  const returnable = await loadReturnable(tx, orderRow, at)
  if (returnable.until === null) return conflict('This order has not been delivered yet.')
  if (returnable.until < at) return conflict('The time for a return is over. Please call or write to us.')
  if (!areWithin(lines, returnable.lines))
    return conflict('These pieces are being returned already, or are not of this order.')
  if ((await loadReturns(tx, orderNumber)).length >= RETURNS_PER_ORDER_MAX)
    return conflict('There were too many returns of this order. Please call or write to us.')
  const row = await tx
    .insert(orderReturn)
    .values({
      id,
      orderNumber,
      lines: [...lines],
      reason,
      note,
      resolution,
      state: 'requested',
      requestedAt: at,
    })
    .returning()
    .then(expectRow)
  await announce(tx, { orderRow, row, source: 'shopper', at, siteUrl })
  return { ok: true, value: { isNew: true, row } }
}

/**
 * The undelivered parcel has arrived at the shop: all pieces of the order wait for inspection. Needs the lock on the
 * order, under which the parcel has just become returned.
 */
export async function receiveUndelivered(tx: Db, orderRow: OrderRow, { at, siteUrl }: Step): Promise<void> {
  const lines = linesToSend(await loadLines(tx, [orderRow.number]))
  const row = await tx
    .insert(orderReturn)
    .values({
      id: randomUUID(),
      orderNumber: orderRow.number,
      lines: lines.map(({ position, quantity }) => ({ position, quantity })),
      reason: 'undelivered',
      note: '',
      resolution: 'refund',
      state: 'received',
      requestedAt: at,
    })
    .returning()
    .then(expectRow)
  await announce(tx, { orderRow, row, source: 'courier', at, siteUrl })
}

/** Stores courier and tracking number of the parcel that the customer has sent. */
export async function addTracking(
  tx: Db,
  orderNumber: string,
  { id, tracking }: { readonly id: string; readonly tracking: string },
): Promise<ReturnOutcome> {
  await lockOrder(tx, orderNumber)
  const row = await findReturn(tx, id)
  if (row?.orderNumber !== orderNumber) return NO_SUCH_RETURN
  if (row.state !== 'approved') return conflict('This return is not on its way to us.')
  const pickup = await findPickup(tx, id)
  if (pickup && pickup.state !== 'cancelled') return conflict('The courier collects these pieces.')
  await tx.update(orderReturn).set({ tracking }).where(eq(orderReturn.id, id))
  return { ok: true, value: { isNew: row.tracking !== tracking, row: { ...row, tracking } } }
}

interface ReturnMove extends Step {
  readonly id: string
  readonly to: ReturnState
  readonly source: Extract<Source, 'shopper' | 'desk' | 'courier'>
  /** The explanation if it is declined or rejected. */
  readonly explanation?: string
  readonly codes?: readonly string[]
  /** The amount that an acceptance refunds. */
  readonly refunded?: Paise
}

export async function moveReturn(
  tx: Db,
  orderNumber: string,
  { id, to, source, explanation = '', codes = [], refunded = ZERO, at, siteUrl }: ReturnMove,
): Promise<ReturnOutcome> {
  const orderRow = await lockOrder(tx, orderNumber)
  const row = await findReturn(tx, id)
  if (row?.orderNumber !== orderNumber) return NO_SUCH_RETURN
  if (row.state === to) return { ok: true, value: { isNew: false, row } }
  const wouldReopen = row.state === 'withdrawn' && source !== 'courier'
  if (!canReturnBecome(row.state, to) || wouldReopen) return conflict(`This return is ${row.state} by now.`)
  const pickup = await findPickup(tx, id)
  if (to === 'withdrawn' && pickup && !isBeforeCollection(pickup.state) && !isPickupFinal(pickup.state))
    return conflict('The courier has collected the pieces already.')
  if (to === 'rejected' && row.reason === 'undelivered')
    return conflict('The customer never had these pieces: accept them, also if they cannot be sold again.')
  // No pickup is needed: the customer keeps the pieces, or has brought them.
  if (pickup && isBeforeCollection(pickup.state)) await queuePickupCancellation(tx, pickup, at)
  const change = { state: to, explanation, codes: [...codes] }
  await tx.update(orderReturn).set(change).where(eq(orderReturn.id, id))
  const moved = { ...row, ...change }
  const wasWithdrawn = row.state === 'withdrawn'
  await announce(tx, { orderRow, row: moved, wasWithdrawn, refunded, source, at, siteUrl })
  return { ok: true, value: { isNew: true, row: moved } }
}

interface Acceptance extends Step {
  readonly id: string
  /** HUIDs or serial numbers of the pieces that came back. */
  readonly codes: readonly string[]
  /** Whether they can be sold again. */
  readonly restocks: boolean
  /** The e-mail address of the staff member. */
  readonly by: string
  /** A larger refund waits for a second person. */
  readonly approvalAbove: Paise
}

/** Refunds the pieces, less what staff have refunded meanwhile. */
export async function acceptReturnedPieces(
  tx: Db,
  orderNumber: string,
  { id, codes, restocks, by, approvalAbove, at, siteUrl }: Acceptance,
): Promise<ReturnOutcome> {
  const orderRow = await lockOrder(tx, orderNumber)
  const row = await findReturn(tx, id)
  if (row?.orderNumber !== orderNumber) return NO_SUCH_RETURN
  const move = { id, to: 'accepted', source: 'desk', codes, at, siteUrl } as const
  // Nothing is refunded: moveReturn reports a repeated acceptance as not new, and any other state as a conflict.
  if (row.state !== 'received') return moveReturn(tx, orderNumber, move)
  const basis = await loadRefundBasis(tx, orderRow)
  const { paid: orderLines, refundable } = basis
  const error = returnedCodesError(row, { orderLines, codes, returns: await loadReturns(tx, orderNumber) })
  if (error) return error
  if (await dependsOnApproval(tx, orderRow, row.lines, basis)) return conflict(WAITS_FOR_APPROVAL)
  const refund = refundForLines(row.lines, basis)
  if (refund) {
    const input = { id, ...refund, refundable, reason: `Return: ${RETURN_REASONS[row.reason]}` }
    const refunded = await requestRefund(tx, orderNumber, { ...input, by, at, approvalAbove })
    if (!refunded.ok) return refunded
  }
  const lines = selectLines(orderLines, row.lines).map(({ productId: id, codes: sentCodes, ...line }) => ({
    ...line,
    id,
    codes: codes.filter((code) => sentCodes?.includes(code)),
  }))
  const returned = { lines, actor: by, now: at }
  if (restocks) await restockLines(tx, orderNumber, { ...returned, reason: 'return accepted' })
  else await keepReturnedLines(tx, orderNumber, { ...returned, reason: 'return accepted, not for sale' })
  const refunded = refund ? refundAmount(refund.lines, refund.extra) : ZERO
  const moved = await moveReturn(tx, orderNumber, { ...move, refunded })
  // The bank may have returned the money of these pieces before.
  if (moved.ok) await creditRefunds(tx, { orderNumber, at })
  return moved
}

interface Inspection {
  readonly orderLines: readonly OrderLineRow[]
  readonly codes: readonly string[]
  readonly returns: readonly ReturnRow[]
}

/** Hallmarked pieces are identified by their HUIDs, so that no other piece is accepted. */
function returnedCodesError(row: ReturnRow, { orderLines, codes, returns }: Inspection) {
  const returned = new Set(returns.flatMap((each) => each.codes))
  const lines = selectLines(orderLines, row.lines).map((line) => ({
    ...line,
    sentCodes: (line.codes ?? []).filter((code) => !returned.has(code)),
  }))
  const foreignCode = codes.find((code) => !lines.some(({ sentCodes }) => sentCodes.includes(code)))
  if (foreignCode !== undefined)
    return conflict(
      `${foreignCode} was not sent with this order, or came back before. Read the HUID of the piece again, letter by letter; it is shown on the order. If it is another piece, do not accept it: reject the return with that reason.`,
    )
  for (const line of lines) {
    const { name, quantity, sentCodes } = line
    const entered = sentCodes.filter((code) => codes.includes(code)).length
    if (needsHuids(line) && entered !== quantity)
      return conflict(`${name}: enter the HUID of each piece that came back (${quantity}).`)
    if (entered > quantity) return conflict('There are more codes than pieces.')
  }
  return null
}

interface Announcement extends Step {
  readonly orderRow: OrderRow
  readonly row: ReturnRow
  readonly wasWithdrawn?: boolean
  readonly refunded?: Paise
  readonly source: Source
}

/** Appends the order event and e-mails the customer. */
async function announce(
  tx: Db,
  { orderRow, row, wasWithdrawn = false, refunded = ZERO, source, at, siteUrl }: Announcement,
): Promise<void> {
  const { id, orderNumber, state, lines } = row
  await appendOrderEvents(tx, { orderNumber, at, event: `return ${state}`, source, detail: { id } })
  const pieces = selectLines(await loadLines(tx, [orderNumber]), lines)
  const label = returnLabel(await loadParticulars(tx), orderNumber)
  await queueOrderEmail(tx, orderRow, {
    content: (about) => returnEmail({ ...about, ...row, wasWithdrawn, refunded, siteUrl, pieces, label }),
    dedupeKey: `return-${state}:${id}`,
    at,
    siteUrl,
  })
}
