/** The PANs of large orders (D42), in a table of their own, so that queries for orders never read a PAN. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { orderNumberColumn } from './schema.ts'

export const orderPan = pgTable('order_pan', {
  orderNumber: orderNumberColumn().primaryKey(),
  pan: text('pan').notNull(),
  /** Id of the key that encrypted it. */
  keyId: text('key_id').notNull(),
})
