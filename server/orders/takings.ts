/** What customers have paid, by Indian days. */
import { and, eq, gte, isNull, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { paise, type Paise } from '#domain/money.ts'
import { addMs, DAY_MS, INDIA_TIME_ZONE, indiaDate, indiaMonth, parseIndiaTime } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { directRefund, gatewayRefund } from '#server/db/refund-schema.ts'
import { order } from '#server/db/schema.ts'

interface Period {
  readonly from: Date
  readonly to: Date
}

interface Taking {
  /** Orders completed in it, even if they were refunded since. */
  readonly paid: Paise
  readonly orders: number
  /** Refunds that the gateway accepted or the shop paid in it, also of older orders. */
  readonly refunded: Paise
}

export interface Takings {
  readonly today: Taking
  readonly yesterday: Taking
  /** From its first day. */
  readonly month: Taking
}

interface Reading {
  readonly now: Date
  /** True if all orders are tests. */
  readonly includesTestOrders: boolean
}

export async function loadTakings(db: Db, { now, includesTestOrders }: Reading): Promise<Takings> {
  const date = indiaDate(now)
  const midnight = parseIndiaTime(`${date}T00:00`)
  if (!midnight) throw new Error('A day begins at midnight')
  const month = indiaMonth(date.slice(0, 7))
  const periods = {
    today: { from: midnight, to: addMs(midnight, DAY_MS) },
    yesterday: { from: addMs(midnight, -DAY_MS), to: midnight },
    month: { from: month.from, to: addMs(midnight, DAY_MS) },
  }
  const isCounted = includesTestOrders ? undefined : eq(order.isTest, false)
  const [[paid], [refunded], [direct]] = await Promise.all([
    db
      .select(overPeriods(periods, order.completedAt, order.total))
      .from(order)
      .where(and(isWithinAny(periods, order.completedAt), isCounted)),
    db
      .select(overPeriods(periods, gatewayRefund.recordedAt, gatewayRefund.amount))
      .from(gatewayRefund)
      .innerJoin(order, eq(order.number, gatewayRefund.orderNumber))
      .where(and(isWithinAny(periods, gatewayRefund.recordedAt), isNull(gatewayRefund.failedAt), isCounted)),
    db
      .select(overPeriods(periods, directlyPaidAt, directRefund.amount))
      .from(directRefund)
      .innerJoin(order, eq(order.number, directRefund.orderNumber))
      .where(and(isWithinAny(periods, directlyPaidAt), isCounted)),
  ])
  const takingOf = (name: keyof Takings): Taking => ({
    paid: paise(paid?.[name].amount ?? 0),
    orders: paid?.[name].count ?? 0,
    refunded: paise((refunded?.[name].amount ?? 0) + (direct?.[name].amount ?? 0)),
  })
  return { today: takingOf('today'), yesterday: takingOf('yesterday'), month: takingOf('month') }
}

/** Midnight in India. */
const directlyPaidAt = sql`(${directRefund.paidOn}::timestamp at time zone ${INDIA_TIME_ZONE})`

type Periods = Readonly<Record<keyof Takings, Period>>

/** Sum and count within each period. */
function overPeriods(periods: Periods, time: SQLWrapper, amount: PgColumn) {
  const over = (period: Period) => ({
    amount: sql<number>`coalesce(sum(${amount}) filter (where ${isWithin(period, time)}), 0)`.mapWith(Number),
    count: sql<number>`count(*) filter (where ${isWithin(period, time)})`.mapWith(Number),
  })
  return { today: over(periods.today), yesterday: over(periods.yesterday), month: over(periods.month) }
}

/** From the first start to the last end, so that an index can be used. */
function isWithinAny(periods: Periods, time: SQLWrapper): SQL | undefined {
  const each = Object.values(periods)
  return isWithin(
    {
      from: new Date(Math.min(...each.map(({ from }) => from.getTime()))),
      to: new Date(Math.max(...each.map(({ to }) => to.getTime()))),
    },
    time,
  )
}

function isWithin({ from, to }: Period, time: SQLWrapper): SQL | undefined {
  return and(gte(time, from), lt(time, to))
}
