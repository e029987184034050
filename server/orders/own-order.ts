import { OrderReference } from '#contract/checkout.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, type AppContext, type User } from '#server/http.ts'
import { findUserOrder, type OrderRow } from './orders.ts'

/** Context of a call about an order of the signed-in user. */
export interface OwnOrderCall {
  readonly user: User
  readonly context: AppContext
}

export const ORDER_NOT_FOUND = errorResponse('not-found', 'Order not found')

/**
 * Finds the order by the number in the path, which is checked first: PostgreSQL rejects some characters with an error.
 */
export async function findOwnOrder(db: Db, { user, context }: OwnOrderCall): Promise<OrderRow | undefined> {
  const reference = OrderReference.safeParse(context.req.param('number'))
  return reference.success ? findUserOrder(db, user.id, reference.data) : undefined
}
