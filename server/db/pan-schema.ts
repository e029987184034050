/** The PANs of large orders (D42), apart from the orders, so that nothing that reads these reads a PAN. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { order } from './schema.ts'

export const orderPan = pgTable('order_pan', {
  orderNumber: text('order_number')
    .primaryKey()
    .references(() => order.number),
  /** Encrypted. */
  pan: text('pan').notNull(),
  /** Of the key that encrypted it. */
  keyId: text('key_id').notNull(),
})
