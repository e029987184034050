/** Refunds of the payments that pay orders, and disputes. */
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { DIRECT_REFUND_METHODS } from '#domain/direct-refund.ts'
import { DISPUTE_STATUSES } from '#domain/dispute.ts'
import type { LineQuantity, RefundLine } from '#domain/refund-lines.ts'
import { REFUND_REQUEST_STATES } from '#domain/refund-request.ts'
import { paiseColumn, timestamptz } from './columns.ts'
import { orderNumberColumn } from './schema.ts'

/**
 * A refund of the payment that pays an order: requested by staff at the desk, or caused by a cancellation. The id is
 * idempotency key and receipt at the gateway. The table keeps its original name: at first only the desk could
 * request refunds.
 */
export const refundRequest = pgTable(
  'desk_refund',
  {
    id: uuid('id').primaryKey(),
    orderNumber: orderNumberColumn(),
    paymentId: text('payment_id').notNull(),
    /** The lines and `extra`. */
    amount: paiseColumn('amount').notNull(),
    lines: jsonb('lines').$type<readonly RefundLine[]>().notNull(),
    /** In addition to the lines: shipping, or goodwill. */
    extra: paiseColumn('extra').notNull(),
    reason: text('reason').notNull(),
    /** Cancels the order or lines of it, once it is approved, if that is needed, and unpacked. */
    cancels: boolean('cancels').notNull().default(false),
    /** Lines to cancel; null for the whole order (isOfWholeOrder). */
    cancelledLines: jsonb('cancelled_lines').$type<readonly LineQuantity[]>(),
    /** `requested` waits for a second person, `unpacking` for the parcel; `due` is sent by a job. */
    state: text('state', { enum: REFUND_REQUEST_STATES }).notNull(),
    /** An e-mail address of staff; `customer` if the customer cancels. */
    requestedBy: text('requested_by').notNull(),
    requestedAt: timestamptz('requested_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: timestamptz('decided_at'),
    /** Set when it is sent; the refund is then recorded as a gateway refund too. */
    gatewayRefundId: text('gateway_refund_id').unique(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
    /**
     * Why the last attempt failed; null otherwise. The column keeps its original name, which the previous version uses.
     */
    lastError: text('problem'),
  },
  (table) => [
    index('desk_refund_order_idx').on(table.orderNumber),
    index('desk_refund_next_attempt_idx').on(table.nextAttemptAt),
    index('desk_refund_requested_idx')
      .on(table.orderNumber)
      .where(sql`${table.state} = 'requested'`),
    index('desk_refund_unmade_idx')
      .on(table.orderNumber)
      .where(sql`${table.state} in ('failed', 'declined')`),
    check('desk_refund_amount', sql`${table.amount} > 0 and ${table.extra} >= 0`),
  ],
)

/**
 * A refund of the payment that pays an order, as the gateway reports it: made on its dashboard, or requested by the
 * shop. The table keeps its original name: at first refunds were made only on the dashboard.
 */
export const gatewayRefund = pgTable(
  'dashboard_refund',
  {
    gatewayRefundId: text('gateway_refund_id').primaryKey(),
    orderNumber: orderNumberColumn(),
    paymentId: text('payment_id').notNull(),
    amount: paiseColumn('amount').notNull(),
    /** By the gateway's clock. */
    createdAt: timestamptz('created_at').notNull(),
    recordedAt: timestamptz('recorded_at').notNull(),
    /** When the shop learned that the gateway has processed it; null before. */
    processedAt: timestamptz('processed_at'),
    /** When the shop learned that the bank rejected it; null otherwise. */
    failedAt: timestamptz('failed_at'),
  },
  (table) => [
    index('dashboard_refund_order_idx').on(table.orderNumber),
    index('dashboard_refund_recorded_idx').on(table.recordedAt),
    index('dashboard_refund_failed_idx')
      .on(table.orderNumber)
      .where(sql`${table.failedAt} is not null`),
  ],
)

/**
 * A refund that the shop has paid to the customer itself, in place of one that gateway or bank did not take. The id
 * comes from the browser, so that a repeated call records it once.
 */
export const directRefund = pgTable(
  'direct_refund',
  {
    id: uuid('id').primaryKey(),
    orderNumber: orderNumberColumn(),
    /**
     * The failed refund: the id of its request; the gateway's id for a refund of the dashboard. The column keeps its
     * original name, which the previous version uses.
     */
    failedRefundId: text('unmade_id').notNull(),
    /** What was owed of the failed refund, or had been paid before the bank returned the money. */
    amount: paiseColumn('amount').notNull(),
    /** The pieces of the failed refund, if this completes it; otherwise empty. */
    lines: jsonb('lines').$type<readonly RefundLine[]>().notNull(),
    method: text('method', { enum: DIRECT_REFUND_METHODS }).notNull(),
    /** Empty for cash. */
    reference: text('reference').notNull(),
    /** A day in India. */
    paidOn: date('paid_on').notNull(),
    /** An e-mail address of staff. */
    recordedBy: text('recorded_by').notNull(),
    recordedAt: timestamptz('recorded_at').notNull(),
  },
  (table) => [
    index('direct_refund_order_idx').on(table.orderNumber),
    check('direct_refund_amount', sql`${table.amount} > 0`),
  ],
)

/**
 * The end of a refund that was not made and is not owed (any more), for example because the bank has returned the money.
 * No money moves. The id comes from the browser, so that a repeated call records it once.
 */
export const closedRefund = pgTable(
  'closed_refund',
  {
    id: uuid('id').primaryKey(),
    orderNumber: orderNumberColumn(),
    /** The id of its request; the gateway's id for a refund of the dashboard. */
    refundId: text('refund_id').notNull(),
    /** What was owed of it. */
    amount: paiseColumn('amount').notNull(),
    reason: text('reason').notNull(),
    /** An e-mail address of staff. */
    closedBy: text('closed_by').notNull(),
    closedAt: timestamptz('closed_at').notNull(),
  },
  (table) => [
    index('closed_refund_order_idx').on(table.orderNumber),
    check('closed_refund_amount', sql`${table.amount} > 0`),
  ],
)

/** A payment that the customer disputes at the bank, with the gateway's id. */
export const dispute = pgTable(
  'dispute',
  {
    id: text('id').primaryKey(),
    orderNumber: orderNumberColumn(),
    paymentId: text('payment_id').notNull(),
    amount: paiseColumn('amount').notNull(),
    status: text('status', { enum: DISPUTE_STATUSES }).notNull(),
    /** The gateway's code. */
    reason: text('reason').notNull(),
    /** The dispute is lost if nobody responds by then. */
    respondBy: timestamptz('respond_by'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('dispute_order_idx').on(table.orderNumber),
    index('dispute_payment_idx').on(table.paymentId),
  ],
)
