/** All state of the shop. Money is integer paise, weight integer milligrams. */
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
  timestamp,
  unique,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { ORDER_STATUSES } from '#domain/order.ts'
import type { Paise } from '#domain/money.ts'
import type { ProductType } from '#domain/product.ts'
import type { ShippingAddress } from '#domain/shipping.ts'

const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const paiseColumn = (name: string) => bigint(name, { mode: 'number' }).$type<Paise>()

// ── Accounts: tables and fields as better-auth expects them ──────────────────────────────────────────────────────────

export const user = pgTable('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

const userIdColumn = () =>
  text('user_id')
    .notNull()
    .references((): AnyPgColumn => user.id, { onDelete: 'cascade' })

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    expiresAt: timestamptz('expires_at').notNull(),
    token: text('token').notNull().unique(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: userIdColumn(),
  },
  (table) => [index('session_user_idx').on(table.userId), index('session_expires_idx').on(table.expiresAt)],
)

export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userIdColumn(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [index('account_user_idx').on(table.userId)],
)

export const verification = pgTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('verification_identifier_idx').on(table.identifier),
    index('verification_expires_idx').on(table.expiresAt),
  ],
)

export const rateLimit = pgTable(
  'rate_limit',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull().unique(),
    count: integer('count').notNull(),
    lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
  },
  (table) => [index('rate_limit_last_request_idx').on(table.lastRequest)],
)

export const jwks = pgTable('jwks', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at'),
  alg: text('alg'),
  crv: text('crv'),
})

export const profile = pgTable('profile', {
  userId: userIdColumn().primaryKey(),
  phoneNumber: text('phone_number').notNull().default(''),
  address: text('address').notNull().default(''),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** Shipping addresses to choose from at the next checkout. */
export const savedAddress = pgTable(
  'saved_address',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userIdColumn(),
    address: jsonb('address').$type<ShippingAddress>().notNull(),
    usedAt: timestamptz('used_at').notNull(),
  },
  (table) => [index('saved_address_user_idx').on(table.userId, table.usedAt)],
)

// ── Cart and wishlist ────────────────────────────────────────────────────────────────────────────────────────────────

export const cartLine = pgTable(
  'cart_line',
  {
    userId: userIdColumn(),
    type: text('type').$type<ProductType>().notNull(),
    productId: integer('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** The order in which the lines were added. */
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.type, table.productId] }),
    check('cart_line_quantity', sql`${table.quantity} >= 1`),
  ],
)

export const wishlistEntry = pgTable(
  'wishlist_entry',
  {
    userId: userIdColumn(),
    type: text('type').$type<ProductType>().notNull(),
    productId: integer('product_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.type, table.productId] })],
)

/** Ids of applied list changes, to detect repeated deliveries. */
export const appliedChange = pgTable(
  'applied_change',
  {
    userId: userIdColumn(),
    changeId: uuid('change_id').notNull(),
    appliedAt: timestamptz('applied_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.changeId] }),
    index('applied_change_at_idx').on(table.appliedAt),
  ],
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
    /** A digest of what was confirmed; one order per confirmation (server/checkout/confirmation.ts). */
    checkoutId: uuid('checkout_id').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    subtotal: paiseColumn('subtotal').notNull(),
    saving: paiseColumn('saving').notNull(),
    shipping: paiseColumn('shipping').notNull(),
    total: paiseColumn('total').notNull(),
    currency: text('currency').notNull(),
    shipTo: jsonb('ship_to').$type<ShippingAddress>().notNull(),
    courierId: integer('courier_id').notNull(),
    courierName: text('courier_name').notNull(),
    estimatedDays: real('estimated_days').notNull(),
    weightMg: bigint('weight_mg', { mode: 'number' }).notNull(),
    placedAt: timestamptz('placed_at').notNull(),
    paidAt: timestamptz('paid_at'),
    completedAt: timestamptz('completed_at'),
    /** The gateway's payment that paid it. */
    paymentId: text('payment_id'),
    /** Placed under test keys of the gateway: no money moved, and nothing is shipped. */
    isTest: boolean('is_test').notNull().default(false),
    /** When an unsettled order is reconciled next; null for a settled one. */
    nextCheckAt: timestamptz('next_check_at'),
    checks: integer('checks').notNull().default(0),
    /** Since when the gateway rejects requests about this order; null if it responds. */
    refusedSince: timestamptz('refused_since'),
  },
  (table) => [
    unique('order_checkout').on(table.userId, table.checkoutId),
    index('order_user_idx').on(table.userId, table.placedAt),
    index('order_placed_idx').on(table.placedAt),
    index('order_next_check_idx').on(table.nextCheckAt),
    check('order_sums', sql`${table.total} = ${table.subtotal} + ${table.shipping} and ${table.total} > 0`),
  ],
)

const orderNumberColumn = () =>
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
    quantity: integer('quantity').notNull(),
    unitPrice: paiseColumn('unit_price').notNull(),
    saving: paiseColumn('saving').notNull(),
    total: paiseColumn('total').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderNumber, table.position] }),
    check('order_line_total', sql`${table.total} = ${table.unitPrice} * ${table.quantity}`),
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

