/** A restore drill: after a restore, the audit of the gateway names what was sold after the backup. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { DAY_MS, addMs } from '#domain/time.ts'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { audit } from '#server/payments/audit.ts'
import { createActions, createTestServer, newUser, SILENT, SITE_URL } from '#server/checkout/testing.ts'
import { seedOpeningStock } from '#server/stock/levels.ts'
import { createTestDatabase, prepareDataFolder } from '#server/testing.ts'
import { backUpDatabase, restoreDatabase, type DatabaseLocation } from './backup.ts'
import { lockFolder } from './folder-lock.ts'
import { openDatabase } from './open.ts'

const databaseServer = process.env.TEST_DATABASE_URL
// A server may be on another machine, without its programs on this one.
const canDump = !databaseServer || spawnSync('pg_dump', ['--version']).status === 0

const folder = mkdtempSync(join(tmpdir(), 'swarnika-backup-'))
const file = join(folder, 'shop.backup')
const dropped: (() => Promise<void>)[] = []
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['razorpay', 'shiprocket'] })
  sandbox.faults.set(SILENT)
})
afterAll(async () => {
  await sandbox.close()
  for (const drop of dropped) await drop()
  rmSync(folder, { recursive: true, force: true })
})

async function createLocation(name: string): Promise<DatabaseLocation> {
  const location = { url: null, folder: join(folder, name, 'database') }
  if (!databaseServer) return location
  const { url, drop } = await createTestDatabase(databaseServer)
  dropped.push(drop)
  return { ...location, url }
}

/** Opens the database and sells a ring. */
async function sell(location: DatabaseLocation): Promise<string> {
  const database = await openDatabase(location)
  const { db } = database
  await seedOpeningStock(db, { products: OPENING_CONTENT.products, each: 20, now: new Date() })
  const server = createTestServer(db, sandbox)
  const asha = await newUser(db, [])
  const { payAtGateway } = createActions({ db, sandbox, server, asha })
  const { number, verification } = await payAtGateway()
  const { status } = await server.request(asha, 'POST', '/api/verify-payment', verification)
  expect(status).toBe(200)
  await database.close()
  return number
}

test.runIf(canDump)(
  'a restored backup has all orders of its time, and the audit names those after it',
  async () => {
    const shop = await createLocation('shop')
    if (shop.url === null) prepareDataFolder(join(folder, 'shop'))
    const before = await sell(shop)
    expect(await backUpDatabase(shop, file)).toMatchObject({ ok: true })
    expect(statSync(file).mode & 0o077).toBe(0)
    const after = await sell(shop)
    expect(await restoreDatabase(shop, file)).toMatchObject({ ok: false, error: { code: 'not-empty' } })

    const restored = await createLocation('restored')
    expect(await restoreDatabase(restored, file)).toMatchObject({ ok: true })
    const database = await openDatabase(restored)
    const { deps } = createTestServer(database.db, sandbox)
    const period = { from: addMs(new Date(), -DAY_MS), to: addMs(new Date(), DAY_MS) }
    const found = await audit(deps, period, 'nothing')
    await database.close()
    expect(found.ok && found.value.found).toEqual([
      expect.objectContaining({ kind: 'order lost', orderNumber: after }),
    ])
    expect(before).not.toBe(after)
  },
)

test('a backup overwrites no file, and a restore needs one', async () => {
  const location = await createLocation('other')
  const existing = join(folder, 'existing.backup')
  writeFileSync(existing, '')
  expect(await backUpDatabase(location, existing)).toMatchObject({ error: { code: 'file-exists' } })
  expect(await restoreDatabase(location, join(folder, 'missing'))).toMatchObject({
    error: { code: 'no-file' },
  })
})

test.runIf(!databaseServer)(
  'an embedded database that a server has open is neither backed up nor restored',
  async () => {
    const location = await createLocation('open')
    expect(await backUpDatabase(location, join(folder, 'none'))).toMatchObject({
      error: { code: 'no-database' },
    })
    prepareDataFolder(join(folder, 'open'))
    const lock = lockFolder(location.folder)
    await expect(backUpDatabase(location, join(folder, 'none'))).rejects.toThrow('in use by another server')
    lock.close()
  },
)

test.runIf(!databaseServer)('restoring a file that is not a backup leaves the database empty', async () => {
  const location = await createLocation('broken')
  const broken = join(folder, 'broken.backup')
  writeFileSync(broken, 'not an archive')
  expect(await restoreDatabase(location, broken)).toMatchObject({ error: { code: 'failed', program: 'tar' } })
  expect(await restoreDatabase(location, broken)).toMatchObject({ error: { code: 'failed', program: 'tar' } })
})
