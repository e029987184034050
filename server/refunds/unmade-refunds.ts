/**
 * Refunds of accepted returns that were declined or failed: the customer is e-mailed, and staff still owe the refund, until they
 * make another one in its place.
 */
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paise } from '#domain/money.ts'
import { NOT_SENT_YET } from '#domain/refund-request.ts'
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

const later = alias(refundRequest, 'later')
const laterSent = alias(gatewayRefund, 'later_sent')

const isUnmade = or(inArray(refundRequest.state, ['declined', 'failed']), isNotNull(gatewayRefund.failedAt))

/** The row of a request that failed before it was sent has no time of that, but the history has. */
const unmadeAt = sql`case
  when ${eq(refundRequest.state, 'declined')} then ${refundRequest.decidedAt}
  when ${isNotNull(gatewayRefund.failedAt)} then ${gatewayRefund.failedAt}
  else (
    select max(${orderEvent.at}) from ${orderEvent}
    where ${eq(orderEvent.orderNumber, refundRequest.orderNumber)} and ${eq(orderEvent.event, 'refund failed')}
      and ${orderEvent.detail} ->> 'amount' = ${refundRequest.amount}::text
  ) end`

/** Oldest first, of one order or of all; until another refund of the order is made in its place, or nothing is left to refund. */
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
        isUnmade,
        notExists(openRequestsInPlace(db)),
        notExists(gatewayRefundsInPlace(db)),
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

/** What was refunded in place of the unmade refunds of the returns of an order, with the id of that return; oldest first. */
export async function loadReplacementRefunds(db: Db, orderNumber: string) {
  return db
    .select({ returnId: refundRequest.id, amount: laterSent.amount, sentAt: laterSent.recordedAt })
    .from(refundRequest)
    .innerJoin(orderReturn, eq(orderReturn.id, refundRequest.id))
    .leftJoin(gatewayRefund, eq(gatewayRefund.gatewayRefundId, refundRequest.gatewayRefundId))
    .innerJoin(laterSent, eq(laterSent.orderNumber, refundRequest.orderNumber))
    .leftJoin(later, eq(later.gatewayRefundId, laterSent.gatewayRefundId))
    .where(and(eq(refundRequest.orderNumber, orderNumber), isUnmade, isSentInPlace(db)))
    .orderBy(asc(laterSent.recordedAt), asc(laterSent.gatewayRefundId))
}

function openRequestsInPlace(db: Db) {
  return db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.orderNumber, refundRequest.orderNumber),
        inArray(later.state, NOT_SENT_YET),
        isInPlace(db, later.requestedAt),
      ),
    )
}

function gatewayRefundsInPlace(db: Db) {
  return db
    .select({ id: laterSent.gatewayRefundId })
    .from(laterSent)
    .leftJoin(later, eq(later.gatewayRefundId, laterSent.gatewayRefundId))
    .where(and(eq(laterSent.orderNumber, refundRequest.orderNumber), isSentInPlace(db)))
}

function isSentInPlace(db: Db): SQL | undefined {
  // One that was made on the dashboard has no request.
  return and(
    isNull(laterSent.failedAt),
    isInPlace(db, sql`coalesce(${later.requestedAt}, ${laterSent.createdAt})`),
  )
}

/** `later` is one that was requested since, and of no other return. */
function isInPlace(db: Db, requestedAt: SQLWrapper): SQL | undefined {
  const ofReturn = db.select({ id: orderReturn.id }).from(orderReturn).where(eq(orderReturn.id, later.id))
  return and(sql`${requestedAt} > ${unmadeAt}`, notExists(ofReturn))
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
