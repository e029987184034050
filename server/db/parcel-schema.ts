/** The parcels of orders. */
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { PARCEL_STATES, PARCEL_TASKS } from '#domain/parcel.ts'
import { courierColumns, timestamptz } from './columns.ts'
import { orderNumberColumn } from './schema.ts'

/** Exists once the order is packed. */
export const parcel = pgTable(
  'parcel',
  {
    orderNumber: orderNumberColumn().primaryKey(),
    /** Copied from the order, to sort the desk's lists. */
    placedAt: timestamptz('placed_at').notNull(),
    state: text('state', { enum: PARCEL_STATES }).notNull(),
    /** Gross weight, including the box. */
    weightMg: bigint('weight_mg', { mode: 'number' }).notNull(),
    /** The number of the seal; empty without one. */
    seal: text('seal').notNull(),
    packedAt: timestamptz('packed_at').notNull(),
    /** The courier's reference; null while nothing was requested. */
    reference: text('reference'),
    /** Ids of the order and the shipment at the courier. */
    courierOrderId: text('courier_order_id'),
    shipmentId: text('shipment_id'),
    labelUrl: text('label_url'),
    manifestUrl: text('manifest_url'),
    expectedAt: timestamptz('expected_at'),
    dispatchedAt: timestamptz('dispatched_at'),
    deliveredAt: timestamptz('delivered_at'),
    /** Null while it waits for staff. */
    task: text('task', { enum: PARCEL_TASKS }),
    ...courierColumns(),
  },
  (table) => [
    index('parcel_state_idx').on(table.state, table.placedAt, table.orderNumber),
    index('parcel_next_attempt_idx').on(table.nextAttemptAt),
    index('parcel_next_track_idx').on(table.nextTrackAt),
    index('parcel_seal_idx').on(sql`upper(${table.seal})`),
    index('parcel_problem_idx')
      .on(table.placedAt)
      .where(sql`${table.lastError} is not null`),
  ],
)

/** The courier's scans. The key makes a repeated one harmless. */
export const parcelScan = pgTable(
  'parcel_scan',
  {
    orderNumber: orderNumberColumn(),
    at: timestamptz('at').notNull(),
    /** The courier's status code; -1 without one. */
    statusCode: integer('status_code').notNull(),
    activity: text('activity').notNull(),
    location: text('location').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderNumber, table.at, table.statusCode, table.activity] })],
)

/** A packed box whose parcel was cancelled with its order, or lines of it: staff open it and remove the label. */
export const boxToOpen = pgTable('box_to_open', {
  orderNumber: orderNumberColumn().primaryKey(),
  /** The parcel's seal, by which staff find the box. */
  seal: text('seal').notNull(),
  awb: text('awb'),
  since: timestamptz('since').notNull(),
})
