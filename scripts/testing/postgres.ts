/** The PostgreSQL server of the tests: made in a folder of its own, gone afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '../chaos/postgres.ts'
import { say } from '../console.ts'
import { installDebianPackages } from './machine.ts'

/** Null, and a line that says why, where none can be started on this machine. */
export async function startTestPostgres(): Promise<Postgres | null> {
  return (await started()) ?? ((await installDebianPackages(['postgresql'])) ? started() : null)
}

async function started(): Promise<Postgres | null> {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-postgres-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  try {
    return await startPostgres(folder)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return null
  }
}
