/** The ledger of an order as its customer sees it. */
import { asc, eq } from 'drizzle-orm'
import type { OrderHistory } from '#contract/account.ts'
import type { HistoryStep } from '#domain/order.ts'
import type { Db } from '#server/db/open.ts'
import { orderEvent } from '#server/db/schema.ts'
import type { LedgerEvent } from './ledger.ts'

/** The other ledger events are internal. */
const STEPS: Partial<Record<string, HistoryStep>> = {
  placed: 'placed',
  'payment resumed': 'tried again',
  declined: 'declined',
  dismissed: 'closed',
  completed: 'confirmed',
  'made to order': 'made to order',
  'sold out': 'sold out',
  expired: 'given up',
  'refund owed': 'going back',
  'refund sent': 'sent back',
  'refund failed': 'refused by the bank',
  'part returned': 'part given back',
  'money returned': 'given back',
} satisfies Partial<Record<LedgerEvent, HistoryStep>>

/** Oldest first. Of equal steps in a row only the last is shown. */
export async function orderHistory(db: Db, orderNumber: string): Promise<OrderHistory> {
  const events = await db
    .select({ at: orderEvent.at, event: orderEvent.event })
    .from(orderEvent)
    .where(eq(orderEvent.orderNumber, orderNumber))
    .orderBy(asc(orderEvent.id))
  const steps = events.flatMap(({ at, event }) => {
    const step = STEPS[event]
    return step ? [{ step, at: at.toISOString() }] : []
  })
  return steps.filter(({ step }, index) => steps[index + 1]?.step !== step)
}
