/** What customers have paid, by days of India. */
import { and, count, eq, gte, isNull, lt, sum } from 'drizzle-orm'
import { paise, type Paise } from '#domain/money.ts'
import { addMs, DAY_MS, indiaDate, indiaMonth, parseIndiaTime } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { gatewayRefund } from '#server/db/refund-schema.ts'
import { order } from '#server/db/schema.ts'

interface Period {
  readonly from: Date
  readonly to: Date
}

interface Taking {
  /** Of orders that were completed in it, also where they were refunded since. */
  readonly paid: Paise
  readonly orders: number
  /** What the gateway accepted in it, also of older orders. */
  readonly refunded: Paise
}

export interface Takings {
  readonly today: Taking
  readonly yesterday: Taking
  /** From its first day on. */
  readonly month: Taking
}

interface Reading {
  readonly now: Date
  /** True where all orders are tests. */
  readonly includesTestOrders: boolean
}

export async function loadTakings(db: Db, { now, includesTestOrders }: Reading): Promise<Takings> {
  const date = indiaDate(now)
  const midnight = parseIndiaTime(`${date}T00:00`)
  if (!midnight) throw new Error('A day begins at midnight')
  const take = (period: Period) => takingOf(db, period, includesTestOrders)
  const to = addMs(midnight, DAY_MS)
  const [today, yesterday, month] = await Promise.all([
    take({ from: midnight, to }),
    take({ from: addMs(midnight, -DAY_MS), to: midnight }),
    take({ from: indiaMonth(date.slice(0, 7)).from, to }),
  ])
  return { today, yesterday, month }
}

async function takingOf(db: Db, { from, to }: Period, includesTestOrders: boolean): Promise<Taking> {
  const isCounted = includesTestOrders ? undefined : eq(order.isTest, false)
  const takePaid = db
    .select({ amount: sum(order.total).mapWith(Number), orders: count() })
    .from(order)
    .where(and(gte(order.completedAt, from), lt(order.completedAt, to), isCounted))
  const takeRefunded = db
    .select({ amount: sum(gatewayRefund.amount).mapWith(Number) })
    .from(gatewayRefund)
    .innerJoin(order, eq(order.number, gatewayRefund.orderNumber))
    .where(
      and(
        gte(gatewayRefund.recordedAt, from),
        lt(gatewayRefund.recordedAt, to),
        isNull(gatewayRefund.failedAt),
        isCounted,
      ),
    )
  const [[paid], [refunded]] = await Promise.all([takePaid, takeRefunded])
  return {
    paid: paise(paid?.amount ?? 0),
    orders: paid?.orders ?? 0,
    refunded: paise(refunded?.amount ?? 0),
  }
}
