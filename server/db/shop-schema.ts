/** The shop's particulars, which the owner enters at the desk (contract/desk/shop.ts). */
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { INITIAL_PARTICULARS } from '#domain/shop-particulars.ts'
import { timestamptz } from './columns.ts'

/** A single row; none until it is entered. */
export const shopParticulars = pgTable(
  'shop_particulars',
  {
    id: integer('id').primaryKey().default(1),
    legalName: text('legal_name').notNull().default(INITIAL_PARTICULARS.legalName),
    /** Building, street and quarter. */
    street: text('street').notNull(),
    city: text('city').notNull().default(INITIAL_PARTICULARS.city),
    pincode: text('pincode').notNull().default(INITIAL_PARTICULARS.pincode),
    phone: text('phone').notNull().default(INITIAL_PARTICULARS.phone),
    email: text('email').notNull().default(INITIAL_PARTICULARS.email),
    /** Null until it is known. */
    gstin: text('gstin'),
    /** The accountant's confirmation of the HSN codes and rates of domain/tax.ts. */
    areTaxesConfirmed: boolean('are_taxes_confirmed').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [check('shop_particulars_one', sql`${table.id} = 1`)],
)
