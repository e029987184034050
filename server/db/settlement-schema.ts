/** Settlements of the payment gateway: what it paid into the shop's bank account, item by item, as it reports them. */
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { paiseColumn, timestamptz } from './columns.ts'

/** Never changed: repeated reports of the gateway are ignored. */
export const settlementItem = pgTable(
  'settlement_item',
  {
    settlementId: text('settlement_id').notNull(),
    /** The gateway's id of the payment, refund or adjustment. */
    entityId: text('entity_id').notNull(),
    /** `payment`, `refund`, `adjustment`, `transfer`, or a kind that the gateway adds later. */
    type: text('type').notNull(),
    amount: paiseColumn('amount').notNull(),
    /** The gateway's fee, including the GST on it. */
    fee: paiseColumn('fee').notNull(),
    /** The GST on the fee. */
    tax: paiseColumn('tax').notNull(),
    credit: paiseColumn('credit').notNull(),
    debit: paiseColumn('debit').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    settledAt: timestamptz('settled_at').notNull(),
    /** The bank's reference of the transfer; empty if the gateway does not say. */
    utr: text('utr').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.settlementId, table.entityId] }),
    index('settlement_item_settled_idx').on(table.settledAt),
    index('settlement_item_entity_idx').on(table.entityId),
  ],
)

/** Why a difference between settlements and the shop's books is correct. */
export const settlementExplanation = pgTable('settlement_explanation', {
  /** The kind of the difference and the gateway's id. */
  difference: text('difference').primaryKey(),
  reason: text('reason').notNull(),
  explainedBy: text('explained_by').notNull(),
  explainedAt: timestamptz('explained_at').notNull(),
})
