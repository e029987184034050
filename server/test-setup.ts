/** Migrates an embedded database once for all test files: creating one takes two seconds, loading a copy a quarter. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'

export default async function setUp(): Promise<(() => void) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-migrated-'))
  const file = join(folder, 'database.tar')
  const database = await PGlite.create('memory://')
  await migrate(drizzle(database), { migrationsFolder: join(import.meta.dirname, 'db/migrations') })
  writeFileSync(file, Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  // Read by the test files' processes.
  process.env.TEST_DATABASE_SNAPSHOT = file
  return () => rmSync(folder, { recursive: true, force: true })
}
