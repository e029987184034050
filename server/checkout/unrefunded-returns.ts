/** Accepted returns whose refund was declined or failed: staff still have to refund them. */
import { and, asc, eq, isNotNull, isNull, notExists, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paise } from '#domain/money.ts'
import type { UnmadeRefund } from '#domain/return.ts'
import type { Db } from '#server/db/open.ts'
import { gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order } from '#server/db/schema.ts'
import { refundableAmount } from './refund-requests.ts'

export interface UnrefundedReturn {
  readonly id: string
  readonly orderNumber: string
  readonly amount: Paise
  readonly cause: UnmadeRefund
}

/** More than there ever are: each is a mistake. */
const UNREFUNDED_MAX = 100

/** Oldest first, of one order or of all; until another refund of the order is made, or nothing is left to refund. */
export async function loadUnrefundedReturns(db: Db, orderNumber?: string): Promise<UnrefundedReturn[]> {
  const rows = await db
    .select({
      id: refundRequest.id,
      orderNumber: refundRequest.orderNumber,
      amount: refundRequest.amount,
      state: refundRequest.state,
      order,
    })
    .from(refundRequest)
    .innerJoin(orderReturn, eq(orderReturn.id, refundRequest.id))
    .innerJoin(order, eq(order.number, refundRequest.orderNumber))
    .leftJoin(gatewayRefund, eq(gatewayRefund.gatewayRefundId, refundRequest.gatewayRefundId))
    .where(
      and(
        orderNumber === undefined ? undefined : eq(refundRequest.orderNumber, orderNumber),
        or(
          eq(refundRequest.state, 'declined'),
          eq(refundRequest.state, 'failed'),
          isNotNull(gatewayRefund.failedAt),
        ),
        notExists(laterRefunds(db)),
        notExists(laterGatewayRefunds(db)),
      ),
    )
    .orderBy(asc(refundRequest.requestedAt), asc(refundRequest.id))
    .limit(UNREFUNDED_MAX)
  const unrefunded: UnrefundedReturn[] = []
  for (const { state, order: row, ...refund } of rows)
    if ((await refundableAmount(db, row)) > 0)
      unrefunded.push({ ...refund, cause: state === 'declined' ? 'declined' : 'failed' })
  return unrefunded
}

/** Refund requests that were requested after it, and neither declined nor failed. */
function laterRefunds(db: Db) {
  const later = alias(refundRequest, 'later')
  const sent = alias(gatewayRefund, 'later_sent')
  return db
    .select({ id: later.id })
    .from(later)
    .leftJoin(sent, eq(sent.gatewayRefundId, later.gatewayRefundId))
    .where(
      and(
        eq(later.orderNumber, refundRequest.orderNumber),
        sql`${later.requestedAt} > ${refundRequest.requestedAt}`,
        notInArray(later.state, ['declined', 'failed']),
        isNull(sent.failedAt),
      ),
    )
}

function laterGatewayRefunds(db: Db) {
  const later = alias(gatewayRefund, 'later_at_gateway')
  return db
    .select({ id: later.gatewayRefundId })
    .from(later)
    .where(
      and(
        eq(later.orderNumber, refundRequest.orderNumber),
        sql`${later.createdAt} > coalesce(${gatewayRefund.failedAt}, ${refundRequest.decidedAt})`,
        isNull(later.failedAt),
      ),
    )
}
