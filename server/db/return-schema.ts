/** Returns: pieces that customers send back, or that the courier could not deliver. */
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { LineQuantity } from '#domain/refund-lines.ts'
import type { PickupState, PickupTask } from '#domain/pickup.ts'
import { RETURN_REASONS, RETURN_STATES, RETURN_RESOLUTIONS, type ReturnReason } from '#domain/return.ts'
import { courierColumns, renamedText, timestamptz } from './columns.ts'
import { orderNumberColumn } from './schema.ts'

// Object.keys forgets the key type.
const REASONS = Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]]

/** The refund that follows the acceptance has the same id, so that there is at most one. */
export const orderReturn = pgTable(
  'order_return',
  {
    id: uuid('id').primaryKey(),
    orderNumber: orderNumberColumn(),
    lines: jsonb('lines').$type<readonly LineQuantity[]>().notNull(),
    reason: text('reason', { enum: REASONS }).notNull(),
    /** The customer's note; empty without one. */
    note: text('note').notNull(),
    resolution: text('resolution', { enum: RETURN_RESOLUTIONS }).notNull(),
    state: text('state', { enum: RETURN_STATES }).notNull(),
    requestedAt: timestamptz('requested_at').notNull(),
    /** Courier and number of the customer's parcel; empty until added. */
    tracking: text('tracking').notNull().default(''),
    /** The explanation for the customer if it was declined or rejected; empty otherwise. */
    explanation: text('explanation').notNull().default(''),
    /** HUIDs or serial numbers of the pieces that were accepted. */
    codes: text('codes')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    index('order_return_order_idx').on(table.orderNumber),
    index('order_return_open_idx')
      .on(table.requestedAt)
      .where(sql`${table.state} in ('requested', 'approved', 'received')`),
  ],
)

/** The courier's pickup of an approved return at the customer's; at most one per return at a time. */
export const returnPickup = pgTable(
  'return_pickup',
  {
    returnId: uuid('return_id')
      .primaryKey()
      .references(() => orderReturn.id),
    orderNumber: orderNumberColumn(),
    state: renamedText<PickupState>('state', { requested: 'ordered' }).notNull(),
    /** The courier's reference. */
    reference: text('reference').notNull().unique(),
    /** The column keeps its original name, which the previous version uses. */
    requestedAt: timestamptz('ordered_at').notNull(),
    weightMg: bigint('weight_mg', { mode: 'number' }).notNull(),
    /** The day on which the courier comes; null while it is unknown. */
    scheduledFor: timestamptz('scheduled_for'),
    /** Null while nothing is requested. */
    task: renamedText<PickupTask>('task', { book: 'order' }),
    ...courierColumns(),
  },
  (table) => [
    index('return_pickup_order_idx').on(table.orderNumber),
    index('return_pickup_next_attempt_idx').on(table.nextAttemptAt),
    index('return_pickup_next_track_idx').on(table.nextTrackAt),
  ],
)
