import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#server/db/testing.ts'
import { vacuumDueTables } from './vacuum.ts'

const database = useTestDatabase()

test('analyzes a table that has grown, makes room for new rows, and leaves small tables alone', async () => {
  const { db } = database
  await db.execute(sql`
    insert into rate_limit (id, key, count, last_request)
    select n::text, n::text, 1, n from generate_series(1, 3000) as n`)
  await db.execute(
    sql`insert into verification (id, identifier, value, expires_at) values ('1', '1', '1', now())`,
  )
  await db.execute(sql`delete from rate_limit where last_request <= 2000`)

  await vacuumDueTables(db)

  expect(await statistics('rate_limit')).toMatchObject({ rows: 1000 })
  expect(await statistics('verification')).toMatchObject({ rows: -1 })
  const { pages } = await statistics('rate_limit')
  await db.execute(sql`
    insert into rate_limit (id, key, count, last_request)
    select n::text, n::text, 1, n from generate_series(3001, 4500) as n`)
  expect(await statistics('rate_limit')).toMatchObject({ pages })
})

/** As the planner knows them: -1 rows before the first ANALYZE. */
async function statistics(table: string): Promise<{ readonly rows: number; readonly pages: number }> {
  const { rows } = await database.db.execute<{ rows: number; pages: number }>(sql`
    select reltuples::integer as rows, (pg_relation_size(oid) / 8192)::integer as pages
    from pg_class where oid = ${table}::regclass`)
  return rows[0] ?? { rows: -1, pages: 0 }
}
