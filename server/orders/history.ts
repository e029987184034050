/** The ledger of an order as its customer reads it. */
import { asc, eq } from 'drizzle-orm'
import type { OrderHistory } from '#contract/account.ts'
import type { HistoryStep } from '#domain/order.ts'
import type { LedgerEvent } from '#server/checkout/ledger.ts'
import type { Db } from '#server/db/open.ts'
import { orderEvent } from '#server/db/schema.ts'

/** What is not here is the shop's own business: gateway orders, payments seen, the step before the last. */
const TOLD: Partial<Record<string, HistoryStep>> = {
  placed: 'placed',
  'payment resumed': 'tried again',
  declined: 'declined',
  dismissed: 'closed',
  completed: 'confirmed',
  expired: 'given up',
  'refund owed': 'going back',
  'refund sent': 'sent back',
  'refund failed': 'refused by the bank',
  'part returned': 'part given back',
  'money returned': 'given back',
} satisfies Partial<Record<LedgerEvent, HistoryStep>>

/** Oldest first. The same step several times in a row is told once, when it last happened. */
export async function orderHistory(db: Db, orderNumber: string): Promise<OrderHistory> {
  const events = await db
    .select({ at: orderEvent.at, what: orderEvent.what })
    .from(orderEvent)
    .where(eq(orderEvent.orderNumber, orderNumber))
    .orderBy(asc(orderEvent.id))
  const told = events.flatMap(({ at, what }) => {
    const step = TOLD[what]
    return step ? [{ step, at: at.toISOString() }] : []
  })
  return told.filter(({ step }, place) => told[place + 1]?.step !== step)
}
