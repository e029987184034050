/**
 * Compares the gateway's orders, payments and refunds of a period with the database, both ways. The reconciliation
 * covers the orders in the database; the audit finds money that is missing there, for example after a restore from a
 * backup.
 */
import { and, between, eq, gte, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { subtract, sum, ZERO, type Paise } from '#domain/money.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { directRefund, dispute, gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { order, payment, surplusRefund, webhookEvent } from '#server/db/schema.ts'
import { relinkGatewayOrder, findGatewayOrder, orderNumberOfReceipt } from '#server/orders/gateway-orders.ts'
import { REFUND_OVERDUE_MS } from '#server/orders/intervals.ts'
import { errorFields } from '#server/log.ts'
import { lockOrder } from '#server/orders/orders.ts'
import { loadUnmadeRefunds, repaidAmount } from '#server/refunds/unmade-refunds.ts'
import type {
  GatewayOrder,
  GatewayDeps,
  GatewayPayment,
  GatewayResult,
  ListedRefund,
  Period,
} from '#server/gateway/gateway.ts'
import { creditRefunds, uncreditedAmount } from '#server/refunds/credit-refunds.ts'
import { lostAmount } from '#server/refunds/refund-amounts.ts'
import { reconcileOrder } from './reconcile-order.ts'
import { eventSubject } from './webhooks.ts'

/** What may differ, and how it is repaired; null if only an operator can repair it. */
const REPAIRS = {
  'order lost': 'refund',
  'gateway order unlinked': 'relink',
  'payment not applied': 'reconcile',
  'refund unknown': 'reconcile',
  'refund missing': 'reconcile',
  'refund overdue': null,
  'refund failed': null,
  'refunded more than paid': null,
  'credit note missing': 'credit',
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

/**
 * `safe` reconciles orders, links lost gateway orders and issues missing credit notes; `unknown money` also refunds
 * payments of lost orders.
 */
export type Repair = 'nothing' | 'safe' | 'unknown money'

export interface AuditReport {
  readonly found: readonly Difference[]
  /** Differences left after the repair. */
  readonly left: readonly Difference[]
  /** Number of payments compared. */
  readonly payments: number
}

export async function audit(
  deps: GatewayDeps,
  period: Period,
  repair: Repair,
): Promise<GatewayResult<AuditReport>> {
  const before = await compareAll(deps, period)
  if (!before.ok) return before
  const { differences: found } = before.value
  const payments = before.value.records.payments.size
  if (repair === 'nothing') return { ok: true, value: { found, left: found, payments } }
  for (const difference of found) await repairDifference(deps, difference, repair)
  const after = await compareAll(deps, period)
  if (!after.ok) return after
  const { records, differences: left } = after.value
  await closeParkedWebhooks(deps, records, left)
  return { ok: true, value: { found, left, payments } }
}

interface Comparison {
  readonly records: GatewayRecords
  readonly differences: readonly Difference[]
}

async function compareAll(deps: GatewayDeps, period: Period): Promise<GatewayResult<Comparison>> {
  const fetched = await fetchRecords(deps, period)
  if (!fetched.ok) return fetched
  const records = fetched.value
  const differences: Difference[] = []
  for (const compare of [
    comparePayments,
    compareRefunds,
    compareOwnOrders,
    compareOwnRefunds,
    compareRefundRequests,
    compareTotals,
    compareCredits,
  ]) {
    const compared = await compare(deps, records, period)
    if (!compared.ok) return compared
    differences.push(...compared.value)
  }
  return { ok: true, value: { records, differences } }
}

/** The gateway's records of a period, by id. */
interface GatewayRecords {
  readonly orders: ReadonlyMap<string, GatewayOrder>
  readonly payments: ReadonlyMap<string, GatewayPayment>
  readonly refunds: readonly ListedRefund[]
}

async function fetchRecords(deps: GatewayDeps, period: Period): Promise<GatewayResult<GatewayRecords>> {
  const { gateway } = deps
  const orders = await gateway.listOrders(period)
  if (!orders.ok) return orders
  const listedPayments = await gateway.listPayments(period)
  if (!listedPayments.ok) return listedPayments
  const refunds = await gateway.listRefunds(period)
  if (!refunds.ok) return refunds
  const payments = [...listedPayments.value]
  // Orders of parked webhooks are compared however old they are.
  for (const { gatewayOrderId } of await loadParkedWebhooks(deps)) {
    const fetched = await nullIfRejected(gateway.fetchOrderPayments(gatewayOrderId))
    if (!fetched.ok) return fetched
    payments.push(...(fetched.value ?? []))
  }
  return {
    ok: true,
    value: {
      orders: new Map(orders.value.map((each) => [each.id, each])),
      payments: new Map(payments.map((each) => [each.id, each])),
      refunds: refunds.value,
    },
  }
}

async function loadParkedWebhooks({ db }: GatewayDeps) {
  const parked = await db
    .select()
    .from(webhookEvent)
    .where(and(isNull(webhookEvent.processedAt), isNull(webhookEvent.nextAttemptAt)))
  return parked.flatMap(({ eventId, body }) => {
    const { gatewayOrderId } = eventSubject(body)
    return gatewayOrderId === null ? [] : [{ eventId, gatewayOrderId }]
  })
}

/** The gateway rejects a request for an unknown id. */
async function nullIfRejected<Value>(
  request: Promise<GatewayResult<Value>>,
): Promise<GatewayResult<Value | null>> {
  const result = await request
  return !result.ok && result.error.kind === 'rejected' ? { ok: true, value: null } : result
}

/** From the records of the period, or else by a request; null for what the gateway does not know. */
async function findAtGateway<Entity>(
  records: ReadonlyMap<string, Entity>,
  id: string,
  request: (id: string) => Promise<GatewayResult<Entity>>,
): Promise<GatewayResult<Entity | null>> {
  const entity = records.get(id)
  return entity ? { ok: true, value: entity } : nullIfRejected(request(id))
}

/** Every captured payment that is not refunded must pay its order, or be due for a refund. */
async function comparePayments(
  { db, gateway }: GatewayDeps,
  records: GatewayRecords,
): Promise<GatewayResult<Difference[]>> {
  const unrefunded = [...records.payments.values()].filter(
    ({ wasCaptured, amount, refunded }) => wasCaptured && amount > refunded,
  )
  const ids = unrefunded.map(({ id }) => id)
  const paying = await db
    .select({ paymentId: order.paymentId })
    .from(order)
    .where(inArray(order.paymentId, ids))
  const dueBack = await db
    .select({ paymentId: surplusRefund.paymentId })
    .from(surplusRefund)
    .where(inArray(surplusRefund.paymentId, ids))
  const waitingForConsent = await db
    .select({ paymentId: payment.paymentId })
    .from(payment)
    .innerJoin(order, eq(order.number, payment.orderNumber))
    .where(and(inArray(payment.paymentId, ids), isNotNull(order.consentDueAt)))
  const accounted = new Set([...paying, ...dueBack, ...waitingForConsent].map(({ paymentId }) => paymentId))
  const differences: Difference[] = []
  for (const { id, gatewayOrderId, amount, refunded } of unrefunded) {
    if (accounted.has(id) || gatewayOrderId === null) continue
    const difference = { gatewayId: id, amount: subtract(amount, refunded) }
    const gatewayOrder = await findGatewayOrder(db, gatewayOrderId)
    if (gatewayOrder) {
      differences.push({ kind: 'payment not applied', orderNumber: gatewayOrder.orderNumber, ...difference })
      continue
    }
    const fetched = await findAtGateway(records.orders, gatewayOrderId, gateway.fetchOrder)
    if (!fetched.ok) return fetched
    const orderNumber = orderNumberOfReceipt(fetched.value?.receipt ?? null)
    // Belongs to another shop on the same account.
    if (orderNumber === null) continue
    const isStored = (await db.$count(order, eq(order.number, orderNumber))) > 0
    differences.push({ kind: isStored ? 'gateway order unlinked' : 'order lost', orderNumber, ...difference })
  }
  return { ok: true, value: differences }
}

/**
 * Every refund of a payment that paid an order must be recorded, and its failure too; a refunded order must be
 * refunded.
 */
async function compareRefunds(
  { db }: GatewayDeps,
  { refunds }: GatewayRecords,
): Promise<GatewayResult<Difference[]>> {
  const ids = refunds.map(({ paymentId }) => paymentId)
  const paid = await db.select().from(order).where(inArray(order.paymentId, ids))
  const paidOrders = new Map(paid.map((row) => [row.paymentId, row]))
  const differences: Difference[] = []
  for (const { id, paymentId, amount, status } of refunds) {
    const paidOrder = paidOrders.get(paymentId)
    if (!paidOrder) continue
    const { number: orderNumber } = paidOrder
    const [recorded] = await db.select().from(gatewayRefund).where(eq(gatewayRefund.gatewayRefundId, id))
    const isRecorded = recorded !== undefined && (recorded.failedAt !== null) === (status === 'failed')
    if (!isRecorded) differences.push({ kind: 'refund unknown', orderNumber, gatewayId: id, amount })
    if (status !== 'failed' || paidOrder.status !== 'refunded') continue
    const { unmade } = await loadUnmadeRefunds(db, [orderNumber])
    const owed = sum(unmade.map((each) => each.amount))
    if (owed > 0) differences.push({ kind: 'refund failed', orderNumber, gatewayId: id, amount: owed })
  }
  return { ok: true, value: differences }
}

/** The gateway must know the payment of every paid order. */
async function compareOwnOrders(
  { db, gateway }: GatewayDeps,
  records: GatewayRecords,
  { from, to }: Period,
): Promise<GatewayResult<Difference[]>> {
  // The reconciliation ends unpaid orders that the gateway does not know.
  const rows = await db
    .select()
    .from(order)
    .where(and(gte(order.placedAt, from), lte(order.placedAt, to), isNotNull(order.paymentId)))
  const differences: Difference[] = []
  for (const { number: orderNumber, status, paymentId, total } of rows) {
    const gatewayId = paymentId ?? ''
    const fetched = await findAtGateway(records.payments, gatewayId, gateway.fetchPayment)
    if (!fetched.ok) return fetched
    if (fetched.value?.wasCaptured !== true || fetched.value.amount !== total)
      differences.push({ kind: 'payment unknown to the gateway', orderNumber, gatewayId, amount: total })
    else if (fetched.value.status === 'refunded' && status !== 'refunded')
      differences.push({ kind: 'refund unknown', orderNumber, gatewayId, amount: total })
  }
  return { ok: true, value: differences }
}

/**
 * Sent refunds must show on their payment, unless the bank has returned it; due refunds must not wait too long, however
 * old they are.
 */
async function compareOwnRefunds(
  { db, gateway, now }: GatewayDeps,
  records: GatewayRecords,
  { from, to }: Period,
): Promise<GatewayResult<Difference[]>> {
  // The bank decides a dispute long after the refund.
  const disputed = db
    .select({ paymentId: dispute.paymentId })
    .from(dispute)
    .where(between(dispute.updatedAt, from, to))
  const rows = await db
    .select()
    .from(surplusRefund)
    .where(
      or(
        between(surplusRefund.createdAt, from, to),
        inArray(surplusRefund.paymentId, disputed),
        isNull(surplusRefund.sentAt),
      ),
    )
  const differences: Difference[] = []
  for (const { orderNumber, paymentId, amount, createdAt, sentAt } of rows) {
    const difference = { orderNumber, gatewayId: paymentId, amount }
    if (sentAt === null) {
      if (addMs(createdAt, REFUND_OVERDUE_MS) <= now())
        differences.push({ kind: 'refund overdue', ...difference })
      continue
    }
    const fetched = await findAtGateway(records.payments, paymentId, gateway.fetchPayment)
    if (!fetched.ok) return fetched
    const { amount: paid, refunded } = fetched.value ?? { amount, refunded: ZERO }
    const lost = await lostAmount(db, paymentId)
    const missing = subtract(paid, sum([refunded, lost]))
    if (missing > 0) differences.push({ ...difference, kind: 'refund missing', amount: missing })
    if (missing < 0)
      differences.push({ ...difference, kind: 'refunded more than paid', amount: subtract(ZERO, missing) })
  }
  return { ok: true, value: differences }
}

/** Requested refunds that should have been sent, however old; sent ones are recorded with the gateway refunds. */
async function compareRefundRequests({ db, now }: GatewayDeps): Promise<GatewayResult<Difference[]>> {
  const rows = await db.select().from(refundRequest).where(eq(refundRequest.state, 'due'))
  const overdue = rows.filter(
    ({ requestedAt, decidedAt }) => addMs(decidedAt ?? requestedAt, REFUND_OVERDUE_MS) <= now(),
  )
  return {
    ok: true,
    value: overdue.map(({ orderNumber, paymentId, amount }) => ({
      kind: 'refund overdue',
      orderNumber,
      gatewayId: paymentId,
      amount,
    })),
  }
}

/** Refunds of gateway and shop, and what the bank has returned, must not exceed the payment of their order. */
async function compareTotals(
  { db }: GatewayDeps,
  _records: GatewayRecords,
  { from, to }: Period,
): Promise<GatewayResult<Difference[]>> {
  const rows = await db
    .select({ orderNumber: order.number, gatewayId: order.paymentId, total: order.total, repaidAmount })
    .from(order)
    .where(and(inArray(order.number, refundedBetween(db, { from, to })), lt(order.total, repaidAmount)))
  return {
    ok: true,
    value: rows.map(({ orderNumber, gatewayId, total, repaidAmount: repaid }) => ({
      kind: 'refunded more than paid',
      orderNumber,
      gatewayId: gatewayId ?? '',
      amount: subtract(repaid, total),
    })),
  }
}

/** Credit notes must cover what went back of an invoice. */
async function compareCredits(
  { db }: GatewayDeps,
  _records: GatewayRecords,
  period: Period,
): Promise<GatewayResult<Difference[]>> {
  const rows = await db
    .select({ orderNumber: order.number, paymentId: order.paymentId })
    .from(order)
    .where(inArray(order.number, refundedBetween(db, period)))
  const differences: Difference[] = []
  for (const { orderNumber, paymentId } of rows) {
    const amount = await uncreditedAmount(db, orderNumber)
    const gatewayId = paymentId ?? ''
    if (amount > 0) differences.push({ kind: 'credit note missing', orderNumber, gatewayId, amount })
  }
  return { ok: true, value: differences }
}

/** The orders of which gateway, shop or bank has refunded something. */
function refundedBetween(db: Db, { from, to }: Period) {
  return union(
    db
      .select({ orderNumber: gatewayRefund.orderNumber })
      .from(gatewayRefund)
      .where(between(gatewayRefund.recordedAt, from, to)),
    db
      .select({ orderNumber: directRefund.orderNumber })
      .from(directRefund)
      .where(between(directRefund.recordedAt, from, to)),
    db
      .select({ orderNumber: dispute.orderNumber })
      .from(dispute)
      .where(between(dispute.updatedAt, from, to)),
  )
}

async function repairDifference(deps: GatewayDeps, difference: Difference, repair: Repair): Promise<void> {
  const { db, gateway, log, now } = deps
  const { kind, gatewayId, orderNumber } = difference
  const how = REPAIRS[kind]
  if (how === null || (how === 'refund' && repair !== 'unknown money')) return
  const message = 'audit difference not repaired'
  try {
    const result = await { refund: refundUnknown, relink, reconcile, credit }[how]()
    if (!result.ok) log.warn(message, { kind, gatewayId, detail: result.error.detail })
  } catch (error) {
    // A bug in one repair must not prevent the others. The difference is left, and reported as such.
    log.error(message, { kind, gatewayId, ...errorFields(error) })
  }

  function reconcile(): Promise<GatewayResult<unknown>> {
    return reconcileOrder(deps, orderNumber, 'audit')
  }

  async function credit(): Promise<GatewayResult<unknown>> {
    await db.transaction(async (tx) => {
      await lockOrder(tx, orderNumber)
      await creditRefunds(tx, { orderNumber, at: now() })
    })
    return { ok: true, value: null }
  }

  async function relink(): Promise<GatewayResult<unknown>> {
    const payment = await gateway.fetchPayment(gatewayId)
    if (!payment.ok) return payment
    const gatewayOrder = await gateway.fetchOrder(payment.value.gatewayOrderId ?? '')
    if (!gatewayOrder.ok) return gatewayOrder
    await relinkGatewayOrder(db, gatewayOrder.value, { source: 'audit', now: now() })
    return reconcile()
  }

  async function refundUnknown(): Promise<GatewayResult<unknown>> {
    const payment = await gateway.fetchPayment(gatewayId)
    if (!payment.ok) return payment
    const gatewayRefund = await gateway.refund({
      paymentId: gatewayId,
      amount: subtract(payment.value.amount, payment.value.refunded),
      idempotencyKey: `refund-${gatewayId}`,
    })
    if (gatewayRefund.ok) log.warn('lost order refunded', { event: 'audit.refunded', gatewayId })
    return gatewayRefund
  }
}

/** A parked webhook is done once all money of its order is accounted for. */
async function closeParkedWebhooks(
  deps: GatewayDeps,
  { payments }: GatewayRecords,
  left: readonly Difference[],
): Promise<void> {
  const lost = left.filter(({ kind }) => kind === 'order lost')
  const waiting = new Set(lost.map(({ gatewayId }) => payments.get(gatewayId)?.gatewayOrderId))
  const done = (await loadParkedWebhooks(deps)).filter(({ gatewayOrderId }) => !waiting.has(gatewayOrderId))
  const ids = done.map(({ eventId }) => eventId)
  await deps.db
    .update(webhookEvent)
    .set({ processedAt: deps.now() })
    .where(inArray(webhookEvent.eventId, ids))
}
