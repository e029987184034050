/** The append-only ledger of an order: what happened, when, and through which source it became known. */
import { and, eq, inArray, max } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { orderEvent } from '#server/db/schema.ts'

export type LedgerEvent =
  | 'placed'
  | 'gateway order opened'
  | 'payment resumed'
  | 'payment seen'
  | 'paid'
  | 'completed'
  | 'made to order'
  | 'sold out'
  | 'declined'
  | 'dismissed'
  | 'expired'
  | 'refund owed'
  | 'refund sent'
  | 'refund failed'
  | 'part returned'
  | 'money returned'
  | 'unknown to the gateway'

export type Source = 'shopper' | 'webhook' | 'reconciliation' | 'refunds' | 'audit'

export interface LedgerEntry {
  readonly orderNumber: string
  readonly at: Date
  readonly event: LedgerEvent
  readonly source: Source
  readonly detail?: Readonly<Record<string, string | number | null>>
}

export async function appendToLedger(db: Db, entry: LedgerEntry): Promise<void> {
  await db.insert(orderEvent).values({ ...entry, detail: { ...entry.detail } })
}

/** Events after which an order is never paid: money that arrives is refunded. */
const ENDS = ['expired', 'sold out'] as const satisfies readonly LedgerEvent[]

export function hasExpired(db: Db, orderNumber: string): Promise<boolean> {
  return hasEvent(db, orderNumber, ENDS)
}

export function wasSoldOut(db: Db, orderNumber: string): Promise<boolean> {
  return hasEvent(db, orderNumber, ['sold out'])
}

/** When the shopper last confirmed the price. */
export async function lastConfirmedAt(db: Db, orderNumber: string): Promise<Date | null> {
  const [found] = await db
    .select({ at: max(orderEvent.at) })
    .from(orderEvent)
    .where(
      and(eq(orderEvent.orderNumber, orderNumber), inArray(orderEvent.event, ['placed', 'payment resumed'])),
    )
  return found?.at ?? null
}

async function hasEvent(db: Db, orderNumber: string, events: readonly LedgerEvent[]): Promise<boolean> {
  const isOneOf = and(eq(orderEvent.orderNumber, orderNumber), inArray(orderEvent.event, [...events]))
  return (await db.$count(orderEvent, isOneOf)) > 0
}
