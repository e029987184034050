/**
 * State of the shop; accounts, staff, parcels, refund requests and tax documents have files of their own beside this
 * one. Money is integer paise, weight integer milligrams.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { ORDER_STATUSES } from '#domain/order.ts'
import type { CollectionChange } from '#domain/edition.ts'
import type { ProductType } from '#domain/product.ts'
import type { LineFacts } from '#domain/line-facts.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { user } from './account-schema.ts'
import { paiseColumn, renamedText, timestamptz } from './columns.ts'

// ── Collection and stock ─────────────────────────────────────────────────────────────────────────────────────────────

/** Published editions. A number is given once and never changes. */
export const edition = pgTable('edition', {
  number: integer('number').primaryKey(),
  /** The hash of the whole content (domain/collection-hash.ts). */
  hash: text('hash').notNull(),
  publishedAt: timestamptz('published_at').notNull(),
  /** For a scheduled edition, the staff member who scheduled it. */
  publishedBy: text('published_by').notNull(),
  /** The author of the published draft; null without one. */
  draftedBy: text('drafted_by'),
  reason: text('reason').notNull(),
  restores: integer('restores').references((): AnyPgColumn => edition.number),
})

/**
 * The values of a collection, each valid from one edition until before another: an edition that changes one rate writes
 * one row. A product's key is its SKU, other keys are `rates`, `newArrivals` and `featured`.
 */
export const editionEntry = pgTable(
  'edition_entry',
  {
    key: text('key').notNull(),
    validFrom: integer('valid_from')
      .notNull()
      .references(() => edition.number),
    /** The first edition without this value; null while it is current. */
    validTo: integer('valid_to').references(() => edition.number),
    /** The order of products within their type. */
    position: integer('position').notNull().default(0),
    value: jsonb('value').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.validFrom] }),
    uniqueIndex('edition_entry_current')
      .on(table.key)
      .where(sql`${table.validTo} is null`),
    index('edition_entry_validity_idx').on(table.validFrom, table.validTo),
    check('edition_entry_span', sql`${table.validTo} is null or ${table.validTo} > ${table.validFrom}`),
  ],
)

/** Changes that wait to be published, now or at a time. */
export const editionDraft = pgTable(
  'edition_draft',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    changes: jsonb('changes').$type<readonly CollectionChange[]>().notNull(),
    /** The edition on which the changes are based. */
    baseEdition: integer('base_edition')
      .notNull()
      .references(() => edition.number),
    /**
     * Codes that approve errors, and agree to prices below metal value (server/collection/). The column of the former keeps
     * its original name.
     */
    approval: text('confirmation'),
    belowMetalApproval: text('below_metal_approval'),
    createdAt: timestamptz('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    reason: text('reason').notNull(),
    /** The edition to which it rolls back; it then has no changes. */
    restores: integer('restores').references(() => edition.number),
    /** When it is published automatically; null for a draft that waits for a person. */
    publishAt: timestamptz('publish_at'),
    /** The staff member who chose that time. */
    scheduledBy: text('scheduled_by'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
    /** The reason why the last attempt to publish it failed; null otherwise. */
    error: text('error'),
    publishedEdition: integer('published_edition').references(() => edition.number),
  },
  (table) => [index('edition_draft_next_attempt_idx').on(table.nextAttemptAt)],
)

/**
 * Stock: pieces of a product or of one of its sizes, or slots of the workbench in a week. Keys: `rings-801`,
 * `rings-801/14`, `bench/2026-W48`. A row is locked before its holds are counted.
 */
export const stockLevel = pgTable(
  'stock_level',
  {
    key: text('key').primaryKey(),
    onHand: integer('on_hand').notNull(),
  },
  (table) => [check('stock_level_on_hand', sql`${table.onHand} >= 0`)],
)

/** Pieces that an unpaid order reserves. An expired hold no longer counts, even before it is deleted. */
export const stockHold = pgTable(
  'stock_hold',
  {
    orderNumber: text('order_number')
      .notNull()
      .references((): AnyPgColumn => order.number),
    key: text('key')
      .notNull()
      .references(() => stockLevel.key),
    quantity: integer('quantity').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderNumber, table.key] }),
    index('stock_hold_key_idx').on(table.key, table.expiresAt),
    check('stock_hold_quantity', sql`${table.quantity} > 0`),
  ],
)

