/** Refunds of accepted returns that were declined or failed: the customer is e-mailed, and staff still owe the refund. */
import { and, asc, eq, inArray, isNotNull, isNull, notExists, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paise } from '#domain/money.ts'
import type { UnmadeRefundCause } from '#domain/return.ts'
import type { Db } from '#server/db/open.ts'
import { gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order } from '#server/db/schema.ts'
import { unmadeRefundEmail } from '#server/email/templates.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { refundableAmount } from './refund-amounts.ts'

export interface UnmadeRefund {
  /** Of the refund request, and of its return. */
  readonly id: string
  readonly orderNumber: string
  readonly amount: Paise
  readonly cause: UnmadeRefundCause
}

/** An upper limit; each is a mistake, and they are rare. */
const UNMADE_MAX = 100

/** Oldest first, of one order or of all; until another refund of the order is made, or nothing is left to refund. */
export async function loadUnmadeRefunds(db: Db, orderNumber?: string): Promise<UnmadeRefund[]> {
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
        or(inArray(refundRequest.state, ['declined', 'failed']), isNotNull(gatewayRefund.failedAt)),
        notExists(laterRequests(db)),
        notExists(laterGatewayRefunds(db)),
      ),
    )
    .orderBy(asc(refundRequest.requestedAt), asc(refundRequest.id))
    .limit(UNMADE_MAX)
  const unmade: UnmadeRefund[] = []
  for (const { state, order: row, ...refund } of rows)
    if ((await refundableAmount(db, row)) > 0)
      unmade.push({ ...refund, cause: state === 'declined' ? 'declined' : 'failed' })
  return unmade
}

/** The requests after it that were neither declined nor failed. */
function laterRequests(db: Db) {
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

/** E-mails the customer of the return with this id. Other refunds send nothing: the staff who requested them tell the customer. */
export async function notifyOfUnmadeRefund(
  tx: Db,
  { id, orderNumber, amount, cause }: UnmadeRefund,
  { at, siteUrl }: { readonly at: Date; readonly siteUrl: string },
): Promise<void> {
  const [found] = await tx
    .select({ row: order })
    .from(orderReturn)
    .innerJoin(order, eq(order.number, orderReturn.orderNumber))
    .where(eq(orderReturn.id, id))
  if (found?.row.number !== orderNumber) return
  await queueOrderEmail(tx, found.row, {
    content: (about) => unmadeRefundEmail({ ...about, cause, amount }),
    dedupeKey: `return-refund-${cause}:${id}`,
    at,
    siteUrl,
  })
}
