/** The orders of the signed-in user. */
import { and, asc, inArray, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { addMs } from '#domain/time.ts'
import { readOrder, readOrders, type AccountOrder } from '#contract/account.ts'
import { OrderReference } from '#contract/checkout.ts'
import { ZERO, sum } from '#domain/money.ts'
import { pendingMoney } from '#domain/refund-status.ts'
import { isSettled } from '#domain/order.ts'
import type { Db } from '#server/db/open.ts'
import { dashboardRefund, payment, refund } from '#server/db/schema.ts'
import { mountAuthenticated, errorResponse, type App, type AppEnv } from '#server/http.ts'
import type { Parts } from '#server/context.ts'
import { orderHistory } from './history.ts'
import { ORDER_EXPIRES_MS } from './intervals.ts'
import { findUserOrder, listUserOrders, loadLines, toOrderSummary, type OrderRow } from './orders.ts'

export function orderRoutes({ db, authenticate, now }: Parts): App {
  const app: App = new Hono<AppEnv>()

  mountAuthenticated(app, authenticate, readOrders, async ({ user }) => {
    const shown = await filterVisible(db, await listUserOrders(db, user.id), now())
    const lines = Map.groupBy(await loadLines(db, orderNumbers(shown)), ({ orderNumber }) => orderNumber)
    const moneyOf = await loadMoney(db, shown)
    return {
      orders: shown.map((row) => ({
        ...toOrderSummary(row, lines.get(row.number) ?? []),
        ...moneyOf(row),
      })),
    }
  })

  mountAuthenticated(app, authenticate, readOrder, async ({ user, context }) => {
    const reference = context.req.param('number') ?? ''
    // PostgreSQL rejects some characters with an error.
    const found = OrderReference.safeParse(reference).success
      ? await findUserOrder(db, user.id, reference)
      : undefined
    if (!found) return errorResponse('not-found', 'Order not found')
    const moneyOf = await loadMoney(db, [found])
    return {
      ...toOrderSummary(found, await loadLines(db, [found.number])),
      ...moneyOf(found),
      history: await orderHistory(db, found.number),
    }
  })

  return app
}

/** Hides expired orders for which no money ever arrived. */
async function filterVisible(db: Db, rows: readonly OrderRow[], now: Date): Promise<OrderRow[]> {
  const expired = rows.filter(
    ({ status, placedAt }) => !isSettled(status) && addMs(placedAt, ORDER_EXPIRES_MS) <= now,
  )
  const withRefund = new Set(await filterRefunded(db, orderNumbers(expired)))
  return rows.filter((row) => !expired.includes(row) || withRefund.has(row.number))
}

async function loadMoney(
  db: Db,
  rows: readonly OrderRow[],
): Promise<(row: OrderRow) => Pick<AccountOrder, 'money' | 'refunded'>> {
  const numbers = orderNumbers(rows)
  if (numbers.length === 0) return () => ({ money: [], refunded: ZERO })
  const payments = await db.select().from(payment).where(inArray(payment.orderNumber, numbers))
  const refunds = await db.select().from(refund).where(inArray(refund.orderNumber, numbers))
  const byStaff = await db
    .select()
    .from(dashboardRefund)
    .where(and(inArray(dashboardRefund.orderNumber, numbers), isNull(dashboardRefund.failedAt)))
    .orderBy(asc(dashboardRefund.createdAt))
  const isOf =
    (row: OrderRow) =>
    ({ orderNumber }: { orderNumber: string }) =>
      orderNumber === row.number
  return (row) => {
    const dashboardRefunds = byStaff.filter(isOf(row))
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

async function filterRefunded(db: Db, numbers: readonly string[]): Promise<string[]> {
  if (numbers.length === 0) return []
  const found = await db
    .select({ number: refund.orderNumber })
    .from(refund)
    .where(inArray(refund.orderNumber, [...numbers]))
  return found.map(({ number }) => number)
}

function orderNumbers(rows: readonly OrderRow[]): string[] {
  return rows.map(({ number }) => number)
}
