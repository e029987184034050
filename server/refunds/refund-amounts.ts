/** How much of an order is refunded, or about to be, and how much can be. */
import { and, eq, inArray, isNull, ne, notInArray, or, sql, sum as sumOf } from 'drizzle-orm'
import { paise, subtract, sum, ZERO, type Paise } from '#domain/money.ts'
import { isCaptured } from '#domain/order.ts'
import type { LineQuantity } from '#domain/refund-lines.ts'
import { NOT_SENT_YET } from '#domain/refund-request.ts'
import type { Db } from '#server/db/open.ts'
import { dispute, gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { order } from '#server/db/schema.ts'
import { loadLines, type OrderRow } from '#server/orders/orders.ts'
import { lostAmount } from './disputes.ts'

/** Stored in place of the e-mail address of staff. */
export const CUSTOMER = 'customer'

/** What the gateway has refunded, less refunds that failed at the bank. */
export async function refundedAmount(tx: Db, orderNumber: string): Promise<Paise> {
  const [refunded] = await tx
    .select({ amount: sumOf(gatewayRefund.amount).mapWith(Number) })
    .from(gatewayRefund)
    .where(and(eq(gatewayRefund.orderNumber, orderNumber), isNull(gatewayRefund.failedAt)))
  return paise(refunded?.amount ?? 0)
}

/**
 * The payment less all refunds, including those not sent yet, and lost disputes. A refunded order has an amount left once
 * its refund failed at the bank.
 */
export async function refundableAmount(
  db: Db,
  { number, status, total, paymentId }: Pick<OrderRow, 'number' | 'status' | 'total' | 'paymentId'>,
): Promise<Paise> {
  if (!isCaptured(status) || paymentId === null) return ZERO
  const [pending] = await db
    .select({ amount: sumOf(refundRequest.amount).mapWith(Number) })
    .from(refundRequest)
    .where(and(eq(refundRequest.orderNumber, number), inArray(refundRequest.state, NOT_SENT_YET)))
  const deductions = sum([
    await refundedAmount(db, number),
    await lostAmount(db, paymentId),
    paise(pending?.amount ?? 0),
  ])
  return deductions < total ? subtract(total, deductions) : ZERO
}

const refunded = sql`
  select ${gatewayRefund.amount} from ${gatewayRefund}
  where ${and(eq(gatewayRefund.orderNumber, order.number), isNull(gatewayRefund.failedAt))}`
const notSentYet = sql`
  select ${refundRequest.amount} from ${refundRequest}
  where ${and(eq(refundRequest.orderNumber, order.number), inArray(refundRequest.state, NOT_SENT_YET))}`
const lost = sql`
  select ${dispute.amount} from ${dispute}
  where ${and(eq(dispute.paymentId, order.paymentId), eq(dispute.status, 'lost'))}`
const isRefunded = eq(order.status, 'refunded')
const isTotalAbove = sql`
  ${order.total} > (select coalesce(sum(amount), 0) from (${refunded} union all ${notSentYet} union all ${lost}) refunds)`

/** To be selected together with columns of an order: it is refunded, and refundableAmount is above zero all the same. */
export const isRefundOwed = sql<boolean>`(${and(isRefunded, isTotalAbove)})`

/** The pieces that are refunded or about to be, apart from the requests with the ids in `except`. */
export async function loadRefundLines(
  db: Db,
  orderNumber: string,
  except: readonly string[] = [],
): Promise<readonly LineQuantity[]> {
  const rows = await db
    .select({ lines: refundRequest.lines })
    .from(refundRequest)
    .leftJoin(gatewayRefund, eq(gatewayRefund.gatewayRefundId, refundRequest.gatewayRefundId))
    .where(
      and(
        eq(refundRequest.orderNumber, orderNumber),
        notInArray(refundRequest.id, [...except]),
        or(
          inArray(refundRequest.state, NOT_SENT_YET),
          and(eq(refundRequest.state, 'sent'), isNull(gatewayRefund.failedAt)),
        ),
      ),
    )
  return rows.flatMap(({ lines }) => lines)
}

/** For refundForLines. */
export async function loadRefundBasis(tx: Db, orderRow: OrderRow) {
  return {
    paid: await loadLines(tx, [orderRow.number]),
    refunded: await loadRefundLines(tx, orderRow.number),
    refundable: await refundableAmount(tx, orderRow),
  }
}

/**
 * What staff have refunded of an order without a second person: the limit is one of the order, or several small refunds
 * would get round it.
 */
export async function amountRefundedAlone(db: Db, orderNumber: string): Promise<Paise> {
  const rows = await db
    .select({ amount: refundRequest.amount })
    .from(refundRequest)
    .where(
      and(
        eq(refundRequest.orderNumber, orderNumber),
        inArray(refundRequest.state, ['unpacking', 'due', 'sent']),
        isNull(refundRequest.decidedBy),
        ne(refundRequest.requestedBy, CUSTOMER),
      ),
    )
  return sum(rows.map(({ amount }) => amount))
}
