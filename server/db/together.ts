/**
 * Writes that do not depend on one another, as one statement. They must concern different rows: none of them sees what
 * another one writes, and PostgreSQL does not say in which order it executes them.
 */
import { sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from './open.ts'

export async function writeTogether(tx: Db, writes: readonly SQLWrapper[]): Promise<void> {
  if (writes.length > 0)
    await withWrites(tx, writes)
      .select({ written: sql`1` })
      .from(sql`(values (1)) as once`)
}

/** The statement that is built on it returns rows; the others are executed with it. */
export function withWrites(tx: Db, writes: readonly SQLWrapper[]) {
  return tx.with(...writes.map((write, index) => tx.$with(`write_${index}`, {}).as(write.getSQL())))
}
