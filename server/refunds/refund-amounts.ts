/** How much of an order is refunded, or about to be, and how much can be. */
import { and, eq, exists, gt, inArray, isNull, ne, notInArray, or, sql, sum as sumOf } from 'drizzle-orm'
import { paise, sum, ZERO, type Paise } from '#domain/money.ts'
import {
  mergeLines,
  refundAmount,
  refundForLines,
  remainingLines,
  type LineQuantity,
} from '#domain/refund-lines.ts'
import { NOT_SENT_YET } from '#domain/refund-request.ts'
import type { Db } from '#server/db/open.ts'
import { directRefund, dispute, gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order } from '#server/db/schema.ts'
import { loadLines, type OrderRow } from '#server/orders/orders.ts'
import { refundable } from './unmade-refunds.ts'

/** Stored in place of the e-mail address of staff. */
export const CUSTOMER = 'customer'

/** What the gateway has refunded, less refunds that failed at the bank, and what the shop has paid directly. */
export async function refundedAmount(tx: Db, orderNumber: string): Promise<Paise> {
  const [refunded] = await tx
    .select({ amount: sumOf(gatewayRefund.amount).mapWith(Number) })
    .from(gatewayRefund)
    .where(and(eq(gatewayRefund.orderNumber, orderNumber), isNull(gatewayRefund.failedAt)))
  return sum([paise(refunded?.amount ?? 0), await directlyRefundedAmount(tx, orderNumber)])
}

/** What the shop has paid to the customer outside the gateway. */
export async function directlyRefundedAmount(db: Db, orderNumber: string): Promise<Paise> {
  const [refunded] = await db
    .select({ amount: sumOf(directRefund.amount).mapWith(Number) })
    .from(directRefund)
    .where(eq(directRefund.orderNumber, orderNumber))
  return paise(refunded?.amount ?? 0)
}

/** The amount that the customer has won by disputes of a payment, of which the shop learned later than `since`. */
export async function lostAmount(
  db: Db,
  paymentId: string,
  { since }: { readonly since?: Date } = {},
): Promise<Paise> {
  const isLater = since && gt(dispute.updatedAt, since)
  const lost = await db
    .select({ amount: dispute.amount })
    .from(dispute)
    .where(and(eq(dispute.paymentId, paymentId), eq(dispute.status, 'lost'), isLater))
  return sum(lost.map(({ amount }) => amount))
}

/** Zero for an order that is not captured. */
export async function refundableAmount(db: Db, { number }: Pick<OrderRow, 'number'>): Promise<Paise> {
  const [row] = await db.select({ refundable }).from(order).where(eq(order.number, number))
  return row?.refundable ?? ZERO
}

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
  const direct = await db
    .select({ lines: directRefund.lines })
    .from(directRefund)
    .where(
      and(eq(directRefund.orderNumber, orderNumber), notInArray(directRefund.failedRefundId, [...except])),
    )
  return [...rows, ...direct].flatMap(({ lines }) => lines)
}

/** From which a refund is computed. */
export async function loadRefundBasis(tx: Db, orderRow: OrderRow) {
  return {
    paid: await loadLines(tx, [orderRow.number]),
    refunded: await loadRefundLines(tx, orderRow.number),
    refundable: await refundableAmount(tx, orderRow),
  }
}

type RefundBasis = Awaited<ReturnType<typeof loadRefundBasis>>

/**
 * Whether less is refunded for these lines because of a refund that a second person may still decline: then nobody would
 * owe the difference. The refund of a return is owed even if it is declined.
 */
export async function dependsOnApproval(
  tx: Db,
  { number }: Pick<OrderRow, 'number'>,
  lines: readonly LineQuantity[],
  basis: RefundBasis,
): Promise<boolean> {
  const waiting = await tx
    .select({ amount: refundRequest.amount, lines: refundRequest.lines })
    .from(refundRequest)
    .leftJoin(orderReturn, eq(orderReturn.id, refundRequest.id))
    .where(
      and(
        eq(refundRequest.orderNumber, number),
        eq(refundRequest.state, 'requested'),
        isNull(orderReturn.id),
      ),
    )
  const ifDeclined = refundForLines(lines, {
    ...basis,
    refunded: remainingLines(
      mergeLines(basis.refunded),
      waiting.flatMap((each) => each.lines),
    ),
    refundable: sum([basis.refundable, ...waiting.map(({ amount }) => amount)]),
  })
  return amountOf(ifDeclined) !== amountOf(refundForLines(lines, basis))
}

function amountOf(refund: ReturnType<typeof refundForLines>): Paise {
  return refund ? refundAmount(refund.lines, refund.extra) : ZERO
}

/**
 * What staff have refunded of an order without a second person: the limit is one of the order, or several small refunds
 * would get round it.
 */
export async function amountRefundedAlone(db: Db, orderNumber: string): Promise<Paise> {
  const paidDirectly = db
    .select({ id: directRefund.id })
    .from(directRefund)
    .where(
      and(
        eq(directRefund.orderNumber, refundRequest.orderNumber),
        sql`${directRefund.failedRefundId} = ${refundRequest.id}::text`,
      ),
    )
  const rows = await db
    .select({ amount: refundRequest.amount })
    .from(refundRequest)
    .where(
      and(
        eq(refundRequest.orderNumber, orderNumber),
        or(inArray(refundRequest.state, ['unpacking', 'due', 'sent']), exists(paidDirectly)),
        isNull(refundRequest.decidedBy),
        ne(refundRequest.requestedBy, CUSTOMER),
      ),
    )
  return sum(rows.map(({ amount }) => amount))
}
