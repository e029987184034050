/**
 * Background work as due rows (docs/decisions/004-due-rows-instead-of-a-queue.md). A claim is a lease: its server works
 * without an open transaction, and once the lease has expired, another server takes over what a crash left unfinished.
 * It is here, because the folders that claim rows are below `server/jobs`, which only runs them.
 */
import { and, asc, getTableColumns, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { addMs } from '#domain/time.ts'
import type { Database } from './open.ts'

interface Queue<Table extends PgTable> {
  readonly table: Table
  /** The column that a claim moves to the end of its lease. */
  readonly dueAt?: keyof Table['$inferSelect'] & string
  /** The column that counts claims; null without one. */
  readonly attempts?: (keyof Table['$inferSelect'] & string) | null
  readonly isOpen?: SQL | undefined
  /** Rows per claim. */
  readonly limit: number
  /** Must exceed the time that the work on all rows of a claim may take. */
  readonly leaseMs: number
  /** What a claim changes besides these columns, or instead. */
  readonly change?: Partial<Table['$inferInsert']>
}

/** Claims the rows that have been due longest; concurrent servers never get the same row. */
export async function claimDue<Table extends PgTable>(
  db: Database,
  queue: Queue<Table>,
  now: Date,
): Promise<Table['$inferSelect'][]> {
  const { dueAt = 'nextAttemptAt', attempts = 'attempts', isOpen, limit, leaseMs, change } = queue
  const table: PgTable = queue.table
  const [key, due] = [keyOf(table), columnOf(table, dueAt)]
  // A common table expression runs once; the planner may repeat a subquery, which would claim more than `limit`.
  const dueRows = db.$with('due').as(
    db
      .select({ key })
      .from(table)
      .where(and(isOpen, lte(due, now)))
      .orderBy(asc(due))
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
  const counted = attempts && { [attempts]: sql`${columnOf(table, attempts)} + 1` }
  return db
    .with(dueRows)
    .update(table)
    .set({ [dueAt]: addMs(now, leaseMs), ...counted, ...change })
    .where(sql`${key} in (select * from due)`)
    .returning()
}

function keyOf(table: PgTable): PgColumn {
  const key = Object.values(getTableColumns(table)).find(({ primary }) => primary)
  if (!key) throw new Error('The table of a queue has no key')
  return key
}

function columnOf(table: PgTable, name: string): PgColumn {
  const column = getTableColumns(table)[name]
  if (!column) throw new Error(`The table of a queue has no ${name}`)
  return column
}
