/** Searches and shows orders for the desk. */
import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { DeskOrder, ListedOrder, OrderList, OrderView } from '#contract/desk/orders.ts'
import { needsHuids } from '#domain/line-facts.ts'
import { maskAddress, maskName } from '#domain/mask.ts'
import { isOrderNumber, linesToSend } from '#domain/order.ts'
import { isDispatched, PACK_WITHIN_DAYS, type ParcelState } from '#domain/parcel.ts'
import { returnStage, type ReturnState } from '#domain/return.ts'
import { isPermitted, type Role } from '#domain/permissions.ts'
import { quantityOf, selectLines } from '#domain/refund-lines.ts'
import { PINCODE } from '#domain/shipping.ts'
import { issuesTaxDocuments } from '#domain/shop-particulars.ts'
import { businessOf } from '#domain/tax-identity.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import { uploadedPictureIn } from '#domain/uploaded-picture.ts'
import type { Db } from '#server/db/open.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order, orderEvent, orderLine } from '#server/db/schema.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import { listOrderDocuments } from '#server/documents/order-documents.ts'
import type { PackedParcel } from '#server/documents/packing-slip.ts'
import { findParcel, loadScans } from '#server/fulfilment/parcels.ts'
import { isOfWholeOrder, loadCancellable } from '#server/orders/cancellations.ts'
import { loadLines, type OrderLineRow, type OrderRow } from '#server/orders/orders.ts'
import { hasPan } from '#server/orders/pans.ts'
import { findDispute, type DisputeRow } from '#server/refunds/disputes.ts'
import { loadRefundLines, refundableAmount } from '#server/refunds/refund-amounts.ts'
import {
  loadRefundsOnDashboard,
  loadRefundRequests,
  requestSourceOf,
} from '#server/refunds/refund-requests.ts'
import { loadUnmadeRefunds, type UnmadeRefunds } from '#server/refunds/unmade-refunds.ts'
import { loadPickups, type PickupRow } from '#server/fulfilment/pickups.ts'
import { loadReturns } from '#server/fulfilment/returns.ts'
import type { SignedInStaff } from './sessions.ts'
import { loadStaffNames, type NameOfStaff } from './staff-names.ts'

const STATES_OF: Record<Exclude<OrderView, 'all' | 'to pack' | 'problems'>, readonly ParcelState[]> = {
  'to book': ['packed'],
  'to hand over': ['booked', 'labelled'],
  'on the way': ['handed over', 'in transit', 'out for delivery'],
  delivered: ['delivered'],
}

export function isInView(view: OrderView, { sendsTestOrders }: Reader): SQL | undefined {
  if (view === 'all') return undefined
  if (view === 'to pack')
    return and(
      // A literal, so that the planner can use the partial index.
      sql`${order.status} = 'completed'`,
      isNull(order.packedAt),
      sendsTestOrders ? undefined : eq(order.isTest, false),
    )
  if (view === 'problems')
    return or(isNotNull(parcel.lastError), inArray(parcel.state, ['returning', 'lost']))
  // An order that is being unpacked needs no staff.
  const isKept = or(isNull(parcel.task), ne(parcel.task, 'unpack'))
  return and(inArray(parcel.state, [...STATES_OF[view]]), isKept)
}

/** Each of these conditions uses its own index. */
function matches(text: string): SQL | undefined {
  const digits = text.replace(/[\s()+-]/g, '')
  if (text === '') return undefined
  if (isOrderNumber(text.toUpperCase())) return eq(order.number, text.toUpperCase())
  if (text.includes('@')) return sql`lower(${order.shipTo} ->> 'email') = ${text.toLowerCase()}`
  if (PINCODE.test(digits)) return sql`(${order.shipTo} ->> 'pincode') = ${digits}`
  if (/^\d{10,15}$/.test(digits))
    return sql`right(regexp_replace(${order.shipTo} ->> 'phone', '[^0-9]', '', 'g'), 10) = ${digits.slice(-10)}`
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return sql`false`
  const query = words.map((word) => `${word}:*`).join(' & ')
  return sql`to_tsvector('simple', ${order.shipTo} ->> 'name') @@ to_tsquery('simple', ${query})`
}

