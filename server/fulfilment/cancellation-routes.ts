/** Customers cancel paid orders of theirs, or pieces of them (contract/order-decisions.ts). */
import { Hono } from 'hono'
import type { OrderDetails } from '#contract/account.ts'
import { OrderReference } from '#contract/checkout.ts'
import { cancelOwnLines, cancelOwnOrder } from '#contract/order-decisions.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Deps } from '#server/context.ts'
import {
  errorResponse,
  mountAuthenticated,
  withLimit,
  type App,
  type AppContext,
  type AppEnv,
  type ErrorResponse,
  type User,
  type UserLimit,
} from '#server/http.ts'
import { orderDetails } from '#server/orders/details.ts'
import { findUserOrder } from '#server/orders/orders.ts'
import { cancelLines, cancelOrder, type LineCancellation } from './cancel-order.ts'

interface CancellationDeps extends Deps {
  readonly worker: { wake(job: 'parcels' | 'requested refunds'): void }
}

interface Call {
  readonly user: User
  readonly context: AppContext
}

const CANCELLATIONS: UserLimit = { name: 'cancellation', limit: 60, windowMs: MINUTE_MS }
const NO_SUCH_ORDER = errorResponse('not-found', 'Order not found')

export function cancellationRoutes(deps: CancellationDeps): App {
  const app: App = new Hono<AppEnv>()
  const authenticate = withLimit(deps.authenticate, CANCELLATIONS)
  mountAuthenticated(app, authenticate, cancelOwnOrder, (call) => cancel(deps, call))
  mountAuthenticated(app, authenticate, cancelOwnLines, ({ request, ...call }) => cancel(deps, call, request))
  return app
}

/** Without `chosen`, the whole order. */
async function cancel(
  { db, now, siteUrl, worker }: CancellationDeps,
  { user, context }: Call,
  chosen?: Pick<LineCancellation, 'id' | 'lines'>,
): Promise<OrderDetails | ErrorResponse> {
  const reference = OrderReference.safeParse(context.req.param('number'))
  const orderRow = reference.success ? await findUserOrder(db, user.id, reference.data) : undefined
  if (!orderRow) return NO_SUCH_ORDER
  const cancellation = {
    by: null,
    reason: 'cancelled by the customer',
    amountMax: null,
    at: now(),
    siteUrl,
  } as const
  const cancelled = await db.transaction((tx) =>
    chosen
      ? cancelLines(tx, orderRow.number, { ...cancellation, ...chosen })
      : cancelOrder(tx, orderRow.number, cancellation),
  )
  if (!cancelled.ok) return cancelled.error
  worker.wake('parcels')
  worker.wake('requested refunds')
  return orderDetails(db, (await findUserOrder(db, user.id, orderRow.number)) ?? orderRow)
}
