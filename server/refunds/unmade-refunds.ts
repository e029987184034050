/**
 * Refunds of accepted returns that were declined or failed: the customer is e-mailed, and staff still owe the refund, until they
 * make another one in its place.
 */
import { and, asc, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import type { Paise } from '#domain/money.ts'
import { NOT_SENT_YET } from '#domain/refund-request.ts'
import { allocateReplacements, type Replacement } from '#domain/replacement-refund.ts'
import type { UnmadeRefundCause } from '#domain/return.ts'
import type { Db } from '#server/db/open.ts'
import { gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order, orderEvent } from '#server/db/schema.ts'
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

const isUnmade = or(inArray(refundRequest.state, ['declined', 'failed']), isNotNull(gatewayRefund.failedAt))

/** The row of a request that failed before it was sent has no time of that, but the history has; earlier events have no id. */
const unmadeAt = sql<Date>`case
  when ${eq(refundRequest.state, 'declined')} then ${refundRequest.decidedAt}
  when ${isNotNull(gatewayRefund.failedAt)} then ${gatewayRefund.failedAt}
  else (
    select max(${orderEvent.at}) from ${orderEvent}
    where ${eq(orderEvent.orderNumber, refundRequest.orderNumber)} and ${eq(orderEvent.event, 'refund failed')}
      and coalesce(
        ${orderEvent.detail} ->> 'id' = ${refundRequest.id}::text,
        ${orderEvent.detail} ->> 'amount' = ${refundRequest.amount}::text
      )
  ) end`.mapWith(refundRequest.requestedAt)

interface UnmadeRefunds {
  /** Oldest first, until another refund of the order is made in its place, or nothing is left to refund. */
  readonly unmade: readonly UnmadeRefund[]
  /** What was made in place of those before, or is about to be. */
  readonly replacements: readonly Replacement[]
}

/** Of one order or of all. */
export async function loadUnmadeRefunds(db: Db, orderNumber?: string): Promise<UnmadeRefunds> {
  const rows = await db
    .select({
      id: refundRequest.id,
      orderNumber: refundRequest.orderNumber,
      amount: refundRequest.amount,
      lines: refundRequest.lines,
      state: refundRequest.state,
      unmadeAt,
      order,
    })
    .from(refundRequest)
    .innerJoin(orderReturn, eq(orderReturn.id, refundRequest.id))
    .innerJoin(order, eq(order.number, refundRequest.orderNumber))
    .leftJoin(gatewayRefund, eq(gatewayRefund.gatewayRefundId, refundRequest.gatewayRefundId))
    .where(and(orderNumber === undefined ? undefined : eq(refundRequest.orderNumber, orderNumber), isUnmade))
    .orderBy(asc(refundRequest.requestedAt), asc(refundRequest.id))
  const byOrder = Map.groupBy(rows, (row) => row.orderNumber)
  const later = await loadOtherRefunds(db, [...byOrder.keys()])
  const replacements = [...byOrder].flatMap(([number, ofOrder]) =>
    allocateReplacements(
      ofOrder,
      later.filter((each) => each.orderNumber === number),
    ),
  )
  const unmade: UnmadeRefund[] = []
  for (const { id, orderNumber: number, amount, state, order: row } of rows) {
    if (unmade.length === UNMADE_MAX) break
    const isReplaced = replacements.some(({ unmadeId }) => unmadeId === id)
    if (isReplaced || (await refundableAmount(db, row)) <= 0) continue
    unmade.push({ id, orderNumber: number, amount, cause: state === 'declined' ? 'declined' : 'failed' })
  }
  return { unmade, replacements }
}

/** The refunds of these orders, apart from those of returns, that are sent or about to be. */
async function loadOtherRefunds(db: Db, orderNumbers: readonly string[]) {
  if (orderNumbers.length === 0) return []
  const isOfNoReturn = notExists(
    db.select({ id: orderReturn.id }).from(orderReturn).where(eq(orderReturn.id, refundRequest.id)),
  )
  const unsent = await db
    .select({
      id: refundRequest.id,
      orderNumber: refundRequest.orderNumber,
      amount: refundRequest.amount,
      lines: refundRequest.lines,
      requestedAt: refundRequest.requestedAt,
    })
    .from(refundRequest)
    .where(
      and(
        inArray(refundRequest.orderNumber, [...orderNumbers]),
        inArray(refundRequest.state, NOT_SENT_YET),
        isOfNoReturn,
      ),
    )
  const sent = await db
    .select({
      id: refundRequest.id,
      orderNumber: gatewayRefund.orderNumber,
      amount: gatewayRefund.amount,
      lines: refundRequest.lines,
      requestedAt: refundRequest.requestedAt,
      createdAt: gatewayRefund.createdAt,
      sentAt: gatewayRefund.recordedAt,
    })
    .from(gatewayRefund)
    .leftJoin(refundRequest, eq(refundRequest.gatewayRefundId, gatewayRefund.gatewayRefundId))
    .where(
      and(
        inArray(gatewayRefund.orderNumber, [...orderNumbers]),
        isNull(gatewayRefund.failedAt),
        isOfNoReturn,
      ),
    )
  // One may have been sent between the two reads.
  const sentBefore = sent.filter(({ id }) => !unsent.some((each) => each.id === id))
  return [
    ...unsent.map((each) => ({ ...each, sentAt: null })),
    // One that was made on the dashboard has no request.
    ...sentBefore.map(({ lines, requestedAt, createdAt, ...each }) => ({
      ...each,
      lines: lines ?? [],
      requestedAt: requestedAt ?? createdAt,
    })),
  ]
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