/** The orders of the piece with this HUID or serial number, even if it was returned. */
async function findOrdersOfPiece(db: Db, code: string): Promise<string[]> {
  if (code === '' || isOrderNumber(code)) return []
  const rows = await db
    .select({ orderNumber: orderLine.orderNumber })
    .from(orderLine)
    .where(and(isNotNull(orderLine.codes), arrayOverlaps(orderLine.codes, [code])))
  return rows.map(({ orderNumber }) => orderNumber)
}

/** The reader's permissions, and the time. */
export interface Reader {
  readonly id: string
  readonly role: Role
  readonly email: string
  readonly now: Date
  /** True if the sandbox is the courier. */
  readonly sendsTestOrders: boolean
}

interface Search {
  readonly text: string
  readonly view: OrderView
  /** Number of an order, the cursor of the next page. */
  readonly olderThan: string | null
}

const PAGE_SIZE = 50

/** Newest first. */
export async function findOrders(
  db: Db,
  { text, view, olderThan }: Search,
  reader: Reader,
): Promise<OrderList> {
  // A separate query: combined with the search by name, PostgreSQL would load every match before taking the newest.
  const ofPiece = await findOrdersOfPiece(db, text.toUpperCase())
  const isMatch = ofPiece.length === 0 ? matches(text) : or(matches(text), inArray(order.number, ofPiece))
  const rows = await selectListedOrders(db)
    .where(and(isInView(view, reader), isMatch, olderThan === null ? undefined : isOlderThan(olderThan)))
    .orderBy(desc(order.placedAt), desc(order.number))
    .limit(PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return {
    orders: await toListedOrders(db, page, reader),
    ...(last && rows.length > PAGE_SIZE && { olderThan: last.number }),
  }
}

function isOlderThan(number: string): SQL {
  const cursor = sql`(select ${order.placedAt}, ${order.number} from ${order} where ${order.number} = ${number})`
  return sql`(${order.placedAt}, ${order.number}) < ${cursor}`
}

const lastReturnState = sql<ReturnState | null>`(
  select ${orderReturn.state} from ${orderReturn} where ${orderReturn.orderNumber} = ${order.number}
  order by ${orderReturn.requestedAt} desc, ${orderReturn.id} desc limit 1
)`.as('return_state')

const isCancelled = sql<boolean>`exists (
  select from ${orderEvent}
  where ${eq(orderEvent.orderNumber, order.number)} and ${eq(orderEvent.event, 'paid order cancelled')}
)`.as('is_cancelled')

export function selectListedOrders(db: Db) {
  return db
    .select({
      number: order.number,
      placedAt: order.placedAt,
      completedAt: order.completedAt,
      packedAt: order.packedAt,
      status: order.status,
      shipTo: order.shipTo,
      total: order.total,
      isTest: order.isTest,
      parcelState: parcel.state,
      task: parcel.task,
      lastError: parcel.lastError,
      returnState: lastReturnState,
      isCancelled,
    })
    .from(order)
    .leftJoin(parcel, eq(parcel.orderNumber, order.number))
    .$dynamic()
}

type ListedOrderRow = Awaited<ReturnType<typeof selectListedOrders>>[number]
export async function toListedOrders(
  db: Db,
  rows: readonly ListedOrderRow[],
  reader: Reader,
): Promise<ListedOrder[]> {
  const { unmade } = await loadUnmadeRefunds(
    db,
    rows.map(({ number }) => number),
  )
  const owed = new Set(unmade.map(({ orderNumber }) => orderNumber))
  return rows.map((row) => toListedOrder({ ...row, isRefundOwed: owed.has(row.number) }, reader))
}

function toListedOrder(
  row: ListedOrderRow & Pick<ListedOrder, 'isRefundOwed'>,
  { role, now, sendsTestOrders }: Reader,
): ListedOrder {
  const { number, placedAt, completedAt, packedAt, status, shipTo, total, isTest } = row
  const isToPack =
    status === 'completed' && packedAt === null && (sendsTestOrders || !isTest) && completedAt !== null
  return {
    number,
    placedAt: placedAt.toISOString(),
    status,
    parcelState: row.parcelState,
    returnState: row.returnState,
    isCancelled: row.isCancelled,
    isRefundOwed: row.isRefundOwed,
    pendingTask: row.lastError === null ? row.task : null,
    problem: row.lastError,
    isOverdue: isToPack && addMs(completedAt, PACK_WITHIN_DAYS * DAY_MS) <= now,
    name: isPermitted(role, 'read-customers') ? shipTo.name : maskName(shipTo.name),
    city: shipTo.city,
    pincode: shipTo.pincode,
    total: isPermitted(role, 'read-amounts') ? total : null,
  }
}

export async function loadDeskOrder(
  db: Db,
  number: string,
  { role, email }: Pick<SignedInStaff, 'role' | 'email'>,
): Promise<DeskOrder | null> {
  if (!isOrderNumber(number)) return null
  const maySeeAmounts = isPermitted(role, 'read-amounts')
  const isMasked = !isPermitted(role, 'read-customers')
  const maySeeTaxes = isPermitted(role, 'read-tax-documents')
  const amount = <Amount>(value: Amount) => (maySeeAmounts ? value : null)
  const nameOf = await loadStaffNames(db, role)
  // Read before the order: a page that shows a refund as sent must also show its effect on the order.
  const [refunds, refundsOnDashboard] = await Promise.all([
    maySeeAmounts ? loadRefunds(db, number, { nameOf, role, email }) : [],
    maySeeAmounts ? loadRefundsOnDashboard(db, number) : [],
  ])
  const [row] = await db.select().from(order).where(eq(order.number, number))
  if (!row) return null
  const [dispute, lines, refunded, refundsOwed, parcel, refundable, documents, pan, particulars, history] =
    await Promise.all([
      maySeeAmounts && row.paymentId !== null ? findDispute(db, row.paymentId) : undefined,
      loadLines(db, [number]),
      loadRefundLines(db, number),
      loadUnmadeRefunds(db, [number]),
      loadDeskParcel(db, number),
      maySeeAmounts ? refundableAmount(db, row) : null,
      maySeeTaxes ? listOrderDocuments(db, number) : [],
      maySeeTaxes && hasPan(db, number),
      loadParticulars(db),
      loadHistory(db, number, nameOf),
    ])
  const { unmade } = refundsOwed
  const [{ isCancellable, cancellableLines }, returns] = await Promise.all([
    loadCancellable(db, row, { lines, isDispatched: parcel !== null && isDispatched(parcel.state) }),
    loadDeskReturns(db, number, { orderLines: lines, unmade }),
  ])
  return {
    ...summaryOf(row),
    isRefundOwed: unmade.length > 0,
    isMasked,
    shipTo: isMasked ? maskAddress(row.shipTo) : row.shipTo,
    business: maySeeTaxes ? businessOf(row) : null,
    hasPan: pan,
    offerCode: row.offerCode,
    subtotal: amount(row.subtotal),
    shipping: amount(row.shipping),
    total: amount(row.total),
    paymentId: amount(row.paymentId),
    lines: lines.map((line) => toDeskLine(line, { refunded: quantityOf(refunded, line.position), amount })),
    parcel,
    isCancellable,
    cancellableLines,
    documents,
    issuesInvoice: lines.every(({ facts }) => facts?.tax) && (row.isTest || issuesTaxDocuments(particulars)),
    dispute: dispute ? toDeskDispute(dispute) : null,
    refundable,
    refunds: refunds.map((each) => ({ ...each, ...unmadeOf(each, refundsOwed, { nameOf, role }) })),
    refundsOnDashboard: refundsOnDashboard.map(({ createdAt, ...each }) => ({
      ...each,
      createdAt: createdAt.toISOString(),
      ...unmadeOf(each, refundsOwed, { nameOf, role }),
    })),
    returns,
    history,
  }
}

function toDeskDispute({ status, amount, respondBy }: DisputeRow): NonNullable<DeskOrder['dispute']> {
  return { status, amount, respondBy: respondBy?.toISOString() ?? null }
}

async function loadHistory(db: Db, number: string, nameOf: NameOfStaff): Promise<DeskOrder['history']> {
  const events = await db
    .select({
      event: orderEvent.event,
      at: orderEvent.at,
      source: orderEvent.source,
      actor: orderEvent.actor,
    })
    .from(orderEvent)
    .where(eq(orderEvent.orderNumber, number))
    .orderBy(asc(orderEvent.id))
  return events.map(({ at, actor, ...rest }) => ({
    ...rest,
    at: at.toISOString(),
    by: actor === null ? null : nameOf(actor),
  }))
}

interface LineReader {
  /** Pieces that are refunded, or about to be. */
  readonly refunded: number
  /** Null for roles without the permission. */
  amount<Amount>(value: Amount): Amount | null
}

function toDeskLine(line: OrderLineRow, { refunded, amount }: LineReader): DeskOrder['lines'][number] {
  return {
    type: line.type,
    id: line.productId,
    position: line.position,
    size: line.size,
    name: line.name,
    quantity: line.quantity,
    cancelledQuantity: line.cancelled,
    sentQuantity: line.quantity - line.cancelled,
    refundableQuantity: line.quantity - refunded,
    unitPrice: amount(line.unitPrice),
    total: amount(line.total),
    firstPhotograph: uploadedPictureIn(line.facts?.picture),
    metal: [line.facts?.metal, line.facts?.purity].filter(Boolean).join(' '),
    weightMg: line.facts?.grossWeightMg ?? null,
    netWeightMg: line.facts?.netWeightMg ?? null,
    needsHuids: needsHuids(line),
    codes: line.codes ?? [],
  }
}

async function loadRefunds(
  db: Db,
  number: string,
  { nameOf, role, email }: Pick<SignedInStaff, 'role' | 'email'> & { readonly nameOf: NameOfStaff },
): Promise<Omit<DeskOrder['refunds'][number], keyof ReturnType<typeof unmadeOf>>[]> {
  const rows = await loadRefundRequests(db, number)
  const approves = isPermitted(role, 'refund')
  return rows.map(({ request, failedAt, sentAt }) => ({
    id: request.id,
    amount: request.amount,
    lines: [...request.lines],
    extra: request.extra,
    reason: request.reason,
    cancels: request.cancels ? (isOfWholeOrder(request) ? 'order' : 'pieces') : null,
    state: failedAt ? 'failed' : request.state,
    requestedBy: nameOf(request.requestedBy),
    requesterEmail: approves && requestSourceOf(request) === 'desk' ? request.requestedBy : null,
    isOwn: request.requestedBy === email,
    requestedAt: request.requestedAt.toISOString(),
    decidedBy: request.decidedBy === null ? null : nameOf(request.decidedBy),
    sentAt: sentAt?.toISOString() ?? null,
    gatewayRefundId: request.gatewayRefundId,
    problem: failedAt ? 'The bank could not take it.' : request.lastError,
  }))
}

async function loadDeskReturns(
  db: Db,
  number: string,
  { orderLines, unmade }: Pick<UnmadeRefunds, 'unmade'> & { readonly orderLines: readonly OrderLineRow[] },
): Promise<DeskOrder['returns']> {
  const rows = await loadReturns(db, number)
  const pickups = await loadPickups(db, number)
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    stage: returnStage(row, pickups.find(({ returnId }) => returnId === row.id)?.state ?? null),
    reason: row.reason,
    note: row.note,
    resolution: row.resolution,
    requestedAt: row.requestedAt.toISOString(),
    tracking: row.tracking,
    pickup: toDeskPickup(pickups.find(({ returnId }) => returnId === row.id)),
    explanation: row.explanation,
    unmadeRefund: unmade.find(({ id }) => id === row.id)?.cause ?? null,
    codes: row.codes,
    lines: selectLines(orderLines, row.lines).map(({ position, quantity, name }) => ({
      position,
      quantity,
      name,
    })),
  }))
}

