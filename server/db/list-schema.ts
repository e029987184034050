/** Cart and wishlist of an account. */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ProductType } from '#domain/product.ts'
import { userIdColumn } from './account-schema.ts'
import { timestamptz } from './columns.ts'

export const cartLine = pgTable(
  'cart_line',
  {
    userId: userIdColumn(),
    type: text('type').$type<ProductType>().notNull(),
    productId: integer('product_id').notNull(),
    /** As in domain/sizes.ts; empty for a product of one size (D40). */
    size: text('size').notNull().default(''),
    quantity: integer('quantity').notNull(),
    /** The order in which the lines were added. */
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.type, table.productId, table.size] }),
    check('cart_line_quantity', sql`${table.quantity} >= 1`),
  ],
)

export const wishlistItem = pgTable(
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
