/**
 * Vacuums and analyzes the tables of the embedded database, because PGlite has no autovacuum: without statistics the
 * planner guesses, and without VACUUM a table that is updated often grows for ever.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/open.ts'

/**
 * The thresholds of autovacuum, and the growth in pages because a restart forgets the counts. Tables of a few pages are
 * left alone: once analyzed while empty, they would get plans that suit empty tables alone.
 */
const DUE_TABLES = sql`
  select class.relname as name
  from pg_stat_user_tables as changed
  join pg_class as class on class.oid = changed.relid
  where changed.schemaname = 'public'
    and pg_relation_size(class.oid) > 10 * 8192
    and (changed.n_mod_since_analyze > 50 + 0.1 * class.reltuples
      or changed.n_dead_tup > 50 + 0.2 * class.reltuples
      or pg_relation_size(class.oid) > 1.2 * 8192 * class.relpages)`

/** One statement for each table, so that requests wait for one table at most. */
export async function vacuumDueTables(db: Database): Promise<0> {
  const { rows } = await db.execute<{ name: string }>(DUE_TABLES)
  for (const { name } of rows) await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`)
  return 0
}
