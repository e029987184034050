/** Customers cancel their paid orders, or pieces of them (contract/order-decisions.ts). */
import { Hono } from 'hono'
import type { OrderDetails } from '#contract/account.ts'
import { cancelOwnLines, cancelOwnOrder } from '#contract/order-decisions.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Deps } from '#server/context.ts'
import {
  mountAuthenticated,
  withLimit,
  type App,
  type AppEnv,
  type ErrorResponse,
  type UserLimit,
} from '#server/http.ts'
import { orderDetails } from '#server/account-orders/details.ts'
import { findOwnOrder, ORDER_NOT_FOUND, type OwnOrderCall } from '#server/orders/own-order.ts'
import { cancelLines, cancelOrder, type LineCancellationInput } from './cancel-order.ts'

interface CancellationDeps extends Deps {
  readonly worker: { wake(job: 'parcel tasks' | 'requested refunds'): void }
}

const CANCELLATIONS: UserLimit = { name: 'cancellation', limit: 60, windowMs: MINUTE_MS }

export function cancellationRoutes(deps: CancellationDeps): App {
  const app: App = new Hono<AppEnv>()
  const authenticate = withLimit(deps.authenticate, CANCELLATIONS)
  mountAuthenticated(app, authenticate, cancelOwnOrder, (call) => cancel(deps, call))
  mountAuthenticated(app, authenticate, cancelOwnLines, ({ request, ...call }) => cancel(deps, call, request))
  return app
}

/** Cancels the whole order without `chosen`. */
async function cancel(
  { db, now, siteUrl, worker }: CancellationDeps,
  call: OwnOrderCall,
  chosen?: Pick<LineCancellationInput, 'id' | 'lines'>,
): Promise<OrderDetails | ErrorResponse> {
  const orderRow = await findOwnOrder(db, call)
  if (!orderRow) return ORDER_NOT_FOUND
  const input = {
    by: null,
    reason: 'cancelled by the customer',
    approvalAbove: null,
    at: now(),
    siteUrl,
  } as const
  const cancelled = await db.transaction((tx) =>
    chosen
      ? cancelLines(tx, orderRow.number, { ...input, ...chosen })
      : cancelOrder(tx, orderRow.number, input),
  )
  if (!cancelled.ok) return cancelled.error
  worker.wake('parcel tasks')
  worker.wake('requested refunds')
  return orderDetails(db, (await findOwnOrder(db, call)) ?? orderRow)
}
