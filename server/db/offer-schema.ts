/** Offer codes, and the orders that use them. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { OFFER_BASES } from '#domain/price.ts'
import { timestamptz } from './columns.ts'
import { orderNumberColumn } from './schema.ts'

/** Only `valid_until` ever changes, when the shop ends the code. */
export const offerCode = pgTable('offer_code', {
  code: text('code').primaryKey(),
  percent: integer('percent').notNull(),
  base: text('base', { enum: OFFER_BASES }).notNull(),
  /** Types and SKUs; every piece if empty. */
  appliesTo: text('applies_to').array().notNull(),
  validFrom: timestamptz('valid_from').notNull(),
  /** The first moment at which it is no longer valid; null while the shop has set none. */
  validUntil: timestamptz('valid_until'),
  /** How many orders may use it; null: any number. */
  ordersMax: integer('orders_max'),
  ordersPerCustomerMax: integer('orders_per_customer_max'),
  createdAt: timestamptz('created_at').notNull(),
  createdBy: text('created_by').notNull(),
})

export const offerRedemption = pgTable(
  'offer_redemption',
  {
    orderNumber: orderNumberColumn().primaryKey(),
    code: text('code')
      .notNull()
      .references(() => offerCode.code),
    /** Until when an unpaid order reserves its use of the code; null once it is paid. */
    reservedUntil: timestamptz('reserved_until'),
  },
  (table) => [index('offer_redemption_code_idx').on(table.code)],
)
