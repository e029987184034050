/**
 * Refunds that failed, and those of accepted returns that were declined: the customer is e-mailed, and staff still owe the refund,
 * until they make another one in its place.
 */
import { and, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { paise, type Paise } from '#domain/money.ts'
import type { RefundLine } from '#domain/refund-lines.ts'
import { NOT_SENT_YET } from '#domain/refund-request.ts'
import { replaceRefunds, type Replacement } from '#domain/replacement-refund.ts'
import type { UnmadeRefundCause } from '#domain/return.ts'
import type { Db } from '#server/db/open.ts'
import { gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order, orderEvent } from '#server/db/schema.ts'
import { unmadeRefundEmail } from '#server/email/templates.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { refundableAmount } from './refund-amounts.ts'

export interface UnmadeRefund {
  /** Of the refund request, and of its return; the gateway's, where it was made on the dashboard. */
  readonly id: string
  readonly orderNumber: string
  readonly amount: Paise
  readonly cause: UnmadeRefundCause
  readonly isOfReturn: boolean
}

/** An upper limit; each is a mistake, and they are rare. */
const UNMADE_MAX = 100

/** One of no return that was declined is not owed. */
const isUnmade = or(
  eq(refundRequest.state, 'failed'),
  isNotNull(gatewayRefund.failedAt),
  and(eq(refundRequest.state, 'declined'), isNotNull(orderReturn.id)),
)

/** The row of a request that failed before it was sent has no time of that, but the history has; earlier events have no id. */
const unmadeAt = sql<Date>`case
  when ${eq(refundRequest.state, 'declined')} then ${refundRequest.decidedAt}
  when ${isNotNull(gatewayRefund.failedAt)} then ${gatewayRefund.failedAt}
  else (
    select max(${orderEvent.at}) from ${orderEvent}
    where ${eq(orderEvent.orderNumber, refundRequest.orderNumber)} and ${eq(orderEvent.event, 'refund failed')}
      and ${orderEvent.detail} ->> 'gatewayRefundId' is null
      and coalesce(
        ${orderEvent.detail} ->> 'id' = ${refundRequest.id}::text,
        ${orderEvent.detail} ->> 'amount' = ${refundRequest.amount}::text
      )
  ) end`.mapWith(refundRequest.requestedAt)

export interface UnmadeRefunds {
  /** Oldest first, until another refund of the order is made in its place, or nothing is left to refund. */
  readonly unmade: readonly UnmadeRefund[]
  /** What was made in place of those before, or is about to be. */
  readonly replacements: readonly Replacement[]
}

/** Of one order or of all. */
export async function loadUnmadeRefunds(db: Db, orderNumber?: string): Promise<UnmadeRefunds> {
  const rows = await selectUnmade(db, orderNumber)
  const byOrder = Map.groupBy(rows, (row) => row.orderNumber)
  const later = await loadOtherRefunds(db, [...byOrder.keys()])
  const replaced = [...byOrder].map(([number, ofOrder]) =>
    replaceRefunds(
      ofOrder,
      later.filter((each) => each.orderNumber === number),
    ),
  )
  const unmade: UnmadeRefund[] = []
  for (const { id, orderNumber: number, cause, isOfReturn, ...row } of rows) {
    if (unmade.length === UNMADE_MAX) break
    const owed = replaced.find((each) => each.owed.has(id))?.owed.get(id)
    if (owed === undefined) continue
    const refundable = await refundableAmount(db, { ...row, number })
    if (refundable > 0)
      unmade.push({ id, orderNumber: number, amount: paise(Math.min(owed, refundable)), cause, isOfReturn })
  }
  return { unmade, replacements: replaced.flatMap(({ replacements }) => replacements) }
}

/** Oldest first. One that was made on the dashboard has no request. */
function selectUnmade(db: Db, orderNumber: string | undefined) {
  const { status, total, paymentId } = order
  return db
    .select({
      id: sql<string>`${refundRequest.id}::text`.as('unmade_id'),
      orderNumber: refundRequest.orderNumber,
      amount: refundRequest.amount,
      lines: refundRequest.lines,
      cause:
        sql<UnmadeRefundCause>`case ${refundRequest.state} when 'declined' then 'declined' else 'failed' end`.as(
          'cause',
        ),
      isOfReturn: sql<boolean>`${isNotNull(orderReturn.id)}`.as('is_of_return'),
      requestedAt: refundRequest.requestedAt,
      madeAt: gatewayRefund.createdAt,
      unmadeAt: unmadeAt.as('unmade_at'),
      mayRepeat: sql<boolean>`${and(isNull(orderReturn.id), eq(refundRequest.cancels, false))}`.as(
        'may_repeat',
      ),
      status,
      total,
      paymentId,
    })
    .from(refundRequest)
    .innerJoin(order, eq(order.number, refundRequest.orderNumber))
    .leftJoin(orderReturn, eq(orderReturn.id, refundRequest.id))
    .leftJoin(gatewayRefund, eq(gatewayRefund.gatewayRefundId, refundRequest.gatewayRefundId))
    .where(and(orderNumber === undefined ? undefined : eq(refundRequest.orderNumber, orderNumber), isUnmade))
    .unionAll(
      db
        .select({
          id: sql<string>`${gatewayRefund.gatewayRefundId}`.as('unmade_id'),
          orderNumber: gatewayRefund.orderNumber,
          amount: gatewayRefund.amount,
          lines: sql<readonly RefundLine[]>`'[]'::jsonb`.as('lines'),
          cause: sql<UnmadeRefundCause>`'failed'`.as('cause'),
          isOfReturn: sql<boolean>`false`.as('is_of_return'),
          requestedAt: gatewayRefund.createdAt,
          madeAt: sql<Date | null>`${gatewayRefund.createdAt}`.as('made_at'),
          unmadeAt: sql<Date>`${gatewayRefund.failedAt}`.as('unmade_at'),
          mayRepeat: sql<boolean>`true`.as('may_repeat'),
          status,
          total,
          paymentId,
        })
        .from(gatewayRefund)
        .innerJoin(order, eq(order.number, gatewayRefund.orderNumber))
        .where(
          and(
            orderNumber === undefined ? undefined : eq(gatewayRefund.orderNumber, orderNumber),
            isNotNull(gatewayRefund.failedAt),
            notExists(
              db
                .select({ id: refundRequest.id })
                .from(refundRequest)
                .where(eq(refundRequest.gatewayRefundId, gatewayRefund.gatewayRefundId)),
            ),
          ),
        ),
    )
    .orderBy(sql`requested_at`, sql`unmade_id`)
}

/** The refunds of these orders, apart from those of returns and cancellations, that are sent or about to be. */
async function loadOtherRefunds(db: Db, orderNumbers: readonly string[]) {
  if (orderNumbers.length === 0) return []
  const isOfNoReturn = notExists(
    db.select({ id: orderReturn.id }).from(orderReturn).where(eq(orderReturn.id, refundRequest.id)),
  )
  const isOfNoCancellation = or(isNull(refundRequest.id), eq(refundRequest.cancels, false))
  const pending = await db
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
        isOfNoCancellation,
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
        isOfNoCancellation,
      ),
    )
  // One may have been sent between the two reads.
  const sentBefore = sent.filter(({ id }) => !pending.some((each) => each.id === id))
  return [
    ...pending.map((each) => ({ ...each, sentAt: null, isOfDashboard: false })),
    // One that was made on the dashboard has no request.
    ...sentBefore.map(({ lines, requestedAt, createdAt, ...each }) => ({
      ...each,
      lines: lines ?? [],
      requestedAt: requestedAt ?? createdAt,
      isOfDashboard: requestedAt === null,
    })),
  ]
}