function unmadeOf(
  { id }: { readonly id: string },
  { unmade, replacements, direct, closed, payable }: UnmadeRefunds,
  { nameOf, role }: Pick<SignedInStaff, 'role'> & { readonly nameOf: NameOfStaff },
) {
  return {
    directRefunds: direct
      .filter(({ failedRefundId }) => failedRefundId === id)
      .map(({ amount, method, reference, paidOn, recordedBy, recordedAt }) => ({
        amount,
        method,
        // It may be an account of the customer.
        reference: isPermitted(role, 'read-money') ? reference : '',
        paidOn,
        recordedBy: nameOf(recordedBy),
        recordedAt: recordedAt.toISOString(),
      })),
    closed: closed
      .filter(({ refundId }) => refundId === id)
      .map(({ amount, reason, closedBy, closedAt }) => ({
        amount,
        reason,
        closedBy: nameOf(closedBy),
        closedAt: closedAt.toISOString(),
      })),
    replacements: replacements
      .filter(({ replacedId }) => replacedId === id)
      .map(({ amount, sentAt }) => ({ amount, sentAt: sentAt?.toISOString() ?? null })),
    owed: unmade.find((each) => each.id === id)?.amount ?? null,
    payable: payable.get(id) ?? null,
  }
}

function toDeskPickup(row: PickupRow | undefined): DeskOrder['returns'][number]['pickup'] {
  if (!row) return null
  const { state, awb, courierName, scheduledFor, trackingUrl, task, lastError } = row
  return {
    state,
    awb,
    courierName,
    scheduledFor: scheduledFor?.toISOString() ?? null,
    trackingUrl,
    task,
    problem: lastError,
  }
}

