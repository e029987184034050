/**
 * A task in the row of a parcel or a pickup is a pending request to the courier. A job claims the row, calls the
 * courier outside any transaction, and records the result under the lock on the order. A rejected task waits for staff,
 * who see the reason; a call without a response is repeated.
 */
import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { skuOf } from '#domain/product.ts'
import { addMs, backOffMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Database, Db } from '#server/db/open.ts'
import type { parcel } from '#server/db/parcel-schema.ts'
import { claimDue } from '#server/db/queue.ts'
import type { returnPickup } from '#server/db/return-schema.ts'
import type { Log } from '#server/log.ts'
import { lockOrder, type OrderLineRow, type OrderRow } from '#server/orders/orders.ts'
import {
  parcelErrorFields,
  type ParcelCourier,
  type ParcelError,
  type ParcelResult,
  type ParcelToBook,
} from '#server/shipping/courier.ts'

type CourierTable = typeof parcel | typeof returnPickup
export type CourierRow = CourierTable['$inferSelect']
type Task = NonNullable<CourierRow['task']>

/** The table of parcels, or of pickups. */
export interface CourierQueue<Row extends CourierRow> {
  /** For the log. */
  readonly name: 'parcel' | 'pickup'
  readonly table: CourierTable
  /** The task that undoes the others. */
  readonly undo: Task
  /** Matches exactly this parcel or pickup: its key may have been reused. */
  isSame(row: Row): SQL | undefined
}

export interface CourierTasks<Row extends CourierRow> extends CourierQueue<Row> {
  /** Returns the columns that the courier's response fills. */
  call(deps: CourierDeps, row: Row): Promise<ParcelResult<Partial<Row> | null>>
  /** Runs in the same transaction, under the lock on the order. */
  record(tx: Db, done: DoneTask<Row>): Promise<void>
}

export interface DoneTask<Row> {
  readonly claimed: Row
  readonly orderRow: OrderRow
  readonly at: Date
  readonly siteUrl: string
}

export interface CourierDeps {
  readonly db: Database
  readonly log: Log
  readonly now: () => Date
  readonly siteUrl: string
  readonly parcelCourier: ParcelCourier
}

/** A booking may take eight calls of ten seconds. */
export const COURIER_LEASE_MS = 2 * MINUTE_MS
const BACK_OFF = { firstMs: 5 * SECOND_MS, maxMs: HOUR_MS }

interface QueuedTask {
  readonly task: Task
  readonly at: Date
  /** Further columns to set. */
  readonly change?: { readonly reference?: string; readonly weightMg?: number }
}

/**
 * Queues a task for the job; after a rejection it is retried at once. Needs the lock on the order. Returns whether it
 * is new. A server may be calling the courier for another task at this moment: its calls end first, or their lease.
 */
export async function queueTask<Row extends CourierRow>(
  tx: Db,
  { table, isSame }: CourierQueue<Row>,
  row: Row,
  { task, at, change = {} }: QueuedTask,
): Promise<boolean> {
  if (row.task === task && row.lastError === null) return false
  const isOtherUnderWay = row.task !== null && row.task !== task && row.lastError === null
  await tx
    .update(table)
    .set({
      ...change,
      task,
      attempts: 0,
      nextAttemptAt: isOtherUnderWay ? addMs(at, COURIER_LEASE_MS) : at,
      lastError: null,
    })
    .where(isSame(row))
  return true
}

/** Returns the number of tasks that were due. */
export async function runDueTasks<Row extends CourierRow>(
  deps: CourierDeps,
  tasks: CourierTasks<Row>,
): Promise<number> {
  const { table } = tasks
  const queue = { table, isOpen: isNotNull(table.task), limit: 1, leaseMs: COURIER_LEASE_MS }
  // Columns of that table.
  const due = (await claimDue(deps.db, queue, deps.now())) as Row[]
  for (const row of due) await runTask(deps, tasks, row)
  return due.length
}

async function runTask<Row extends CourierRow>(
  deps: CourierDeps,
  tasks: CourierTasks<Row>,
  claimed: Row,
): Promise<void> {
  const { db, log, now, siteUrl } = deps
  const response = await tasks.call(deps, claimed)
  if (!response.ok) return recordFailure(deps, tasks, claimed, response.error)
  await db.transaction(async (tx) => {
    const at = now()
    const orderRow = await lockOrder(tx, claimed.orderNumber)
    const change = { ...response.value, task: null, nextAttemptAt: null, lastError: null }
    if (await endAttempt(tx, tasks, claimed, { change, at }))
      await tasks.record(tx, { claimed, orderRow, at, siteUrl })
  })
  log.info('courier task done', { of: tasks.name, task: claimed.task })
}

async function recordFailure<Row extends CourierRow>(
  { db, log, now }: CourierDeps,
  tasks: CourierTasks<Row>,
  claimed: Row,
  error: ParcelError,
): Promise<void> {
  const { kind, detail } = error
  const { task, attempts } = claimed
  log.warn('courier task failed', { of: tasks.name, task, attempts, ...parcelErrorFields(error) })
  const at = now()
  const retryAt = addMs(at, backOffMs(BACK_OFF, attempts - 1))
  const change = kind === 'rejected' ? { lastError: detail, nextAttemptAt: null } : { nextAttemptAt: retryAt }
  await endAttempt(db, tasks, claimed, { change, at })
}

interface EndedAttempt {
  /** In addition to the columns of the courier's response. */
  readonly change: Partial<Pick<CourierRow, 'task' | 'nextAttemptAt' | 'lastError'>>
  readonly at: Date
}

/**
 * False if nothing changes: after a lost lease another server has finished the task, or an undo was queued while this
 * server called the courier; the undo waits for the end of the calls and is due now.
 */
async function endAttempt<Row extends CourierRow>(
  db: Db,
  { table, undo, isSame }: CourierQueue<Row>,
  claimed: Row,
  { change, at }: EndedAttempt,
): Promise<boolean> {
  const task = claimed.task ?? undo
  const ended = await db
    .update(table)
    .set(change)
    .where(and(isSame(claimed), eq(table.task, task)))
    .returning({ orderNumber: table.orderNumber })
  if (ended.length > 0) return true
  if (task !== undo)
    await db
      .update(table)
      .set({ nextAttemptAt: at })
      .where(and(isSame(claimed), eq(table.task, undo), isNull(table.lastError)))
  return false
}

/** Items as they are named to the courier. */
export function toCourierLines(lines: readonly OrderLineRow[]): ParcelToBook['lines'] {
  return lines.map(({ type, productId, name, quantity, unitPrice, facts }) => ({
    name,
    sku: skuOf({ type, id: productId }),
    quantity,
    unitPrice,
    hsn: facts?.tax?.hsn ?? null,
    taxPercent: facts?.tax?.ratePercent ?? null,
  }))
}
