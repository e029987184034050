/** The ledger of an order: every step that was taken, by whom it became known, never changed afterwards. */
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { orderEvent } from '#server/db/schema.ts'

export type Step =
  | 'placed'
  | 'gateway order opened'
  | 'payment resumed'
  | 'payment seen'
  | 'paid'
  | 'completed'
  | 'declined'
  | 'dismissed'
  | 'expired'
  | 'refund owed'
  | 'refund sent'
  | 'refund failed'
  | 'part returned'
  | 'money returned'
  | 'unknown to the gateway'

/** Who told the shop, or made it look. */
export type Witness = 'shopper' | 'webhook' | 'reconciliation' | 'refunds' | 'audit'

export interface Entry {
  readonly orderNumber: string
  readonly at: Date
  readonly what: Step
  readonly by: Witness
  readonly detail?: Readonly<Record<string, string | number | null>>
}

export async function record(db: Db, entry: Entry): Promise<void> {
  await db.insert(orderEvent).values({ ...entry, detail: { ...entry.detail } })
}

/** Given up unpaid: money that arrives afterwards goes back. */
export async function hasExpired(db: Db, orderNumber: string): Promise<boolean> {
  const expired: Step = 'expired'
  const [entry] = await db
    .select({ id: orderEvent.id })
    .from(orderEvent)
    .where(and(eq(orderEvent.orderNumber, orderNumber), eq(orderEvent.what, expired)))
    .limit(1)
  return entry !== undefined
}
