/** Behind PgBouncer in transaction mode, where each transaction may run in another session. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { createActions, createTestServer, newUser, SILENT, SITE_URL } from '#server/checkout/testing.ts'
import { order } from '#server/db/schema.ts'
import { seedOpeningStock } from '#server/stock/levels.ts'
import { createTestDatabase, freePort } from '#server/testing.ts'
import { backUpDatabase, restoreDatabase } from './backup.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

const databaseServer = process.env.TEST_DATABASE_URL ?? ''
const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0
const SHOPPERS = 8
const SESSIONS = 3
/** Of this database only: pg_locks lists those of the other tests' databases too. */
const ADVISORY_LOCKS = `
  select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where locktype = 'advisory' and datname = current_database()`

describe.runIf(isInstalled)('behind PgBouncer in transaction mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-pgbouncer-'))
  let pooler: ChildProcess
  let sandbox: Sandbox
  let direct: { readonly url: string; drop(): Promise<void> }
  let pooled: string
  beforeAll(async () => {
    direct = await createTestDatabase(databaseServer)
    sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['razorpay', 'shiprocket'] })
    sandbox.faults.set(SILENT)
    const port = await freePort()
    pooler = startPooler(folder, direct.url, port)
    pooled = `postgresql://shop@127.0.0.1:${port}/shop`
    await vi.waitFor(() => query(pooled, 'select 1'), { timeout: 5000 })
  })
  afterAll(async () => {
    pooler.kill('SIGINT')
    await once(pooler, 'exit')
    await sandbox.close()
    await direct.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('servers that start at the same time migrate once and leave no lock, and serve concurrent shoppers', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => openDatabase({ url: pooled, folder: null })))
    expect(await query(direct.url, ADVISORY_LOCKS)).toEqual([])
    const [first] = servers
    if (!first) throw new Error('No server has started')
    await seedOpeningStock(first.db, { products: OPENING_CONTENT.products, each: 20, now: new Date() })
    await Promise.all(Array.from({ length: SHOPPERS }, (_, shopper) => buy(servers, shopper)))
    const orders = await first.db.select().from(order)
    expect(orders.map(({ status }) => status)).toEqual(Array.from({ length: SHOPPERS }, () => 'completed'))
    await Promise.all(servers.map((server) => server.close()))
  })

  test('a backup through it is rejected, because servers would no longer find their tables', async () => {
    const server = await openDatabase({ url: pooled, folder: null })
    const location = { url: pooled, folder }
    const file = join(folder, 'shop.backup')
    const finished = new AbortController()
    // pg_dump empties the search path of whichever session it gets.
    const shopping = Array.from({ length: SHOPPERS }, async () => {
      while (!finished.signal.aborted) await server.db.transaction((tx) => tx.select().from(order))
    })
    const backedUp = await backUpDatabase(location, file).finally(() => finished.abort())
    await Promise.all(shopping)
    expect(backedUp).toEqual({ ok: false, error: { code: 'pooled' } })
    writeFileSync(file, '')
    expect(await restoreDatabase(location, file)).toEqual({ ok: false, error: { code: 'pooled' } })
    await server.close()
  })

  async function buy(servers: readonly OpenDatabase[], shopper: number): Promise<void> {
    const { db } = servers[shopper % servers.length] ?? {}
    if (!db) throw new Error('There is no such server')
    const server = createTestServer(db, sandbox)
    const asha = await newUser(db, [])
    const { verification } = await createActions({ db, sandbox, server, asha }).payAtGateway()
    const { status } = await server.request(asha, 'POST', '/api/verify-payment', verification)
    expect(status).toBe(200)
  }
})

function startPooler(folder: string, url: string, port: number): ChildProcess {
  const { hostname, port: serverPort, username, password, pathname } = new URL(url)
  const server = `host=${hostname} port=${serverPort || '5432'} dbname=${pathname.slice(1)} user=${username}`
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
shop = ${server}${password && ` password=${decodeURIComponent(password)}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
`,
  )
  // It refuses to run as root, and reads its settings as nobody.
  chmodSync(folder, 0o755)
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : []
  return spawn('pgbouncer', ['--quiet', ...user, settings], { stdio: 'ignore' })
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