/** The last known state of a payment at the gateway. */
export const payment = pgTable(
  'payment',
  {
    paymentId: text('payment_id').primaryKey(),
    orderNumber: orderNumberColumn(),
    gatewayOrderId: text('gateway_order_id').notNull(),
    amount: paiseColumn('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status', { enum: ['created', 'authorized', 'captured', 'refunded', 'failed'] }).notNull(),
    observedAt: timestamptz('seen_at').notNull(),
  },
  (table) => [index('payment_order_idx').on(table.orderNumber)],
)

/** Written before the gateway is called; the id is the idempotency key. */
export const refund = pgTable(
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

/** A refund made on the gateway's dashboard, not by the shop. */
export const dashboardRefund = pgTable(
  'dashboard_refund',
  {
    gatewayRefundId: text('gateway_refund_id').primaryKey(),
    orderNumber: orderNumberColumn(),
    paymentId: text('payment_id').notNull(),
    amount: paiseColumn('amount').notNull(),
    /** By the gateway's clock. */
    createdAt: timestamptz('created_at').notNull(),
    recordedAt: timestamptz('booked_at').notNull(),
    /** When we learned that the bank rejected it. */
    failedAt: timestamptz('failed_at'),
  },
  (table) => [index('dashboard_refund_order_idx').on(table.orderNumber)],
)

/** The append-only ledger of an order; a trigger in the migrations rejects updates and deletions. */
export const orderEvent = pgTable(
  'order_event',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderNumber: orderNumberColumn(),
    at: timestamptz('at').notNull(),
    event: text('what').notNull(),
    source: text('by').notNull(),
    detail: jsonb('detail').$type<Record<string, string | number | null>>().notNull(),
  },
  (table) => [index('order_event_order_idx').on(table.orderNumber, table.id)],
)

/**
 * Webhooks with a valid signature, reduced to ids, amounts and states, and processed later. One about an order that the
 * database has lost is parked: neither processed nor due, until the audit finds its money settled.
 */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    eventId: text('event_id').primaryKey(),
    event: text('event').notNull(),
    body: text('body').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    processedAt: timestamptz('worked_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
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
})

// ── E-mail and messages ──────────────────────────────────────────────────────────────────────────────────────────────

/** E-mails to send, written in the transaction that causes them. */
export const emailOutbox = pgTable(
  'mail_outbox',
  {
    /** Names the cause (`order-confirmation:SJ-…`), so that it sends one e-mail. */
    dedupeKey: text('occasion').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** Null: replies go to the shop. */
    replyTo: text('reply_to'),
    /** For one-click unsubscription (RFC 8058) from the newsletter. */
    unsubscribeUrl: text('unsubscribe_url'),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
  },
  (table) => [
    index('mail_outbox_next_attempt_idx').on(table.nextAttemptAt),
    index('mail_outbox_created_idx').on(table.createdAt),
  ],
)

/** Both times null: requested, not confirmed. Unsubscribed but never confirmed: the address gets no further e-mail. */
export const subscriber = pgTable('subscriber', {
  email: text('email').primaryKey(),
  /** In the links of confirmation and unsubscription. */
  token: text('token').notNull().unique(),
  /** When it was last requested, as long as it is not confirmed. */
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
  },
  (table) => [index('contact_message_created_idx').on(table.createdAt)],
)
