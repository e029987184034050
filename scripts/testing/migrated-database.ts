/**
 * Migrates a database once for all test files of the server, and for the servers that browser tests open for themselves.
 * Each gets a copy: migrating takes two seconds, copying a quarter. The copy is of a file (TEST_DATABASE_SNAPSHOT), or of
 * a database on the PostgreSQL server (TEST_DATABASE_TEMPLATE).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { openDatabase } from '#server/db/open.ts'
import { createTestDatabase } from '#server/testing.ts'
import { ROOT } from '../console.ts'

export default async function setUp(): Promise<() => Promise<void> | void> {
  const server = process.env.TEST_DATABASE_URL
  return server ? migrateTemplate(server) : writeSnapshot()
}

async function migrateTemplate(server: string): Promise<() => Promise<void>> {
  const { name, url, drop } = await createTestDatabase(server)
  await (await openDatabase({ url, folder: null })).close()
  // Read by the processes of the test files.
  process.env.TEST_DATABASE_TEMPLATE = name
  return drop
}

async function writeSnapshot(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-migrated-'))
  const file = join(folder, 'database.tar')
  const database = await PGlite.create('memory://')
  await migrate(drizzle(database), { migrationsFolder: join(ROOT, 'server/db/migrations') })
  writeFileSync(file, Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  process.env.TEST_DATABASE_SNAPSHOT = file
  return () => rmSync(folder, { recursive: true, force: true })
}
