/** Settlements at the desk (contract/desk/money.ts). */
import { and, asc, count, desc, eq, gte, isNull, lt, max, notExists, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Money, MoneyDifference, Settlement, SettlementDetails } from '#contract/desk/money.ts'
import { blocksRefunds } from '#domain/dispute.ts'
import { paise, type Paise } from '#domain/money.ts'
import type { Role } from '#domain/permissions.ts'
import { SETTLED_WITHIN_DAYS } from '#domain/settlement.ts'
import { addMs, DAY_MS, indiaDate, indiaMonth } from '#domain/time.ts'
import { dispute, refundRequest } from '#server/db/refund-schema.ts'
import type { Db } from '#server/db/open.ts'
import { dailyJob, payment, surplusRefund } from '#server/db/schema.ts'
import { settlementItem } from '#server/db/settlement-schema.ts'
import { toCsv } from '#server/csv.ts'
import { loadDifferences, selectItems } from '#server/settlements/differences.ts'
import { SETTLEMENTS_JOB } from '#server/settlements/items.ts'
import { loadStaffNames } from './staff-names.ts'

/** The reader's permissions, and the time. */
interface Reader {
  readonly role: Role
  readonly now: Date
}

export async function loadMoneyOfMonth(db: Db, month: string, reader: Reader): Promise<Money> {
  const { now } = reader
  const { from, to } = indiaMonth(month)
  const [job] = await db.select().from(dailyJob).where(eq(dailyJob.name, SETTLEMENTS_JOB))
  const disputes = await db.select({ status: dispute.status }).from(dispute)
  return {
    settlements: await listSettlements(
      db,
      and(gte(settlementItem.settledAt, from), lt(settlementItem.settledAt, to)),
    ),
    differences: await listDifferences(db, reader),
    readAt: job?.doneAt?.toISOString() ?? null,
    notSettledYet: await loadNotSettledYet(db, now),
    refundsOnTheirWay:
      (await db.$count(refundRequest, eq(refundRequest.state, 'due'))) +
      (await db.$count(surplusRefund, isNull(surplusRefund.sentAt))),
    disputesOpen: disputes.filter(({ status }) => blocksRefunds(status)).length,
  }
}

async function loadNotSettledYet(db: Db, now: Date): Promise<Money['notSettledYet']> {
  const [row] = await db
    .select({ payments: count(), amount: sql<number>`coalesce(sum(${payment.amount}), 0)`.mapWith(Number) })
    .from(payment)
    .where(
      and(
        eq(payment.status, 'captured'),
        gte(payment.observedAt, addMs(now, -SETTLED_WITHIN_DAYS * DAY_MS)),
        notExists(
          db
            .select({ id: settlementItem.entityId })
            .from(settlementItem)
            .where(eq(settlementItem.entityId, payment.paymentId)),
        ),
      ),
    )
  return { payments: row?.payments ?? 0, amount: paise(row?.amount ?? 0) }
}

const isOf = (type: string) => sql`${settlementItem.type} = ${type}`
const isOther = sql`${settlementItem.type} not in ('payment', 'refund')`
const sumOf = (amount: PgColumn, which: SQL) =>
  sql<number>`coalesce(sum(${amount}) filter (where ${which}), 0)`.mapWith(Number)

/** Newest first. */
async function listSettlements(db: Db, which: SQL | undefined): Promise<Settlement[]> {
  const { settlementId, settledAt, utr, amount, fee, tax, credit, debit } = settlementItem
  const rows = await db
    .select({
      id: settlementId,
      settledAt: max(settledAt),
      utr: max(utr),
      payments: sumOf(amount, isOf('payment')),
      refunds: sumOf(amount, isOf('refund')),
      fees: sumOf(fee, sql`true`),
      tax: sumOf(tax, sql`true`),
      otherCredit: sumOf(credit, isOther),
      otherDebit: sumOf(debit, isOther),
      credit: sumOf(credit, sql`true`),
      debit: sumOf(debit, sql`true`),
      items: count(),
    })
    .from(settlementItem)
    .where(which)
    .groupBy(settlementId)
    .orderBy(desc(max(settledAt)), desc(settlementId))
  return rows.map((row) => ({
    id: row.id,
    settledAt: row.settledAt?.toISOString() ?? '',
    utr: row.utr ?? '',
    payments: paise(row.payments),
    refunds: paise(row.refunds),
    fees: paise(row.fees),
    tax: paise(row.tax),
    other: row.otherCredit - row.otherDebit,
    net: row.credit - row.debit,
    items: row.items,
  }))
}

/** Null for an unknown id. */
export async function loadSettlement(db: Db, id: string): Promise<SettlementDetails | null> {
  const [settlement] = await listSettlements(db, eq(settlementItem.settlementId, id))
  if (!settlement) return null
  const rows = await selectItems(db)
    .where(eq(settlementItem.settlementId, id))
    .orderBy(...IN_ORDER)
  return {
    settlement,
    items: rows.map(({ item, orderNumber }) => ({
      entityId: item.entityId,
      type: item.type,
      amount: item.amount,
      fee: item.fee,
      credit: item.credit,
      debit: item.debit,
      orderNumber,
    })),
  }
}

const IN_ORDER = [asc(settlementItem.settledAt), asc(settlementItem.createdAt), asc(settlementItem.entityId)]

const COLUMNS = [
  'settlement',
  'UTR',
  'settled on',
  'type',
  'id',
  'order',
  'amount',
  'fee',
  'GST on fee',
  'credit',
  'debit',
]

/** The items of a month, in rupees, for the accountant. */
export async function settlementsCsv(
  db: Db,
  month: string,
): Promise<{ readonly text: string; readonly items: number }> {
  const { from, to } = indiaMonth(month)
  const rows = await selectItems(db)
    .where(and(gte(settlementItem.settledAt, from), lt(settlementItem.settledAt, to)))
    .orderBy(...IN_ORDER)
  const lines = rows.map(({ item, orderNumber }) => [
    item.settlementId,
    item.utr,
    indiaDate(item.settledAt),
    item.type,
    item.entityId,
    orderNumber ?? '',
    ...[item.amount, item.fee, item.tax, item.credit, item.debit].map(inRupees),
  ])
  return { text: toCsv([COLUMNS, ...lines]), items: rows.length }
}

function inRupees(amount: Paise): string {
  return (amount / 100).toFixed(2)
}

export async function listDifferences(db: Db, { role, now }: Reader): Promise<MoneyDifference[]> {
  const nameOf = await loadStaffNames(db, role)
  return (await loadDifferences(db, now)).map(({ since, explanation, ...difference }) => ({
    ...difference,
    since: since.toISOString(),
    explanation: explanation && {
      reason: explanation.reason,
      by: nameOf(explanation.by),
      at: explanation.at.toISOString(),
    },
  }))
}
