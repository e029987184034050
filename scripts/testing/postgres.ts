/** The PostgreSQL server of the tests, removed afterwards. One test also uses PgBouncer. */
import { startPostgres, type Postgres } from '../chaos/postgres.ts'
import { print } from '../console.ts'
import { installDebianPackages } from './machine.ts'

/** Null, and a line with the reason, if none can be started on this machine. */
export async function startTestPostgres(): Promise<Postgres | null> {
  return (
    (await tryStart()) ?? ((await installDebianPackages(['postgresql', 'pgbouncer'])) ? tryStart() : null)
  )
}

async function tryStart(): Promise<Postgres | null> {
  try {
    return await startPostgres()
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return null
  }
}
