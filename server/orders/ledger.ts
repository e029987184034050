/** The append-only ledger of an order: what happened, when, and through which source it became known. */
import { and, eq, inArray, max, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
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

export async function appendToLedger(db: Db, ...entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db.insert(orderEvent).values(entries.map((entry) => ({ ...entry, detail: { ...entry.detail } })))
}

/** A statement that changes at most one row and, if it did, appends the entry. */
export function ledgerEntryFor(
  change: SQLWrapper,
  { orderNumber, at, event, source, detail = {} }: LedgerEntry,
): SQL {
  const columns = [
    orderEvent.orderNumber,
    orderEvent.at,
    orderEvent.event,
    orderEvent.source,
    orderEvent.detail,
  ]
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  return sql`
    with change as ${change}
    insert into ${orderEvent} (${names})
    select ${orderNumber}, ${at}::timestamptz, ${event}, ${source}, ${JSON.stringify(detail)}::jsonb from change`
}

/** After one of these an order is never paid: money that arrives is refunded. */
const CLOSING_EVENTS = ['expired', 'sold out'] as const satisfies readonly LedgerEvent[]

export function isClosed(db: Db, orderNumber: string): Promise<boolean> {
  return hasEvent(db, orderNumber, CLOSING_EVENTS)
}

export function wasSoldOut(db: Db, orderNumber: string): Promise<boolean> {
  return hasEvent(db, orderNumber, ['sold out'])
}

export interface LedgerState {
  readonly isClosed: boolean
  /** When the shopper last confirmed the price. */
  readonly confirmedAt: Date | null
}

/** To be selected together with other columns of an order. */
export function ledgerStateOf(
  db: Db,
  orderNumber: PgColumn,
): { readonly [Name in keyof LedgerState]: SQL<LedgerState[Name]> } {
  const closings = db
    .select({ id: orderEvent.id })
    .from(orderEvent)
    .where(isOneOf(orderNumber, CLOSING_EVENTS))
  const confirmations = db
    .select({ at: max(orderEvent.at) })
    .from(orderEvent)
    .where(isOneOf(orderNumber, ['placed', 'payment resumed']))
  return {
    isClosed: sql<boolean>`exists ${closings}`,
    confirmedAt: sql<Date | null>`${confirmations}`.mapWith(orderEvent.at),
  }
}

async function hasEvent(db: Db, orderNumber: string, events: readonly LedgerEvent[]): Promise<boolean> {
  return (await db.$count(orderEvent, isOneOf(orderNumber, events))) > 0
}

function isOneOf(orderNumber: string | PgColumn, events: readonly LedgerEvent[]): SQL | undefined {
  return and(eq(orderEvent.orderNumber, orderNumber), inArray(orderEvent.event, [...events]))
}
