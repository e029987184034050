/** The orders of the signed-in person. */
import { and, asc, inArray, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { readOrder, readOrders, type AccountOrder } from '#contract/account.ts'
import { OrderReference } from '#contract/checkout.ts'
import { NOTHING, sum } from '#domain/money.ts'
import { moneyOnItsWay } from '#domain/money-trail.ts'
import { isSettled } from '#domain/order.ts'
import { linesOf, ordersOf, ownOrder, summaryOf, type OrderRow } from '#server/checkout/orders.ts'
import { later, ORDER_EXPIRES_MS } from '#server/checkout/timing.ts'
import { dashboardRefund, payment, refund } from '#server/db/schema.ts'
import { mountForPerson, refusal, type Shop, type ShopVariables } from '#server/http.ts'
import type { Parts } from '#server/parts.ts'
import { historyOf } from './history.ts'

export function orderRoutes({ db, identify, now }: Parts): Shop {
  const shop: Shop = new Hono<ShopVariables>()

  mountForPerson(shop, identify, readOrders, async ({ person }) => {
    const shown = await worthShowing(await ordersOf(db, person.id))
    const lines = Map.groupBy(await linesOf(db, numbersOf(shown)), ({ orderNumber }) => orderNumber)
    const money = await moneyOf(shown)
    return {
      orders: shown.map((row) => ({
        ...summaryOf(row, lines.get(row.number) ?? []),
        ...money(row),
      })),
    }
  })

  mountForPerson(shop, identify, readOrder, async ({ person, context }) => {
    const reference = context.req.param('number') ?? ''
    // What cannot name an order is not asked of the database, which refuses some characters altogether.
    const found = OrderReference.safeParse(reference).success
      ? await ownOrder(db, person.id, reference)
      : undefined
    if (!found) return refusal('not-found', 'Order not found')
    const money = await moneyOf([found])
    return {
      ...summaryOf(found, await linesOf(db, [found.number])),
      ...money(found),
      history: await historyOf(db, found.number),
    }
  })

  return shop

  /** One that was never paid is shown while it still may be, and where money came and went back. */
  async function worthShowing(rows: readonly OrderRow[]): Promise<OrderRow[]> {
    const ended = rows.filter(
      ({ status, placedAt }) => !isSettled(status) && later(placedAt, ORDER_EXPIRES_MS) <= now(),
    )
    const withRefund = new Set(await ordersWithRefund(numbersOf(ended)))
    return rows.filter((row) => !ended.includes(row) || withRefund.has(row.number))
  }

  /** Where the money of each of these orders is, and how much of it went back. */
  async function moneyOf(
    rows: readonly OrderRow[],
  ): Promise<(row: OrderRow) => Pick<AccountOrder, 'money' | 'refunded'>> {
    const numbers = numbersOf(rows)
    if (numbers.length === 0) return () => ({ money: [], refunded: NOTHING })
    const payments = await db.select().from(payment).where(inArray(payment.orderNumber, numbers))
    const refunds = await db.select().from(refund).where(inArray(refund.orderNumber, numbers))
    const byHand = await db
      .select()
      .from(dashboardRefund)
      .where(and(inArray(dashboardRefund.orderNumber, numbers), isNull(dashboardRefund.failedAt)))
      .orderBy(asc(dashboardRefund.createdAt))
    const isOf = (row: OrderRow) => (of: { orderNumber: string }) => of.orderNumber === row.number
    return (row) => {
      const dashboardRefunds = byHand.filter(isOf(row))
      const money = moneyOnItsWay({
        ...row,
        payments: payments.filter(isOf(row)),
        refunds: refunds.filter(isOf(row)),
        dashboardRefunds,
      })
      return {
        money: money.map(({ resolvedBy, ...rest }) => ({ ...rest, resolvedBy: resolvedBy.toISOString() })),
        refunded: sum(dashboardRefunds.map(({ amount }) => amount)),
      }
    }
  }

  async function ordersWithRefund(numbers: readonly string[]): Promise<string[]> {
    if (numbers.length === 0) return []
    const found = await db
      .select({ number: refund.orderNumber })
      .from(refund)
      .where(inArray(refund.orderNumber, [...numbers]))
    return found.map(({ number }) => number)
  }
}

function numbersOf(rows: readonly OrderRow[]): string[] {
  return rows.map(({ number }) => number)
}
