/** The orders of the signed-in user. */
import { and, asc, inArray, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { addMs } from '#domain/time.ts'
import { readOrder, readOrders, type AccountOrder } from '#contract/account.ts'
import { OrderReference } from '#contract/checkout.ts'
import { ZERO, sum } from '#domain/money.ts'
import { pendingMoney } from '#domain/refund-status.ts'
import { isSettled } from '#domain/order.ts'
import {
  loadLines,
  listUserOrders,
  findUserOrder,
  toOrderSummary,
  type OrderRow,
} from '#server/checkout/orders.ts'
import { ORDER_EXPIRES_MS } from '#server/checkout/intervals.ts'
import { dashboardRefund, payment, refund } from '#server/db/schema.ts'
import { mountAuthenticated, errorResponse, type App, type AppEnv } from '#server/http.ts'
import type { Parts } from '#server/context.ts'
import { orderHistory } from './history.ts'

export function orderRoutes({ db, authenticate, now }: Parts): App {
  const shop: App = new Hono<AppEnv>()

  mountAuthenticated(shop, authenticate, readOrders, async ({ user }) => {
    const shown = await isVisible(await listUserOrders(db, user.id))
    const lines = Map.groupBy(await loadLines(db, orderNumbers(shown)), ({ orderNumber }) => orderNumber)
    const money = await orderRefundStatus(shown)
    return {
      orders: shown.map((row) => ({
        ...toOrderSummary(row, lines.get(row.number) ?? []),
        ...money(row),
      })),
    }
  })

  mountAuthenticated(shop, authenticate, readOrder, async ({ user, context }) => {
    const reference = context.req.param('number') ?? ''
    // What cannot name an order is not asked of the database, which refuses some characters altogether.
    const found = OrderReference.safeParse(reference).success
      ? await findUserOrder(db, user.id, reference)
      : undefined
    if (!found) return errorResponse('not-found', 'Order not found')
    const money = await orderRefundStatus([found])
    return {
      ...toOrderSummary(found, await loadLines(db, [found.number])),
      ...money(found),
      history: await orderHistory(db, found.number),
    }
  })

  return shop

  /** One that was never paid is shown while it still may be, and where money came and went back. */
  async function isVisible(rows: readonly OrderRow[]): Promise<OrderRow[]> {
    const ended = rows.filter(
      ({ status, placedAt }) => !isSettled(status) && addMs(placedAt, ORDER_EXPIRES_MS) <= now(),
    )
    const withRefund = new Set(await ordersWithRefund(orderNumbers(ended)))
    return rows.filter((row) => !ended.includes(row) || withRefund.has(row.number))
  }

  /** Where the money of each of these orders is, and how much of it went back. */
  async function orderRefundStatus(
    rows: readonly OrderRow[],
  ): Promise<(row: OrderRow) => Pick<AccountOrder, 'money' | 'refunded'>> {
    const numbers = orderNumbers(rows)
    if (numbers.length === 0) return () => ({ money: [], refunded: ZERO })
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
      const money = pendingMoney({
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

function orderNumbers(rows: readonly OrderRow[]): string[] {
  return rows.map(({ number }) => number)
}
