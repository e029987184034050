/** Copies all data from one database to another of the same schema, as `npm run move` does from the embedded database. */
import { sql, type SQL } from 'drizzle-orm'
import type { Result } from '#domain/result.ts'
import type { Database, Db } from './open.ts'

export interface CopiedTable {
  readonly table: string
  readonly rows: number
}

export type CopyError = { readonly code: 'not-empty' | 'differs'; readonly table: string }

/** Rolls the target back. */
class CopyFailure extends Error {
  readonly error: CopyError

  constructor(error: CopyError) {
    super(error.code)
    this.error = error
  }
}

const ROWS_PER_STATEMENT = 500

/**
 * Runs in one transaction of the target, which is compared with the source before the commit: after an error the target
 * is as empty as before. Nobody may write to the source meanwhile.
 */
export async function copyDatabase(
  source: Database,
  target: Database,
): Promise<Result<readonly CopiedTable[], CopyError>> {
  const tables = await tablesInOrder(source)
  try {
    const copied = await inUtc(source, target, async (from, tx) => {
      const results: CopiedTable[] = []
      for (const table of tables) {
        if ((await digest(tx, table)).rows > 0) throw new CopyFailure({ code: 'not-empty', table })
      }
      for (const table of tables) {
        await copyTable(from, tx, table)
        const [before, after] = [await digest(from, table), await digest(tx, table)]
        if (before.rows !== after.rows || before.hash !== after.hash)
          throw new CopyFailure({ code: 'differs', table })
        results.push({ table, rows: after.rows })
      }
      await advanceSequences(tx, tables)
      return results
    })
    return { ok: true, value: copied }
  } catch (error) {
    if (error instanceof CopyFailure) return { ok: false, error: error.error }
    throw error
  }
}

/** Times are compared as text, which depends on the time zone of a session. */
function inUtc<Value>(
  source: Database,
  target: Database,
  work: (from: Db, to: Db) => Promise<Value>,
): Promise<Value> {
  const utc = sql`set local time zone 'UTC'`
  return source.transaction(async (from) => {
    await from.execute(utc)
    return target.transaction(async (to) => {
      await to.execute(utc)
      return work(from, to)
    })
  })
}

/** Each table after those that it refers to. */
async function tablesInOrder(db: Database): Promise<readonly string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  const { rows: references } = await db.execute<{ from: string; to: string }>(sql`
    select one.relname as from, other.relname as to from pg_constraint
    join pg_class one on one.oid = conrelid join pg_class other on other.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`)
  const ordered: string[] = []
  const add = (name: string) => {
    if (ordered.includes(name)) return
    for (const { from, to } of references) if (from === name) add(to)
    ordered.push(name)
  }
  for (const { name } of tables) add(name)
  return ordered
}

/** As text, so that JavaScript rounds no number. */
const asText = (table: string): SQL => sql`to_jsonb(${sql.identifier(table)})::text`

/** By the physical position of a row, which every table has; the source does not change. */
async function copyTable(source: Db, target: Db, table: string): Promise<void> {
  const { rows: columns } = await source.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`)
  const list = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  let after = '(0,0)'
  for (;;) {
    const { rows } = await source.execute<{ place: string; row: string }>(sql`
      select ctid::text as place, ${asText(table)} as row from ${sql.identifier(table)}
      where ctid > ${after}::tid order by ctid limit ${ROWS_PER_STATEMENT}`)
    const last = rows.at(-1)
    if (!last) return
    after = last.place
    await target.execute(sql`
      insert into ${sql.identifier(table)} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${`[${rows.map(({ row }) => row).join()}]`}::jsonb)`)
  }
}

async function digest(
  db: Db,
  table: string,
): Promise<{ readonly rows: number; readonly hash: string | null }> {
  const { rows } = await db.execute<{ rows: number; hash: string | null }>(sql`
    select count(*)::integer as rows, md5(string_agg(hash, '' order by hash collate "C")) as hash
    from (select md5(${asText(table)}) as hash from ${sql.identifier(table)}) hashed`)
  return rows[0] ?? { rows: 0, hash: null }
}

/** Rows that are added later get the next ids. */
async function advanceSequences(db: Db, tables: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ table: string; column: string; sequence: string }>(sql`
    select table_name as table, column_name as column,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = 'public'
    and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`)
  for (const { table, column, sequence } of rows.filter((row) => tables.includes(row.table)))
    await db.execute(sql`
      select setval(${sequence}, coalesce(max(${sql.identifier(column)}), 1), max(${sql.identifier(column)}) is not null)
      from ${sql.identifier(table)}`)
}
