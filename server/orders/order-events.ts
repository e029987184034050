/** The append-only events of an order: what happened, when, and through which source it became known. */
import { and, eq, inArray, max, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DirectRefundMethod } from '#domain/direct-refund.ts'
import type { HistoryStep } from '#domain/order.ts'
import type { PickupState } from '#domain/pickup.ts'
import type { ReturnState } from '#domain/return.ts'
import type { Db } from '#server/db/open.ts'
import { orderEvent } from '#server/db/schema.ts'

/** Steps that a customer sees, and internal events. */
export type OrderEventName =
  | HistoryStep
  | 'gateway order opened'
  | 'payment observed'
  | 'paid'
  | 'packed'
  | 'booked'
  | 'labelled'
  | 'unpacked'
  | 'refund requested'
  | 'refund declined'
  | 'refund closed'
  | `refund paid by ${DirectRefundMethod}`
  | `return ${ReturnState}`
  | `pickup ${PickupState}`
  | 'dispute reported'
  | 'unknown to the gateway'

export type Source = 'shopper' | 'webhook' | 'reconciliation' | 'refunds' | 'audit' | 'desk' | 'courier'

export interface OrderEvent {
  readonly orderNumber: string
  readonly at: Date
  readonly event: OrderEventName
  readonly source: Source
  readonly detail?: Readonly<Record<string, string | number | null>>
}

export async function appendOrderEvents(db: Db, ...events: readonly OrderEvent[]): Promise<void> {
  if (events.length > 0) await insertOrderEvents(db, events)
}

/** For writeTogether. At least one. */
export function insertOrderEvents(db: Db, events: readonly OrderEvent[]) {
  return db.insert(orderEvent).values(events.map((each) => ({ ...each, detail: { ...each.detail } })))
}

/** A statement that changes at most one row and, if it did, appends the event. */
export function appendEventOfChange(
  change: SQLWrapper,
  { orderNumber, at, event, source, detail = {} }: OrderEvent,
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
    select ${orderNumber}, ${at}::timestamptz, ${sql.param(event, orderEvent.event)}, ${source}, ${JSON.stringify(detail)}::jsonb from change`
}

/** After one of these an order is never paid: money that arrives is refunded. */
const CLOSING_EVENTS = [
  'expired',
  'sold out',
  'offer code used up',
] as const satisfies readonly OrderEventName[]

export function isClosed(db: Db, orderNumber: string): Promise<boolean> {
  return hasEvent(db, orderNumber, CLOSING_EVENTS)
}

/** Why an order that was paid late was not completed; null if it was not closed for one of these reasons. */
export async function lateClosingCause(
  db: Db,
  orderNumber: string,
): Promise<'sold out' | 'offer code used up' | null> {
  if (await hasEvent(db, orderNumber, ['sold out'])) return 'sold out'
  return (await hasEvent(db, orderNumber, ['offer code used up'])) ? 'offer code used up' : null
}

export function wasCancelled(db: Db, orderNumber: string): Promise<boolean> {
  return hasEvent(db, orderNumber, ['paid order cancelled'])
}

export interface OrderEventSummary {
  readonly isClosed: boolean
  /** When the shopper last confirmed the price. */
  readonly confirmedAt: Date | null
}

/** To be selected together with other columns of an order. */
export function orderEventSummaryOf(
  db: Db,
  orderNumber: PgColumn,
): { readonly [Name in keyof OrderEventSummary]: SQL<OrderEventSummary[Name]> } {
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

async function hasEvent(db: Db, orderNumber: string, events: readonly OrderEventName[]): Promise<boolean> {
  return (await db.$count(orderEvent, isOneOf(orderNumber, events))) > 0
}

function isOneOf(orderNumber: string | PgColumn, events: readonly OrderEventName[]): SQL | undefined {
  return and(eq(orderEvent.orderNumber, orderNumber), inArray(orderEvent.event, [...events]))
}
