/** What the owner enters of the shop at the desk (contract/desk/shop.ts). */
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** One row; none before it is entered. */
export const shopParticulars = pgTable(
  'shop_particulars',
  {
    id: integer('id').primaryKey().default(1),
    /** Building, street and quarter; city and pincode are those of the shop. */
    street: text('street').notNull(),
    /** Null before it is known. */
    gstin: text('gstin'),
    /** By the accountant: HSN codes and rates of domain/tax.ts. */
    areTaxesConfirmed: boolean('are_taxes_confirmed').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [check('shop_particulars_one', sql`${table.id} = 1`)],
)