/** Every change of a level, with its cause; the sum of a key is its level. */
export const stockMovement = pgTable(
  'stock_movement',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    key: text('key')
      .notNull()
      .references(() => stockLevel.key),
    change: integer('change').notNull(),
    cause: text('cause', { enum: ['opening', 'sold', 'returned', 'correction'] }).notNull(),
    orderNumber: text('order_number').references((): AnyPgColumn => order.number),
    at: timestamptz('at').notNull(),
    actor: text('actor').notNull(),
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    index('stock_movement_key_idx').on(table.key, table.id),
    index('stock_movement_correction_idx')
      .on(table.id)
      .where(sql`${table.cause} = 'correction'`),
    // An order sells a key once, however often its payment is reported.
    uniqueIndex('stock_movement_sold')
      .on(table.orderNumber, table.key)
      .where(sql`${table.cause} = 'sold'`),
  ],
)

/** Single pieces with a serial number, where the retailer enters them. */
export const serialItem = pgTable(
  'serial_item',
  {
    serial: text('serial').primaryKey(),
    key: text('key')
      .notNull()
      .references(() => stockLevel.key),
    huid: text('huid').unique(),
    netWeightMg: integer('net_weight_mg').notNull(),
    grossWeightMg: integer('gross_weight_mg').notNull(),
    state: text('state', { enum: ['available', 'sold', 'returned', 'written off'] }).notNull(),
    orderNumber: text('order_number').references((): AnyPgColumn => order.number),
  },
  (table) => [index('serial_item_key_idx').on(table.key, table.state)],
)

// ── Orders and money ─────────────────────────────────────────────────────────────────────────────────────────────────

export const order = pgTable(
  'order',
  {
    /** `SJ-` and 16 random characters, so that it cannot be guessed (D33). */
    number: text('number').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    /**
     * A digest of the confirmed content: one order per content while its payment can be resumed (server/checkout/checkout-id.ts).
     */
    checkoutId: uuid('checkout_id').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    subtotal: paiseColumn('subtotal').notNull(),
    saving: paiseColumn('saving').notNull(),
    shipping: paiseColumn('shipping').notNull(),
    total: paiseColumn('total').notNull(),
    currency: text('currency').notNull(),
    shipTo: jsonb('ship_to').$type<ShippingAddress>().notNull(),
    /** GSTIN and name of a business; both are null for a person. */
    gstin: text('gstin'),
    businessName: text('business_name'),
    courierId: integer('courier_id').notNull(),
    courierName: text('courier_name').notNull(),
    estimatedDays: real('estimated_days').notNull(),
    weightMg: bigint('weight_mg', { mode: 'number' }).notNull(),
    /** The edition whose prices it has; null for orders that predate editions. */
    edition: integer('edition'),
    placedAt: timestamptz('placed_at').notNull(),
    paidAt: timestamptz('paid_at'),
    completedAt: timestamptz('completed_at'),
    /** The parcel's time, for the index of orders to pack. */
    packedAt: timestamptz('packed_at'),
    /** The gateway's payment that paid it. */
    paymentId: text('payment_id'),
    /** The offer code entered at the checkout (offer-schema.ts). */
    offerCode: text('offer_code'),
    /** Placed under test keys of the gateway: no money moved, and nothing is shipped. */
    isTest: boolean('is_test').notNull().default(false),
    /** When the order is reconciled next; null if it no longer is. */
    nextReconcileAt: timestamptz('next_reconcile_at'),
    reconcileAttempts: integer('reconcile_attempts').notNull().default(0),
    /** Since when the gateway rejects requests about this order; null if it responds. */
    rejectedSince: timestamptz('rejected_since'),
    /** Until when the customer may consent to pieces being made to order; null if no consent is open. */
    consentDueAt: timestamptz('consent_due_at'),
  },
  (table) => [
    unique('order_checkout').on(table.userId, table.checkoutId),
    index('order_user_idx').on(table.userId, table.placedAt),
    index('order_placed_idx').on(table.placedAt),
    index('order_takings_idx').on(table.completedAt, table.isTest, table.total),
    index('order_next_reconcile_idx').on(table.nextReconcileAt),
    // Few rows: those whose address is due to be anonymized.
    index('order_unpaid_idx')
      .on(table.placedAt)
      .where(sql`${table.paidAt} is null`),
    index('order_to_pack_idx')
      .on(table.completedAt, table.number)
      .where(sql`${table.status} = 'completed' and ${table.packedAt} is null`),
    // Search conditions of the desk. A name is found by any of its words.
    index('order_email_idx').on(sql`lower(${table.shipTo} ->> 'email')`, table.placedAt),
    index('order_phone_idx').on(
      sql`right(regexp_replace(${table.shipTo} ->> 'phone', '[^0-9]', '', 'g'), 10)`,
      table.placedAt,
    ),
    index('order_pincode_idx').on(sql`(${table.shipTo} ->> 'pincode')`, table.placedAt),
    index('order_name_idx').using('gin', sql`to_tsvector('simple', ${table.shipTo} ->> 'name')`),
    check('order_sums', sql`${table.total} = ${table.subtotal} + ${table.shipping} and ${table.total} > 0`),
  ],
)

