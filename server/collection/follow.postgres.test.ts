/** Three server processes on one PostgreSQL follow published editions, whatever happens to their notifications. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { explainPrice } from '#contract/collection.ts'
import { readConfig } from '#contract/config.ts'
import { rupees } from '#domain/money.ts'
import { toPricingChange } from '#domain/rates.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { freePorts, launchServer, type ServerProcess } from '#server/testing.ts'
import { EDITION_CHANNEL, publish, seedOpeningCollection } from './editions.ts'

// Starting three servers is slow on a busy machine.
vi.setConfig({ hookTimeout: 120_000 })

const FOLLOWED_WITHIN_MS = 2000
/** Priced by the rate of gold 18K. */
const RING = 'type=rings&id=801'

const database = useTestDatabase()
let name: string
let databaseUrl: URL
let folder: string
const servers: { readonly url: string; readonly running: ServerProcess }[] = []

beforeAll(async () => {
  await seedOpeningCollection(database.db, new Date())
  const { rows } = await database.db.execute<{ name: string }>(sql`select current_database() as name`)
  name = rows[0]?.name ?? ''
  databaseUrl = new URL(process.env.TEST_DATABASE_URL ?? '')
  databaseUrl.pathname = name
  folder = await mkdtemp(join(tmpdir(), 'swarnika-follow-'))
  for (let count = 0; count < 3; count += 1) {
    const ports = await freePorts()
    const running = launchServer({ ...ports, DATABASE_URL: databaseUrl.href, DATA_DIR: folder })
    servers.push({ running, url: `http://127.0.0.1:${ports.PORT}` })
  }
  await Promise.all(servers.map(({ running }) => running.ready))
  await vi.waitFor(async () => expect(await listeners()).toHaveLength(servers.length), 10_000)
})
afterAll(async () => {
  for (const { running } of servers) running.process.kill('SIGKILL')
  await Promise.all(servers.map(({ running }) => running.exited))
  await rm(folder, { recursive: true })
})

async function listeners(): Promise<readonly number[]> {
  const { rows } = await database.db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = ${name} and query = ${`listen "${EDITION_CHANNEL}"`}`,
  )
  return rows.map(({ pid }) => pid)
}

async function cutListeners(): Promise<void> {
  const pids = await listeners()
  expect(pids).toHaveLength(servers.length)
  for (const pid of pids) await database.db.execute(sql`select pg_terminate_backend(${pid})`)
}

function fetchFromAll(path: string): Promise<readonly Response[]> {
  return Promise.all(servers.map(({ url }) => fetch(`${url}${path}`)))
}

/** Publishes a rate of gold 18K; the APIs of all servers price by it in time. */
async function expectFollowed(rate: number, publisher: Database = database.db): Promise<void> {
  const result = await publish(publisher, {
    changes: [{ do: 'set rates', rates: toPricingChange('gold18k', rupees(rate)) }],
    actor: 'asha',
    reason: 'A test',
    now: new Date(),
  })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  const { edition, hash } = result.value
  // A call without a rate limit.
  await vi.waitFor(async () => {
    for (const response of await fetchFromAll(readConfig.path))
      expect(response.headers.get('x-edition')).toBe(`${edition}.${hash}`)
  }, FOLLOWED_WITHIN_MS)
  for (const response of await fetchFromAll(`${explainPrice.path}?${RING}`)) {
    expect(response.status).toBe(200)
    const price = explainPrice.response.parse(await response.json())
    expect(price.edition.number).toBe(edition)
    expect(price.lines[0]?.calculation).toContain(`₹${rate.toLocaleString('en-IN')}`)
  }
}

// Shows D37.follow
test('three servers price by a new rate within two seconds', async () => {
  await expectFollowed(6100)
})

test('servers whose notification connection is cut still follow, and listen again', async () => {
  await cutListeners()
  await expectFollowed(6110)
  await vi.waitFor(async () => expect(await listeners()).toHaveLength(servers.length), 10_000)
})

test('servers that get no notification follow by polling', async () => {
  // Replaces the notifying function, for this publisher alone.
  await database.db.execute(sql`create schema silent`)
  await database.db.execute(sql`
    create function silent.pg_notify(text, text) returns void language sql as 'select'`)
  const silentUrl = new URL(databaseUrl)
  silentUrl.searchParams.set('options', '-c search_path=silent,pg_catalog,public')
  const silent = await openDatabase({ url: silentUrl.href, folder: null })
  try {
    await expectFollowed(6120, silent.db)
  } finally {
    await silent.close()
  }
})