function summaryOf({ number, status, placedAt, completedAt, isTest, courierName }: OrderRow) {
  return {
    number,
    status,
    placedAt: placedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    isTest,
    courierName,
  }
}

/** Null unless the order is packed. */
export async function loadPackedParcel(db: Db, number: string): Promise<PackedParcel | null> {
  if (!isOrderNumber(number)) return null
  const [row] = await db.select().from(order).where(eq(order.number, number))
  const packed = await findParcel(db, number)
  if (!row || !packed) return null
  const lines = await loadLines(db, [number])
  return {
    orderNumber: number,
    shipTo: row.shipTo,
    packedAt: packed.packedAt,
    weightMg: packed.weightMg,
    seal: packed.seal,
    lines: linesToSend(lines).map(({ productId: id, codes, ...line }) => ({
      ...line,
      id,
      codes: codes ?? [],
    })),
  }
}

async function loadDeskParcel(db: Db, number: string) {
  const row = await findParcel(db, number)
  if (!row) return null
  const scans = await loadScans(db, number)
  return {
    state: row.state,
    weightMg: row.weightMg,
    seal: row.seal,
    packedAt: row.packedAt.toISOString(),
    awb: row.awb,
    courierName: row.courierName,
    labelUrl: row.labelUrl,
    manifestUrl: row.manifestUrl,
    trackingUrl: row.trackingUrl,
    expectedAt: row.expectedAt?.toISOString() ?? null,
    task: row.task,
    problem: row.lastError,
    scans: scans.map(({ at, activity, location }) => ({ at: at.toISOString(), activity, location })),
  }
}