export const orderNumberColumn = () =>
  text('order_number')
    .notNull()
    .references(() => order.number)

export const orderLine = pgTable(
  'order_line',
  {
    orderNumber: orderNumberColumn(),
    position: integer('position').notNull(),
    type: text('type').$type<ProductType>().notNull(),
    productId: integer('product_id').notNull(),
    name: text('name').notNull(),
    size: text('size').notNull().default(''),
    quantity: integer('quantity').notNull(),
    unitPrice: paiseColumn('unit_price').notNull(),
    saving: paiseColumn('saving').notNull(),
    total: paiseColumn('total').notNull(),
    /** Facts that invoices and customer support need later; null for lines that predate them. */
    facts: jsonb('facts').$type<LineFacts>(),
    /** The customer knows and agrees that it is made to order. */
    isMadeToOrder: boolean('is_made_to_order').notNull().default(false),
    /** How many of the pieces were cancelled before the parcel left. */
    cancelled: integer('cancelled').notNull().default(0),
    /** HUIDs or serial numbers, entered when the line is packed; null before. The column keeps its original name. */
    codes: text('huids').array(),
  },
  (table) => [
    primaryKey({ columns: [table.orderNumber, table.position] }),
    index('order_line_huids_idx')
      .using('gin', table.codes)
      .where(sql`${table.codes} is not null`),
    check('order_line_total', sql`${table.total} = ${table.unitPrice} * ${table.quantity}`),
    check('order_line_cancelled', sql`${table.cancelled} between 0 and ${table.quantity}`),
  ],
)

/** Written before the gateway is called, so that an order whose response was lost can be found by its receipt. */
export const gatewayOrder = pgTable(
  'gateway_order',
  {
    receipt: text('receipt').primaryKey(),
    gatewayOrderId: text('gateway_order_id').unique(),
    orderNumber: orderNumberColumn(),
    amount: paiseColumn('amount').notNull(),
    currency: text('currency').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('gateway_order_order_idx').on(table.orderNumber)],
)

/** The last known status of a payment at the gateway. */
export const payment = pgTable(
  'payment',
  {
    paymentId: text('payment_id').primaryKey(),
    orderNumber: orderNumberColumn(),
    gatewayOrderId: text('gateway_order_id').notNull(),
    amount: paiseColumn('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status', { enum: ['created', 'authorized', 'captured', 'refunded', 'failed'] }).notNull(),
    observedAt: timestamptz('observed_at').notNull(),
    /**
     * The payment began more than an hour after the shopper had last confirmed the price. Decided once, as the shopper may
     * confirm the order again later.
     */
    isAfterPriceExpiry: boolean('is_after_price_expiry').notNull().default(false),
  },
  (table) => [
    index('payment_order_idx').on(table.orderNumber),
    index('payment_observed_idx').on(table.observedAt),
  ],
)

/**
 * A refund of a captured payment that pays no order. The id is the idempotency key, combined with the gateway's id of a
 * failed refund. The table keeps its original name.
 */
