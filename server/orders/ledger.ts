/** The append-only ledger of an order: what happened, when, and through which source it became known. */
import { and, eq, inArray, max } from 'drizzle-orm'
import type { HistoryStep } from '#domain/order.ts'
import type { Db } from '#server/db/open.ts'
import { orderEvent } from '#server/db/schema.ts'

/** The steps that a customer sees, and internal events. */
export type LedgerEvent =
  | HistoryStep
  | 'gateway order opened'
  | 'payment observed'
  | 'paid'
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

/** After one of these an order is never paid: money that arrives is refunded. */
const CLOSING_EVENTS = ['expired', 'sold out'] as const satisfies readonly LedgerEvent[]

export function isClosed(db: Db, orderNumber: string): Promise<boolean> {
  return hasEvent(db, orderNumber, CLOSING_EVENTS)
}

export function wasSoldOut(db: Db, orderNumber: string): Promise<boolean> {
  return hasEvent(db, orderNumber, ['sold out'])
}

/** When the shopper last confirmed the price. */
export async function lastConfirmedAt(db: Db, orderNumber: string): Promise<Date | null> {
  const [confirmed] = await db
    .select({ at: max(orderEvent.at) })
    .from(orderEvent)
    .where(
      and(eq(orderEvent.orderNumber, orderNumber), inArray(orderEvent.event, ['placed', 'payment resumed'])),
    )
  return confirmed?.at ?? null
}

async function hasEvent(db: Db, orderNumber: string, events: readonly LedgerEvent[]): Promise<boolean> {
  const isOneOf = and(eq(orderEvent.orderNumber, orderNumber), inArray(orderEvent.event, [...events]))
  return (await db.$count(orderEvent, isOneOf)) > 0
}
