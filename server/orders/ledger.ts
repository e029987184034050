/** The append-only ledger of an order: what happened, when, and through which source it became known. */
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { orderEvent } from '#server/db/schema.ts'

export type LedgerEvent =
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

/** An expired order is never paid: money that arrives afterwards is refunded. */
export async function hasExpired(db: Db, orderNumber: string): Promise<boolean> {
  const expired: LedgerEvent = 'expired'
  const isExpiry = and(eq(orderEvent.orderNumber, orderNumber), eq(orderEvent.event, expired))
  return (await db.$count(orderEvent, isExpiry)) > 0
}
