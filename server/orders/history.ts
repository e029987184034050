/** The events of an order as its customer sees them. */
import { asc, eq } from 'drizzle-orm'
import type { OrderHistory } from '#contract/account.ts'
import { HISTORY_STEPS } from '#domain/order.ts'
import type { Db } from '#server/db/open.ts'
import { orderEvent } from '#server/db/schema.ts'

/** Oldest first. Of equal consecutive steps only the last is shown. */
export async function orderHistory(db: Db, orderNumber: string): Promise<OrderHistory> {
  const events = await db
    .select({ at: orderEvent.at, event: orderEvent.event })
    .from(orderEvent)
    .where(eq(orderEvent.orderNumber, orderNumber))
    .orderBy(asc(orderEvent.id))
  const steps = events.flatMap(({ at, event }) => {
    const step = HISTORY_STEPS.find((each) => each === event)
    return step ? [{ step, at: at.toISOString() }] : []
  })
  return steps.filter(({ step }, index) => steps[index + 1]?.step !== step)
}
