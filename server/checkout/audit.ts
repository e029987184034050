/**
 * The audit: the gateway's orders, payments and refunds of a period against the database, both ways. The reconciliation
 * asks about orders that the database knows; this finds money that it does not know of, as after a restore from a backup.
 */
import { and, eq, gte, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import { subtract, ZERO, type Paise } from '#domain/money.ts'
import { addMs } from '#domain/time.ts'
import { dashboardRefund, order, refund, webhookEvent } from '#server/db/schema.ts'
import type { GatewayOrder, GatewayPayment, GatewayError, ListedRefund, Period, Result } from './gateway.ts'
import { adoptGatewayOrder, findGatewayOrder, orderNumberOfReceipt } from './orders.ts'
import { reconcileOrder, type SettleParts } from './settle.ts'
import { REFUND_OVERDUE_MS } from './intervals.ts'
import { eventSubject } from './webhooks.ts'

/** What may differ, and the repair that is safe: looking again at an order is the same as any other look. */
const REPAIRS = {
  'order lost': 'refund',
  'order unbound': 'bind',
  'payment unsettled': 'settle',
  'refund unknown': 'settle',
  'refund missing': 'settle',
  'refund overdue': null,
  'money kept': null,
  'payment unknown to the gateway': null,
} as const
export type DifferenceKind = keyof typeof REPAIRS

export interface Difference {
  readonly kind: DifferenceKind
  readonly orderNumber: string
  /** The gateway's order, payment or refund that differs. */
  readonly gatewayId: string
  readonly amount: Paise
}

/** `safe` looks again and binds what was lost; `unknown money` also refunds what a lost order was paid with. */
export type Repair = 'nothing' | 'safe' | 'unknown money'

export interface AuditReport {
  readonly found: readonly Difference[]
  /** What still differs after the repair. */
  readonly left: readonly Difference[]
  /** How many payments of the gateway were compared. */
  readonly payments: number
}

export async function audit(
  parts: SettleParts,
  period: Period,
  repair: Repair,
): Promise<Result<AuditReport>> {
  const read = await gatewayBooks(parts, period)
  if (!read.ok) return read
  const before = await differences(parts, period, read.fact)
  if (!before.ok) return before
  const found = before.fact
  const payments = read.fact.payments.size
  if (repair === 'nothing') return { ok: true, fact: { found, left: found, payments } }
  for (const difference of found) await repaired(parts, difference, repair)
  const reread = await gatewayBooks(parts, period)
  if (!reread.ok) return reread
  const after = await differences(parts, period, reread.fact)
  if (!after.ok) return after
  await releaseParked(parts, reread.fact, after.fact)
  return { ok: true, fact: { found, left: after.fact, payments } }
}

/** What the gateway has written down in a period, by its ids. */
interface GatewayBooks {
  readonly orders: ReadonlyMap<string, GatewayOrder>
  readonly payments: ReadonlyMap<string, GatewayPayment>
  readonly refunds: readonly ListedRefund[]
}

async function gatewayBooks(parts: SettleParts, period: Period): Promise<Result<GatewayBooks>> {
  const { gateway } = parts
  const orders = await gateway.ordersIn(period)
  if (!orders.ok) return orders
  const listed = await gateway.paymentsIn(period)
  if (!listed.ok) return listed
  const refunds = await gateway.refundsIn(period)
  if (!refunds.ok) return refunds
  const payments = [...listed.fact]
  // What parked webhooks told of is compared however long ago it was.
  for (const { gatewayOrderId } of await parkedWebhooks(parts)) {
    const told = await unlessRefused(gateway.paymentsOf(gatewayOrderId))
    if (!told.ok) return told
    payments.push(...(told.fact ?? []))
  }
  return {
    ok: true,
    fact: {
      orders: new Map(orders.fact.map((each) => [each.id, each])),
      payments: new Map(payments.map((each) => [each.id, each])),
      refunds: refunds.fact,
    },
  }
}

async function parkedWebhooks({ db }: SettleParts) {
  const parked = await db
    .select()
    .from(webhookEvent)
    .where(and(isNull(webhookEvent.workedAt), isNull(webhookEvent.nextAttemptAt)))
  return parked.flatMap(({ eventId, body }) => {
    const { gatewayOrderId } = eventSubject(body)
    return gatewayOrderId === null ? [] : [{ eventId, gatewayOrderId }]
  })
}

async function differences(
  parts: SettleParts,
  period: Period,
  books: GatewayBooks,
): Promise<Result<readonly Difference[]>> {
  const found: Difference[] = []
  for (const compare of [comparePayments, compareRefunds, compareOwnOrders, compareOwnRefunds]) {
    const compared = await compare(parts, books, period)
    if (!compared.ok) return compared
    found.push(...compared.fact)
  }
  return { ok: true, fact: found }
}

/** Null where the gateway does not know it. */
async function unlessRefused<Fact>(asking: Promise<Result<Fact>>): Promise<Result<Fact | null>> {
  const told = await asking
  return !told.ok && told.problem === 'refused' ? { ok: true, fact: null } : told
}

async function orderAtGateway(
  { gateway }: SettleParts,
  { orders }: GatewayBooks,
  id: string,
): Promise<Result<GatewayOrder | null>> {
  const listed = orders.get(id)
  return listed ? { ok: true, fact: listed } : unlessRefused(gateway.fetchOrder(id))
}

async function paymentAtGateway(
  { gateway }: SettleParts,
  { payments }: GatewayBooks,
  id: string,
): Promise<Result<GatewayPayment | null>> {
  const listed = payments.get(id)
  return listed ? { ok: true, fact: listed } : unlessRefused(gateway.fetchPayment(id))
}

/** Every captured rupee that has not gone back must pay its order, or be owed back. */
async function comparePayments(parts: SettleParts, books: GatewayBooks): Promise<Result<Difference[]>> {
  const { db } = parts
  const kept = [...books.payments.values()].filter(
    ({ wasCaptured, amount, refunded }) => wasCaptured && amount > refunded,
  )
  const ids = kept.map(({ id }) => id)
  const paidBy = await db
    .select({ paymentId: order.paymentId })
    .from(order)
    .where(inArray(order.paymentId, ids))
  const owed = await db
    .select({ paymentId: refund.paymentId })
    .from(refund)
    .where(inArray(refund.paymentId, ids))
  const accounted = new Set([...paidBy, ...owed].map(({ paymentId }) => paymentId))
  const found: Difference[] = []
  for (const { id, gatewayOrderId, amount, refunded } of kept) {
    if (accounted.has(id) || gatewayOrderId === null) continue
    const difference = { gatewayId: id, amount: subtract(amount, refunded) }
    const bound = await findGatewayOrder(db, gatewayOrderId)
    if (bound) {
      found.push({ kind: 'payment unsettled', orderNumber: bound.orderNumber, ...difference })
      continue
    }
    const told = await orderAtGateway(parts, books, gatewayOrderId)
    if (!told.ok) return told
    const orderNumber = orderNumberOfReceipt(told.fact?.receipt ?? null)
    // Without a receipt of ours it is another shop's money on the same account.
    if (orderNumber === null) continue
    const isThere = (await db.$count(order, eq(order.number, orderNumber))) > 0
    found.push({ kind: isThere ? 'order unbound' : 'order lost', orderNumber, ...difference })
  }
  return { ok: true, fact: found }
}

/** Every refund of a payment that paid an order must be booked, and its failure too; a refunded order must be refunded. */
async function compareRefunds(parts: SettleParts, books: GatewayBooks): Promise<Result<Difference[]>> {
  const { db } = parts
  const { refunds } = books
  const paid = await db
    .select()
    .from(order)
    .where(
      inArray(
        order.paymentId,
        refunds.map(({ paymentId }) => paymentId),
      ),
    )
  const paidBy = new Map(paid.map((row) => [row.paymentId, row]))
  const found: Difference[] = []
  for (const { id, paymentId, amount, state } of refunds) {
    const row = paidBy.get(paymentId)
    if (!row) continue
    const { number: orderNumber, status, total } = row
    const [booked] = await db.select().from(dashboardRefund).where(eq(dashboardRefund.gatewayRefundId, id))
    const isBooked = booked !== undefined && (booked.failedAt !== null) === (state === 'failed')
    if (!isBooked) found.push({ kind: 'refund unknown', orderNumber, gatewayId: id, amount })
    if (state !== 'failed' || status !== 'refunded') continue
    const told = await paymentAtGateway(parts, books, paymentId)
    if (!told.ok) return told
    const kept = subtract(total, told.fact?.refunded ?? ZERO)
    if (kept > 0) found.push({ kind: 'money kept', orderNumber, gatewayId: id, amount: kept })
  }
  return { ok: true, fact: found }
}

/** Every paid order of the period must be in the gateway's books, with its payment. */
async function compareOwnOrders(
  parts: SettleParts,
  books: GatewayBooks,
  { from, to }: Period,
): Promise<Result<Difference[]>> {
  // An unpaid one that the gateway does not know is ended by the reconciliation.
  const rows = await parts.db
    .select()
    .from(order)
    .where(and(gte(order.placedAt, from), lte(order.placedAt, to), isNotNull(order.paymentId)))
  const found: Difference[] = []
  for (const { number: orderNumber, status, paymentId, total } of rows) {
    const gatewayId = paymentId ?? ''
    const told = await paymentAtGateway(parts, books, gatewayId)
    if (!told.ok) return told
    if (told.fact?.wasCaptured !== true || told.fact.amount !== total)
      found.push({ kind: 'payment unknown to the gateway', orderNumber, gatewayId, amount: total })
    else if (told.fact.state === 'refunded' && status !== 'refunded')
      found.push({ kind: 'refund unknown', orderNumber, gatewayId, amount: total })
  }
  return { ok: true, fact: found }
}

/** What the shop sent back must have gone, and what it owes must not wait. */
async function compareOwnRefunds(
  parts: SettleParts,
  books: GatewayBooks,
  { from, to }: Period,
): Promise<Result<Difference[]>> {
  const rows = await parts.db
    .select()
    .from(refund)
    .where(and(gte(refund.createdAt, from), lte(refund.createdAt, to)))
  const found: Difference[] = []
  for (const { orderNumber, paymentId, amount, createdAt, sentAt } of rows) {
    const difference = { orderNumber, gatewayId: paymentId, amount }
    if (sentAt === null) {
      if (addMs(createdAt, REFUND_OVERDUE_MS) <= parts.now())
        found.push({ kind: 'refund overdue', ...difference })
      continue
    }
    const told = await paymentAtGateway(parts, books, paymentId)
    if (!told.ok) return told
    if ((told.fact?.refunded ?? ZERO) < amount) found.push({ kind: 'refund missing', ...difference })
  }
  return { ok: true, fact: found }
}

async function repaired(parts: SettleParts, difference: Difference, repair: Repair): Promise<void> {
  const { db, gateway, log, now } = parts
  const { kind, gatewayId, orderNumber } = difference
  const how = REPAIRS[kind]
  if (how === null || (how === 'refund' && repair !== 'unknown money')) return
  const trouble = await (how === 'refund' ? refundUnknown() : how === 'bind' ? bind() : settle())
  if (trouble) log.warn('difference not repaired', { kind, gatewayId, detail: trouble.detail })

  async function settle(): Promise<GatewayError | null> {
    const looked = await reconcileOrder(parts, orderNumber, 'audit')
    return looked.ok ? null : looked
  }

  async function bind(): Promise<GatewayError | null> {
    const paid = await gateway.fetchPayment(gatewayId)
    if (!paid.ok) return paid
    const opened = await gateway.fetchOrder(paid.fact.gatewayOrderId ?? '')
    if (!opened.ok) return opened
    await adoptGatewayOrder(db, opened.fact, now())
    return settle()
  }

  async function refundUnknown(): Promise<GatewayError | null> {
    const paid = await gateway.fetchPayment(gatewayId)
    if (!paid.ok) return paid
    const sent = await gateway.refund({
      paymentId: gatewayId,
      amount: subtract(paid.fact.amount, paid.fact.refunded),
      idempotencyKey: `refund-${gatewayId}`,
    })
    if (!sent.ok) return sent
    log.warn('money of a lost order refunded', { event: 'audit.refunded', gatewayId })
    return null
  }
}

/** A parked webhook has served its purpose once no money of its order is unaccounted for. */
async function releaseParked(
  parts: SettleParts,
  { payments }: GatewayBooks,
  left: readonly Difference[],
): Promise<void> {
  const lost = left.filter(({ kind }) => kind === 'order lost')
  const waiting = new Set(lost.map(({ gatewayId }) => payments.get(gatewayId)?.gatewayOrderId))
  const done = (await parkedWebhooks(parts)).filter(({ gatewayOrderId }) => !waiting.has(gatewayOrderId))
  await parts.db
    .update(webhookEvent)
    .set({ workedAt: parts.now() })
    .where(
      inArray(
        webhookEvent.eventId,
        done.map(({ eventId }) => eventId),
      ),
    )
}
