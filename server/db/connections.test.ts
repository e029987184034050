import { sql } from 'drizzle-orm'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { dailyJob } from './schema.ts'
import { useTestDatabase } from './testing.ts'

const database = useTestDatabase()

const INVALID = { isolationLevel: 'invalid' } as unknown as PgTransactionConfig
const NOON = new Date('2026-11-23T12:00:00Z')
const isStored = async (name: string) =>
  (await database.db.$count(dailyJob, sql`${dailyJob.name} = ${name}`)) === 1

test('a statement is not executed if BEGIN fails', async () => {
  const insert = database.db.transaction(
    (tx) => tx.insert(dailyJob).values({ name: 'a', nextRunAt: NOON }),
    INVALID,
  )
  await expect(insert).rejects.toThrow()
  expect(await isStored('a')).toBe(false)
  const insertSeveral = database.db.transaction(
    (tx) => Promise.all(['b', 'c'].map((name) => tx.insert(dailyJob).values({ name, nextRunAt: NOON }))),
    INVALID,
  )
  await expect(insertSeveral).rejects.toThrow()
  expect([await isStored('b'), await isStored('c')]).toEqual([false, false])
})

test('statements that are sent together are rolled back together', async () => {
  const work = database.db.transaction((tx) =>
    Promise.all([
      tx.insert(dailyJob).values({ name: 'd', nextRunAt: NOON }),
      tx.execute(sql`select 1 / 0`),
      tx.insert(dailyJob).values({ name: 'e', nextRunAt: NOON }),
    ]),
  )
  await expect(work).rejects.toMatchObject({ cause: { message: 'division by zero' } })
  expect([await isStored('d'), await isStored('e')]).toEqual([false, false])
})

test('a transaction without a statement leaves its connection as it was', async () => {
  expect(await database.db.transaction(async () => 'done')).toBe('done')
  const failing = database.db.transaction(async () => {
    throw new RangeError('before the first statement')
  })
  await expect(failing).rejects.toThrow(RangeError)
  await database.db.insert(dailyJob).values({ name: 'f', nextRunAt: NOON })
  expect(await isStored('f')).toBe(true)
})