interface UnmadeRefundReport extends Pick<UnmadeRefund, 'orderNumber' | 'amount' | 'cause'> {
  /** Null for one that was made on the dashboard. */
  readonly requestId: string | null
  /** Null for one that was never sent. */
  readonly gatewayRefundId: string | null
  /** The customer was told of it, as of each refund that is sent or cancels something. */
  readonly isAnnounced: boolean
}

/** E-mails the customer of a return, or of a refund that was announced. */
export async function notifyOfUnmadeRefund(
  tx: Db,
  { requestId, gatewayRefundId, isAnnounced, orderNumber, amount, cause }: UnmadeRefundReport,
  { at, siteUrl }: { readonly at: Date; readonly siteUrl: string },
): Promise<void> {
  const isOfRequest = requestId === null ? sql`false` : eq(orderReturn.id, requestId)
  const [found] = await tx
    .select({ row: order, returnId: orderReturn.id })
    .from(order)
    .leftJoin(orderReturn, and(eq(orderReturn.orderNumber, order.number), isOfRequest))
    .where(eq(order.number, orderNumber))
  if (!found) throw new Error('The locked order is gone')
  const { row, returnId } = found
  if (returnId === null && !isAnnounced) return
  await queueOrderEmail(tx, row, {
    content: (about) => unmadeRefundEmail({ ...about, cause, amount, isOfReturn: returnId !== null }),
    dedupeKey:
      returnId === null
        ? `refund-${cause}:${gatewayRefundId ?? requestId}`
        : `return-refund-${cause}:${returnId}`,
    at,
    siteUrl,
  })
}
