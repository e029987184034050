import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rupees } from '#domain/money.ts'
import { toPricingChange } from '#domain/rates.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { EDITION_CHANNEL, publish, seedOpeningCollection } from './editions.ts'

const NOW = new Date('2026-11-22T09:00:00Z')

const database = useTestDatabase()
let client: pg.Client
beforeAll(async () => {
  await seedOpeningCollection(database.db, NOW)
  const { rows } = await database.db.execute<{ name: string }>(sql`select current_database() as name`)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = rows[0]?.name ?? ''
  client = new pg.Client(url.href)
  await client.connect()
})
afterAll(() => client.end())

const goldAt = (amount: number) =>
  publish(database.db, {
    changes: [{ do: 'set rates', rates: toPricingChange('gold', rupees(amount)) }],
    actor: 'asha',
    reason: 'A test',
    now: NOW,
  })

test('other servers are notified of every published edition and of nothing else', async () => {
  const heard: (string | undefined)[] = []
  client.on('notification', ({ payload }) => heard.push(payload))
  await client.query(`listen ${EDITION_CHANNEL}`)
  expect((await goldAt(7450)).ok).toBe(true)
  expect((await goldAt(0)).ok).toBe(false)
  expect((await goldAt(7460)).ok).toBe(true)
  await vi.waitFor(() => expect(heard).toEqual(['2', '3']), { timeout: 5000 })
})

test('an edition is whole for readers on other connections while another one is published', async () => {
  const reads: Promise<pg.QueryResult<{ rates: number; editions: number }>>[] = []
  for (let count = 0; count < 5; count++) {
    const publishing = goldAt(7500 + count)
    reads.push(
      client.query(`select (select count(*)::int from edition) editions,
        (select count(*)::int from edition_entry where key = 'rates') rates`),
    )
    await publishing
  }
  for (const { rows } of await Promise.all(reads)) expect(rows[0]?.rates).toBe(rows[0]?.editions)
})