export const surplusRefund = pgTable(
  'refund',
  {
    id: text('id').primaryKey(),
    orderNumber: orderNumberColumn(),
    /** Unique: money is never refunded twice. */
    paymentId: text('payment_id').notNull().unique(),
    amount: paiseColumn('amount').notNull(),
    reason: text('reason').notNull(),
    gatewayRefundId: text('gateway_refund_id'),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
  },
  (table) => [
    index('refund_order_idx').on(table.orderNumber),
    index('refund_next_attempt_idx').on(table.nextAttemptAt),
  ],
)

/** What happened to an order, append-only; a trigger in the migrations rejects updates and deletions. */
export const orderEvent = pgTable(
  'order_event',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderNumber: orderNumberColumn(),
    at: timestamptz('at').notNull(),
    event: renamedText<string>('event', {
      // Unlike the order status `cancelled`, which means that the shopper dismissed the payment dialog.
      'paid order cancelled': 'cancelled',
      'cancellation declined': 'cancellation failed',
      'pickup requested': 'pickup ordered',
    }).notNull(),
    source: text('source').notNull(),
    /** The staff member whose act caused it, set by the transaction of the act; null without one. */
    actor: text('actor').default(sql`nullif(current_setting('shop.actor', true), '')`),
    detail: jsonb('detail').$type<Record<string, string | number | null>>().notNull(),
  },
  (table) => [index('order_event_order_idx').on(table.orderNumber, table.id)],
)

/**
 * Webhooks with a valid signature, reduced to ids, amounts and states, and processed later. A webhook about an order
 * that the database has lost is parked: neither processed nor due, until the audit finds its money accounted for.
 */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    eventId: text('event_id').primaryKey(),
    event: text('event').notNull(),
    body: text('body').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    processedAt: timestamptz('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
    traceparent: text('traceparent'),
  },
  (table) => [
    index('webhook_event_next_attempt_idx').on(table.nextAttemptAt),
    index('webhook_event_received_idx').on(table.receivedAt),
  ],
)

/** Jobs that one of the servers runs once a day. */
export const dailyJob = pgTable('daily_job', {
  name: text('name').primaryKey(),
  nextRunAt: timestamptz('next_run_at').notNull(),
  /** Time of the last successful run; null before, and for jobs that never recorded it. */
  doneAt: timestamptz('done_at'),
})

// ── E-mail and messages ──────────────────────────────────────────────────────────────────────────────────────────────

/** E-mails to send, written in the transaction that causes them. */
export const emailOutbox = pgTable(
  'email_outbox',
  {
    /** Identifies the cause (`order-confirmation:SJ-…`), which sends one e-mail. */
    dedupeKey: text('dedupe_key').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** Null: replies go to the shop. */
    replyTo: text('reply_to'),
    /** The address for one-click unsubscription (RFC 8058) from the newsletter. */
    unsubscribeUrl: text('unsubscribe_url'),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
    /** Trace context of the request that queued it; null without tracing. */
    traceparent: text('traceparent'),
  },
  (table) => [
    index('email_outbox_next_attempt_idx').on(table.nextAttemptAt),
    index('email_outbox_created_idx').on(table.createdAt),
  ],
)

/** Both times null: requested, not confirmed. Unsubscribed but never confirmed: the address gets no further e-mail. */
export const subscriber = pgTable('subscriber', {
  email: text('email').primaryKey(),
  /** Part of the unsubscribe links, which never change: those of old e-mails keep working. */
  token: text('token').notNull().unique(),
  /**
   * Part of the confirmation link, new for each subscription. Null for subscriptions that predate this column: `token`
   * is used.
   */
  confirmToken: text('confirm_token').unique(),
  /** When it was last requested, while it is unconfirmed. */
  createdAt: timestamptz('created_at').notNull(),
  confirmedAt: timestamptz('confirmed_at'),
  unsubscribedAt: timestamptz('unsubscribed_at'),
})

export const contactMessage = pgTable(
  'contact_message',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    answeredAt: timestamptz('answered_at'),
    /** The e-mail address of the staff member. */
    answeredBy: text('answered_by'),
  },
  (table) => [index('contact_message_created_idx').on(table.createdAt)],
)
