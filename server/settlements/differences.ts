/** Differences between settlements and the shop's books (domain/settlement.ts). */
import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Paise } from '#domain/money.ts'
import {
  differenceOfItem,
  notSettled,
  SETTLED_WITHIN_DAYS,
  type SettlementDifferenceKind,
} from '#domain/settlement.ts'
import { addMs, DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { gatewayRefund } from '#server/db/refund-schema.ts'
import { order, payment, surplusRefund } from '#server/db/schema.ts'
import { settlementExplanation, settlementItem } from '#server/db/settlement-schema.ts'

export interface SettlementDifference {
  /** Stays the same for as long as the difference exists. */
  readonly id: string
  readonly kind: SettlementDifferenceKind
  readonly text: string
  /** The gateway's id of the payment or refund. */
  readonly entityId: string
  readonly amount: Paise
  readonly orderNumber: string | null
  readonly since: Date
  /** Null if nobody has explained it. */
  readonly explanation: { readonly reason: string; readonly by: string; readonly at: Date } | null
}

type Found = Omit<SettlementDifference, 'id' | 'explanation'>

/** Per kind; more would indicate an error in the books, to be handled in batches. */
const PER_KIND_MAX = 200
/** Older differences have been handled, or never will be. */
const COMPARED_DAYS = 90

/** Oldest first; differences without an explanation come before the others. */
export async function loadDifferences(db: Db, now: Date): Promise<SettlementDifference[]> {
  const differences = [
    ...(await differencesOfItems(db, now)),
    ...(await notSettledSince(db, await firstSettled(db), now)),
  ].map((difference) => ({ ...difference, id: `${difference.kind}:${difference.entityId}` }))
  const explanations = new Map(
    (
      await loadExplanations(
        db,
        differences.map(({ id }) => id),
      )
    ).map((row) => [row.difference, row]),
  )
  return differences
    .map((difference) => {
      const row = explanations.get(difference.id)
      const explanation = row ? { reason: row.reason, by: row.explainedBy, at: row.explainedAt } : null
      return { ...difference, explanation }
    })
    .sort(
      (one, other) =>
        Number(one.explanation !== null) - Number(other.explanation !== null) ||
        one.since.getTime() - other.since.getTime(),
    )
}

export async function countUnexplained(db: Db, now: Date): Promise<number> {
  return (await loadDifferences(db, now)).filter(({ explanation }) => explanation === null).length
}

async function loadExplanations(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select()
    .from(settlementExplanation)
    .where(inArray(settlementExplanation.difference, [...ids]))
}

const recorded = sql<Paise | null>`coalesce(${payment.amount}, ${gatewayRefund.amount}, ${surplusRefund.amount})`
const orderNumber = sql<
  string | null
>`coalesce(${payment.orderNumber}, ${gatewayRefund.orderNumber}, ${surplusRefund.orderNumber})`

/** Amount and order in the shop's books for each item; the gateway's ids of payments and refunds never coincide. */
export function selectItems(db: Db) {
  return db
    .select({
      item: settlementItem,
      recorded: recorded.mapWith((amount) => (amount === null ? null : Number(amount))),
      orderNumber,
    })
    .from(settlementItem)
    .leftJoin(payment, eq(payment.paymentId, settlementItem.entityId))
    .leftJoin(gatewayRefund, eq(gatewayRefund.gatewayRefundId, settlementItem.entityId))
    .leftJoin(surplusRefund, eq(surplusRefund.gatewayRefundId, settlementItem.entityId))
}

async function differencesOfItems(db: Db, now: Date): Promise<Found[]> {
  const rows = await selectItems(db)
    .where(
      and(
        gte(settlementItem.settledAt, comparedSince(now)),
        or(
          sql`${recorded} is distinct from ${settlementItem.amount}`,
          sql`${settlementItem.credit} - ${settlementItem.debit} <> case ${settlementItem.type}
            when 'payment' then ${settlementItem.amount} - ${settlementItem.fee}
            when 'refund' then -${settlementItem.amount} else null end`,
        ),
      ),
    )
    .orderBy(asc(settlementItem.settledAt), asc(settlementItem.entityId))
    .limit(PER_KIND_MAX)
  return rows.flatMap(({ item, recorded: amount, orderNumber }) => {
    const difference = differenceOfItem(item, amount as Paise | null)
    if (!difference) return []
    const { entityId, settledAt } = item
    return [{ ...difference, entityId, amount: item.amount, orderNumber, since: settledAt }]
  })
}

/** Payments before the first settled one were made with test keys, or before the shop read settlements. */
async function firstSettled(db: Db): Promise<Date | null> {
  const [first] = await db.select({ at: min(settlementItem.createdAt) }).from(settlementItem)
  return first?.at ?? null
}

async function notSettledSince(db: Db, first: Date | null, now: Date): Promise<Found[]> {
  if (!first) return []
  return [...(await paymentsNotSettled(db, first, now)), ...(await refundsNotSettled(db, first, now))]
}

async function paymentsNotSettled(db: Db, first: Date, now: Date): Promise<Found[]> {
  const rows = await db
    .select()
    .from(payment)
    .leftJoin(order, and(eq(order.number, payment.orderNumber), eq(order.paymentId, payment.paymentId)))
    .where(
      and(
        // A payment that was never captured can be refunded too, and pays no order.
        or(eq(payment.status, 'captured'), and(eq(payment.status, 'refunded'), isNotNull(order.number))),
        isBetween(payment.observedAt, first, now),
        notExists(itemOf(db, payment.paymentId)),
      ),
    )
    .orderBy(asc(payment.observedAt))
    .limit(PER_KIND_MAX)
  return rows.map(({ payment: { paymentId, amount, orderNumber, observedAt } }) => ({
    ...notSettled('payment', amount),
    entityId: paymentId,
    amount,
    orderNumber,
    since: observedAt,
  }))
}

async function refundsNotSettled(db: Db, first: Date, now: Date): Promise<Found[]> {
  const recorded = await db
    .select({
      entityId: gatewayRefund.gatewayRefundId,
      amount: gatewayRefund.amount,
      orderNumber: gatewayRefund.orderNumber,
      since: gatewayRefund.recordedAt,
    })
    .from(gatewayRefund)
    .where(
      and(
        isNull(gatewayRefund.failedAt),
        isBetween(gatewayRefund.recordedAt, first, now),
        notExists(itemOf(db, gatewayRefund.gatewayRefundId)),
      ),
    )
    .limit(PER_KIND_MAX)
  const sent = await db
    .select({
      entityId: surplusRefund.gatewayRefundId,
      amount: surplusRefund.amount,
      orderNumber: surplusRefund.orderNumber,
      since: surplusRefund.sentAt,
    })
    .from(surplusRefund)
    .where(
      and(isBetween(surplusRefund.sentAt, first, now), notExists(itemOf(db, surplusRefund.gatewayRefundId))),
    )
    .limit(PER_KIND_MAX)
  return [...recorded, ...sent].flatMap(({ entityId, amount, orderNumber, since }) =>
    entityId !== null && since !== null
      ? [{ ...notSettled('refund', amount), entityId, amount, orderNumber, since }]
      : [],
  )
}

function comparedSince(now: Date): Date {
  return addMs(now, -COMPARED_DAYS * DAY_MS)
}

/** Paid after the first settled payment, and longer ago than a settlement takes. */
function isBetween(column: PgColumn, first: Date, now: Date): SQL | undefined {
  const from = first > comparedSince(now) ? first : comparedSince(now)
  return and(gte(column, from), lt(column, addMs(now, -SETTLED_WITHIN_DAYS * DAY_MS)))
}

function itemOf(db: Db, entityId: PgColumn) {
  return db
    .select({ id: settlementItem.entityId })
    .from(settlementItem)
    .where(eq(settlementItem.entityId, entityId))
}
