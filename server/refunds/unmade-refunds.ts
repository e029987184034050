/**
 * Unmade refunds: those that failed, and declined ones of accepted returns. The shop owes them until staff make a
 * replacement, record a direct refund, close it, or nothing is left to refund.
 */
import { and, asc, eq, gt, inArray, isNotNull, isNull, min, notExists, or, sql, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { ZERO, type Paise } from '#domain/money.ts'
import { ORDER_STATUSES, isCaptured } from '#domain/order.ts'
import type { RefundLine } from '#domain/refund-lines.ts'
import { NOT_SENT_YET } from '#domain/refund-request.ts'
import { owedRefunds, type OwedRefunds } from '#domain/replacement-refund.ts'
import type { UnmadeRefundCause } from '#domain/return.ts'
import type { Db } from '#server/db/open.ts'
import {
  closedRefund,
  directRefund,
  dispute,
  gatewayRefund,
  refundRequest,
} from '#server/db/refund-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order, orderEvent } from '#server/db/schema.ts'

const refunded = sql`
  select ${gatewayRefund.amount} from ${gatewayRefund}
  where ${and(eq(gatewayRefund.orderNumber, order.number), isNull(gatewayRefund.failedAt))}`
const paidDirectly = sql`
  select ${directRefund.amount} from ${directRefund} where ${eq(directRefund.orderNumber, order.number)}`
const notSentYet = sql`
  select ${refundRequest.amount} from ${refundRequest}
  where ${and(eq(refundRequest.orderNumber, order.number), inArray(refundRequest.state, NOT_SENT_YET))}`
const lost = sql`
  select ${dispute.amount} from ${dispute}
  where ${and(eq(dispute.orderNumber, order.number), eq(dispute.paymentId, order.paymentId), eq(dispute.status, 'lost'))}`

function sumOf(...amounts: readonly SQL[]): SQL {
  return sql`(select coalesce(sum(amount), 0) from (${sql.join([...amounts], sql` union all `)}) amounts)`
}

const isPaid = and(inArray(order.status, ORDER_STATUSES.filter(isCaptured)), isNotNull(order.paymentId))

/** Selected together with columns of an order: the payment less these amounts. */
function paymentLess(...amounts: readonly SQL[]): SQL<Paise> {
  const rest = sql`case when ${isPaid} then greatest(0, ${order.total} - ${sumOf(...amounts)}) else 0 end`
  return sql<Paise>`(${rest})::bigint`.mapWith(order.total)
}

/**
 * The payment less all refunds, including direct and pending ones, and lost disputes. A refunded order has an amount left
 * after its refund failed at the bank.
 */
export const refundable = paymentLess(refunded, paidDirectly, notSentYet, lost)

/** What the shop may have paid itself before the bank returned money. */
const refundableBeforeDisputes = paymentLess(refunded, paidDirectly, notSentYet)

/** Selected together with columns of an order: what the customer has got back of the payment, also from the bank. */
export const repaidAmount = sql<Paise>`${sumOf(refunded, paidDirectly, lost)}::bigint`.mapWith(order.total)

export type DirectRefundRow = typeof directRefund.$inferSelect
export type ClosedRefundRow = typeof closedRefund.$inferSelect

export interface UnmadeRefund {
  /** Id of the refund request and of its return; the gateway's id for a refund of the dashboard. */
  readonly id: string
  readonly orderNumber: string
  /** The amount still owed. */
  readonly amount: Paise
  readonly cause: UnmadeRefundCause
  readonly isOfReturn: boolean
}

/** `replacements` are sent or pending. */
export interface UnmadeRefunds extends Omit<OwedRefunds, 'owed'> {
  /** The owed ones, oldest first. */
  readonly unmade: readonly UnmadeRefund[]
  /** Direct refunds, oldest first. */
  readonly direct: readonly DirectRefundRow[]
  /** Oldest first. */
  readonly closed: readonly ClosedRefundRow[]
  /**
   * The largest direct refund that may be recorded for each: what is owed, or would be if nobody had closed it and the
   * bank had returned nothing.
   */
  readonly payable: ReadonlyMap<string, Paise>
}

const UNMADE_MAX = 100
/** Keeps the parameters of a statement few. */
const ORDERS_PER_READ = 500

/** A declined refund without a return is not owed. Literal states, so that the planner can use the partial index. */
const isUnmadeRequest = and(
  sql`${refundRequest.state} in ('failed', 'declined')`,
  or(eq(refundRequest.state, 'failed'), isNotNull(orderReturn.id)),
)

/** When it became unmade. A request that failed before it was sent has this time only in its event; older events have no id. */
const unmadeAt = sql<Date>`case
  when ${eq(refundRequest.state, 'declined')} then ${refundRequest.decidedAt}
  else (
    select max(${orderEvent.at}) from ${orderEvent}
    where ${eq(orderEvent.orderNumber, refundRequest.orderNumber)} and ${eq(orderEvent.event, 'refund failed')}
      and ${orderEvent.detail} ->> 'gatewayRefundId' is null
      and coalesce(
        ${orderEvent.detail} ->> 'id' = ${refundRequest.id}::text,
        ${orderEvent.detail} ->> 'amount' = ${refundRequest.amount}::text
      )
  ) end`.mapWith(refundRequest.requestedAt)

/** Of all orders, those with the oldest first. `more` counts the refunds left out. */
export async function loadAllUnmadeRefunds(
  db: Db,
): Promise<{ readonly unmade: readonly UnmadeRefund[]; readonly more: number }> {
  const numbers = await selectCandidates(db)
  const unmade: UnmadeRefund[] = []
  // Orders whose failed refund was replaced are among them, so that all are read to find and count the owed ones. Each
  // follows an error, so that they are few.
  for (let from = 0; from < numbers.length; from += ORDERS_PER_READ) {
    const read = await loadUnmadeRefunds(db, numbers.slice(from, from + ORDERS_PER_READ))
    unmade.push(...read.unmade)
  }
  return { unmade: unmade.slice(0, UNMADE_MAX), more: Math.max(0, unmade.length - UNMADE_MAX) }
}

/** The orders with an unmade refund and something left to refund. */
async function selectCandidates(db: Db): Promise<readonly string[]> {
  const candidate = union(
    db
      .select({ orderNumber: gatewayRefund.orderNumber, at: gatewayRefund.createdAt })
      .from(gatewayRefund)
      .where(isNotNull(gatewayRefund.failedAt)),
    db
      .select({ orderNumber: refundRequest.orderNumber, at: refundRequest.requestedAt })
      .from(refundRequest)
      .leftJoin(orderReturn, eq(orderReturn.id, refundRequest.id))
      .where(isUnmadeRequest),
  ).as('candidate')
  const orders = await db
    .select({ number: order.number })
    .from(candidate)
    .innerJoin(order, eq(order.number, candidate.orderNumber))
    .where(gt(refundable, 0))
    .groupBy(order.number)
    .orderBy(min(candidate.at), order.number)
  return orders.map(({ number }) => number)
}

export async function loadUnmadeRefunds(db: Db, orderNumbers: readonly string[]): Promise<UnmadeRefunds> {
  const rows = orderNumbers.length === 0 ? [] : await selectUnmade(db, orderNumbers)
  const byOrder = Map.groupBy(rows, (row) => row.orderNumber)
  const numbers = [...byOrder.keys()]
  const [later, direct, closed, lostDisputes] = await Promise.all([
    loadOtherRefunds(db, numbers),
    loadDirectRefunds(db, numbers),
    loadClosedRefunds(db, numbers),
    loadLostDisputes(db, numbers),
  ])
  const payable: [string, Paise][] = []
  const ofOrders = [...byOrder].map(([number, unmade]) => {
    const isOfOrder = ({ orderNumber }: { readonly orderNumber: string }) => orderNumber === number
    const refunds = { unmade, later: later.filter(isOfOrder), direct: direct.filter(isOfOrder) }
    payable.push(
      ...owedRefunds({
        ...refunds,
        closed: [],
        lostDisputes: [],
        refundable: unmade[0]?.refundableBeforeDisputes ?? ZERO,
      }).owed,
    )
    return owedRefunds({
      ...refunds,
      closed: closed.filter(isOfOrder),
      lostDisputes: lostDisputes.filter(isOfOrder),
      refundable: unmade[0]?.refundable ?? ZERO,
    })
  })
  return {
    unmade: rows.flatMap(({ id, orderNumber, cause, isOfReturn }) => {
      const amount = ofOrders.find(({ owed }) => owed.has(id))?.owed.get(id)
      return amount === undefined ? [] : [{ id, orderNumber, amount, cause, isOfReturn }]
    }),
    replacements: ofOrders.flatMap(({ replacements }) => replacements),
    retried: ofOrders.flatMap(({ retried }) => retried),
    goodwill: ofOrders.flatMap(({ goodwill }) => goodwill),
    unpaid: new Map(ofOrders.flatMap(({ unpaid }) => [...unpaid])),
    direct,
    closed,
    payable: new Map(payable),
  }
}

/** Oldest first. */
function selectUnmade(db: Db, orderNumbers: readonly string[]) {
  const isOfReturn = sql<boolean>`${isNotNull(orderReturn.id)}`.as('is_of_return')
  return db
    .select({
      // A refund of the dashboard has no request.
      id: sql<string>`coalesce(${refundRequest.id}::text, ${gatewayRefund.gatewayRefundId})`.as('refund_id'),
      orderNumber: gatewayRefund.orderNumber,
      amount: gatewayRefund.amount,
      lines: sql<readonly RefundLine[]>`coalesce(${refundRequest.lines}, '[]')`.as('lines'),
      cause: sql<UnmadeRefundCause>`'failed'`.as('cause'),
      isOfReturn,
      requestedAt: sql<Date>`coalesce(${refundRequest.requestedAt}, ${gatewayRefund.createdAt})`
        .mapWith(gatewayRefund.createdAt)
        .as('requested_at'),
      madeAt: sql`${gatewayRefund.createdAt}`
        .mapWith((at: string): Date | null => new Date(at))
        .as('made_at'),
      unmadeAt: sql<Date>`${gatewayRefund.failedAt}`.mapWith(gatewayRefund.createdAt).as('unmade_at'),
      mayRetry: sql<boolean>`${and(isNull(orderReturn.id), sql`${refundRequest.cancels} is not true`)}`.as(
        'may_retry',
      ),
      isOfDashboard: sql<boolean>`${isNull(refundRequest.id)}`.as('is_of_dashboard'),
      refundable: refundable.as('refundable'),
      refundableBeforeDisputes: refundableBeforeDisputes.as('refundable_before_disputes'),
    })
    .from(gatewayRefund)
    .innerJoin(order, eq(order.number, gatewayRefund.orderNumber))
    .leftJoin(refundRequest, eq(refundRequest.gatewayRefundId, gatewayRefund.gatewayRefundId))
    .leftJoin(orderReturn, eq(orderReturn.id, refundRequest.id))
    .where(and(inArray(gatewayRefund.orderNumber, [...orderNumbers]), isNotNull(gatewayRefund.failedAt)))
    .unionAll(
      db
        .select({
          id: sql<string>`${refundRequest.id}::text`.as('refund_id'),
          orderNumber: refundRequest.orderNumber,
          amount: refundRequest.amount,
          lines: sql<readonly RefundLine[]>`${refundRequest.lines}`.as('lines'),
          cause: sql<UnmadeRefundCause>`${refundRequest.state}`.as('cause'),
          isOfReturn,
          requestedAt: sql<Date>`${refundRequest.requestedAt}`.as('requested_at'),
          madeAt: sql<Date | null>`null::timestamptz`.as('made_at'),
          unmadeAt: unmadeAt.as('unmade_at'),
          mayRetry: sql<boolean>`${and(isNull(orderReturn.id), eq(refundRequest.cancels, false))}`.as(
            'may_retry',
          ),
          isOfDashboard: sql<boolean>`false`.as('is_of_dashboard'),
          refundable: refundable.as('refundable'),
          refundableBeforeDisputes: refundableBeforeDisputes.as('refundable_before_disputes'),
        })
        .from(refundRequest)
        .innerJoin(order, eq(order.number, refundRequest.orderNumber))
        .leftJoin(orderReturn, eq(orderReturn.id, refundRequest.id))
        .where(and(inArray(refundRequest.orderNumber, [...orderNumbers]), isUnmadeRequest)),
    )
    .orderBy(sql`requested_at`, sql`refund_id`)
}

async function loadDirectRefunds(db: Db, orderNumbers: readonly string[]): Promise<DirectRefundRow[]> {
  if (orderNumbers.length === 0) return []
  return db
    .select()
    .from(directRefund)
    .where(inArray(directRefund.orderNumber, [...orderNumbers]))
    .orderBy(asc(directRefund.recordedAt), asc(directRefund.id))
}

async function loadClosedRefunds(db: Db, orderNumbers: readonly string[]): Promise<ClosedRefundRow[]> {
  if (orderNumbers.length === 0) return []
  return db
    .select()
    .from(closedRefund)
    .where(inArray(closedRefund.orderNumber, [...orderNumbers]))
    .orderBy(asc(closedRefund.closedAt), asc(closedRefund.id))
}

/** Of the payments that pay the orders. */
async function loadLostDisputes(db: Db, orderNumbers: readonly string[]) {
  if (orderNumbers.length === 0) return []
  return db
    .select({ orderNumber: dispute.orderNumber, amount: dispute.amount, at: dispute.updatedAt })
    .from(dispute)
    .innerJoin(order, and(eq(order.number, dispute.orderNumber), eq(order.paymentId, dispute.paymentId)))
    .where(and(inArray(dispute.orderNumber, [...orderNumbers]), eq(dispute.status, 'lost')))
}

/** Sent and pending refunds of these orders, except those of returns and cancellations. */
async function loadOtherRefunds(db: Db, orderNumbers: readonly string[]) {
  if (orderNumbers.length === 0) return []
  const isOfNoReturn = notExists(
    db.select({ id: orderReturn.id }).from(orderReturn).where(eq(orderReturn.id, refundRequest.id)),
  )
  const isOfNoCancellation = or(isNull(refundRequest.id), eq(refundRequest.cancels, false))
  const pending = await db
    .select({
      id: refundRequest.id,
      orderNumber: refundRequest.orderNumber,
      amount: refundRequest.amount,
      lines: refundRequest.lines,
      requestedAt: refundRequest.requestedAt,
    })
    .from(refundRequest)
    .where(
      and(
        inArray(refundRequest.orderNumber, [...orderNumbers]),
        inArray(refundRequest.state, NOT_SENT_YET),
        isOfNoReturn,
        isOfNoCancellation,
      ),
    )
  const sent = await db
    .select({
      id: refundRequest.id,
      orderNumber: gatewayRefund.orderNumber,
      amount: gatewayRefund.amount,
      lines: refundRequest.lines,
      requestedAt: refundRequest.requestedAt,
      createdAt: gatewayRefund.createdAt,
      sentAt: gatewayRefund.recordedAt,
    })
    .from(gatewayRefund)
    .leftJoin(refundRequest, eq(refundRequest.gatewayRefundId, gatewayRefund.gatewayRefundId))
    .where(
      and(
        inArray(gatewayRefund.orderNumber, [...orderNumbers]),
        isNull(gatewayRefund.failedAt),
        isOfNoReturn,
        isOfNoCancellation,
      ),
    )
  // A refund may have been sent between the two reads.
  const sentBefore = sent.filter(({ id }) => !pending.some((each) => each.id === id))
  return [
    ...pending.map((each) => ({ ...each, sentAt: null, isOfDashboard: false })),
    // A refund of the dashboard has no request.
    ...sentBefore.map(({ lines, requestedAt, createdAt, ...each }) => ({
      ...each,
      lines: lines ?? [],
      requestedAt: requestedAt ?? createdAt,
      isOfDashboard: requestedAt === null,
    })),
  ]
}
