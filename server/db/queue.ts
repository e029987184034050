/**
 * Background work as rows that are due (docs/decisions/004). A claim is a lease: its server works without an open
 * transaction, and once the lease has run out another server takes over what a crash left unfinished.
 */
import { and, asc, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { addMs } from '#domain/time.ts'
import type { Database } from './open.ts'

/** Updates rows of a claim in the statement that finds them. */
export type DueRows = Pick<Database, 'update'>

interface Queue<Row> {
  readonly table: PgTable
  readonly key: PgColumn
  readonly dueAt: PgColumn
  readonly isOpen?: SQL
  /** Rows per claim. */
  readonly limit: number
  /** Must be longer than the work on all rows of a claim may take. */
  readonly leaseMs: number
  /** Moves `dueAt` to the end of the lease and counts the attempt. */
  claim(due: DueRows, isClaimed: SQL, leaseEnd: Date): Promise<Row[]>
}

/** Claims the rows that have been due for longest; servers that claim at once never get the same row. */
export function claimDue<Row>(db: Database, queue: Queue<Row>, now: Date): Promise<Row[]> {
  const { table, key, dueAt, isOpen, limit, leaseMs } = queue
  // A common table expression runs once; the planner may repeat a subquery, which would claim more than `limit`.
  const due = db.$with('due').as(
    db
      .select({ key })
      .from(table)
      .where(and(isOpen, lte(dueAt, now)))
      .orderBy(asc(dueAt))
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
  return queue.claim(db.with(due), sql`${key} in (select * from due)`, addMs(now, leaseMs))
}
