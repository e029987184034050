import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { databaseOf, type Database } from './connections.ts'
import { openEmbedded } from './embedded.ts'

export type { Database, Db } from './connections.ts'

export interface OpenDatabase {
  readonly db: Database
  readonly kind: 'embedded' | 'server'
  close(): Promise<void>
}

/**
 * Opens and migrates the database: the server at `url`, or, where there is none, the embedded one in `folder`
 * (null: in memory). Several instances may start at once on a server; an advisory lock lets one migrate.
 */
export async function openDatabase(where: {
  readonly url: string | null
  readonly folder: string | null
}): Promise<OpenDatabase> {
  const embedded = where.url === null ? await openEmbedded(where.folder) : null
  const address: pg.ClientConfig = embedded
    ? { host: embedded.host, user: 'postgres', database: 'postgres' }
    : { connectionString: where.url ?? '', keepAlive: true }
  await migrateDatabase(address)
  const pool = new pg.Pool({ ...address, ...(embedded ? EMBEDDED_LIMITS : SERVER_LIMITS) })
  return {
    db: databaseOf(pool),
    kind: embedded ? 'embedded' : 'server',
    async close() {
      await pool.end()
      await embedded?.close()
    },
  }
}

const SERVER_LIMITS: pg.PoolConfig = {
  max: 16,
  connectionTimeoutMillis: 5000,
  // A server that hangs, or a network that swallows packets, gives no answer at all.
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}
/** PGlite is one connection's worth of database: with two, the steps of their queries would mix. */
const EMBEDDED_LIMITS: pg.PoolConfig = {
  max: 1,
  connectionTimeoutMillis: 30_000,
  idle_in_transaction_session_timeout: 30_000,
}

const MIGRATION_LOCK = 1995_05_10

/** On a connection without time limits: another instance may be migrating, and a migration takes as long as it takes. */
async function migrateDatabase(address: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 30_000 })
  // What breaks it fails the statement as well.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), {
      migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
    })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    await client.end()
  }
}
