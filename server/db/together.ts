/**
 * Executes independent writes as one statement. They must concern different rows: none of them sees the others'
 * changes, and PostgreSQL does not define the order of execution.
 */
import { sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from './open.ts'

export async function writeTogether(tx: Db, writes: readonly SQLWrapper[]): Promise<void> {
  if (writes.length > 0)
    await withWrites(tx, writes)
      .select({ written: sql`1` })
      .from(sql`(values (1)) as once`)
}

/** The statement built on it returns rows; the writes are executed with it. */
export function withWrites(tx: Db, writes: readonly SQLWrapper[]) {
  return tx.with(...writes.map((write, index) => tx.$with(`write_${index}`, {}).as(write.getSQL())))
}
