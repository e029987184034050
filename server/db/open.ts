import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { openEmbedded } from './embedded.ts'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema>
/** A database or a transaction of it: queries take either. */
export type Db = Database | Parameters<Parameters<Database['transaction']>[0]>[0]

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
  const pool = new pg.Pool({
    ...(embedded
      ? // PGlite is one connection's worth of database: with two, the steps of their queries would mix.
        { host: embedded.host, user: 'postgres', database: 'postgres', max: 1 }
      : { connectionString: where.url ?? '', max: 16 }),
    connectionTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  await migrated(pool)
  return {
    db: drizzle(pool, { schema }),
    kind: embedded ? 'embedded' : 'server',
    async close() {
      await pool.end()
      await embedded?.close()
    },
  }
}

const MIGRATION_LOCK = 1995_05_10

async function migrated(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), {
      migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
    })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    client.release()
  }
}
