import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { createDatabase, type Database } from './connections.ts'
import { openEmbedded } from './embedded.ts'
import { prepareStatements } from './statement-names.ts'
import { listen, type Listener } from './listen.ts'
import { isPooled } from './pooler.ts'
import { openReplica, withoutReplica, type FromReplica, type Replica } from './replica.ts'
import type { ReplicaState, ReplicaTiming } from './replica-watch.ts'

export type { Database, Db } from './connections.ts'
export type { FromReplica } from './replica.ts'

/** The row of a statement that always returns one, such as an insert, or an update of a locked row. */
export function expectRow<Row>([row]: readonly (Row | undefined)[]): Row {
  if (!row) throw new Error('The statement returned no row')
  return row
}

export interface OpenDatabase {
  /** The primary, for everything else: writes, decisions, and what people look at right after they changed it. */
  readonly db: Database
  /** For published, past or exported data. The primary answers without a replica, or if the replica cannot. */
  readonly fromReplica: FromReplica
  /** Null without a replica. */
  readonly replica: Pick<Replica, 'report'> | null
  readonly kind: 'embedded' | 'server'
  /** The embedded database has a single session and sends no notifications. */
  listen(channel: string, onNotice: () => void): Listener
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

/**
 * Nothing was written to it. Encodings other than UTF-8 count bytes as characters and compare names wrongly, without an
 * error.
 */
export class DatabaseEncodingError extends Error {
  constructor(encoding: string) {
    super(
      `The database of DATABASE_URL has the encoding ${encoding}. Create it with UTF8 (docs/operations.md).`,
    )
  }
}

/** Opens and migrates the server at `url`, or if that is null the embedded database in `folder` (null: in memory). */
export async function openDatabase(location: {
  readonly url: string | null
  readonly folder: string | null
  /** The content of a new embedded database, so that tests need not migrate it each time. */
  readonly snapshot?: string | undefined
  /** URL of a replica of the server. */
  readonly replica?: ReplicaLocation | null
}): Promise<OpenDatabase> {
  const embedded = location.url === null ? await openEmbedded(location.folder, location.snapshot) : null
  const address: pg.ClientConfig = embedded
    ? { host: embedded.host, user: 'postgres', database: 'postgres' }
    : { connectionString: location.url ?? '', keepAlive: true }
  await migrateDatabase(address)
  const pool = new pg.Pool({ ...address, ...(embedded ? EMBEDDED_POOL : SERVER_POOL) })
  const db = createDatabase(pool)
  const replica = location.replica ? await connectReplica(db, location.replica) : null
  return {
    db,
    fromReplica: replica?.fromReplica ?? withoutReplica(db),
    replica,
    kind: embedded ? 'embedded' : 'server',
    listen: (channel, onNotice) => (embedded ? { close: () => {} } : listen(address, channel, onNotice)),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await replica?.close()
      await pool.end()
      await embedded?.close()
    },
  }
}

export interface ReplicaLocation {
  readonly url: string
  readonly onState: (state: ReplicaState) => void
  /** Interval of the checks, for tests. */
  readonly timing?: Partial<ReplicaTiming>
}

/** The server starts and runs without it. */
async function connectReplica(
  primary: Database,
  { url, onState, timing }: ReplicaLocation,
): Promise<Replica> {
  const address = { connectionString: url, keepAlive: true }
  const [reads, checks] = [
    new pg.Pool({ ...address, ...SERVER_POOL, ...REPLICA_POOL }),
    new pg.Pool({ ...address, ...CHECK_POOL }),
  ]
  const replica = await openReplica({
    primary,
    reads: createDatabase(reads, AT_ONCE),
    checks: createDatabase(checks, AT_ONCE),
    onState,
    timing,
  })
  return {
    ...replica,
    async close() {
      await replica.close()
      await Promise.all([reads.end(), checks.end()])
    },
  }
}

/** A statement, because PgBouncer rejects connections that pass it as a startup parameter. */
async function onConnect(client: pg.ClientBase): Promise<void> {
  await client.query("set idle_in_transaction_session_timeout = '30s'")
}

/** The session outlives its connections, and so do the names of its statements. */
async function onEmbeddedConnect(client: pg.ClientBase): Promise<void> {
  await onConnect(client)
  await client.query('deallocate all')
  prepareStatements(client)
}

/** A pooler may send each statement to another session, which lacks its name. */
async function onServerConnect(client: pg.ClientBase): Promise<void> {
  await onConnect(client)
  if (!(await isPooled(client))) prepareStatements(client)
}

/** `pipeline`: independent statements are sent together. */
const SERVER_POOL: pg.PoolConfig = {
  max: 16,
  connectionTimeoutMillis: 5000,
  // A server that hangs, or a network that drops packets, never responds.
  query_timeout: 10_000,
  pipeline: true,
  onConnect: onServerConnect,
}
/** The primary answers in its place at once. */
const AT_ONCE = { retryForMs: 0 }
const REPLICA_POOL: pg.PoolConfig = { max: 8, connectionTimeoutMillis: 1000 }
/**
 * A proxy to several may have led to a replica that is cut off from the primary: the next connection may find another.
 */
const CHECK_POOL: pg.PoolConfig = {
  max: 1,
  maxLifetimeSeconds: 5,
  connectionTimeoutMillis: 1000,
  query_timeout: 1000,
}
/**
 * PGlite has a single session: the steps of concurrent transactions would interleave. Parsed statements and their plans
 * are kept while idle.
 */
const EMBEDDED_POOL: pg.PoolConfig = {
  max: 1,
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: 30_000,
  pipeline: true,
  onConnect: onEmbeddedConnect,
}

const MIGRATION_LOCK = 1995_05_10

/**
 * Instances that start at the same time wait for one another by an advisory lock. It is a transaction lock, because behind
 * a pooler a session lock would stay with another client's session. The migration joins that transaction (its own BEGIN is
 * only a warning) and commits it. There is no query_timeout, because a migration may take long.
 */
async function migrateDatabase(address: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 30_000 })
  // A broken connection fails the statement as well.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireUtf8(client)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), {
      migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
    })
  } finally {
    await client.end()
  }
}

/** Debian's PostgreSQL creates databases in SQL_ASCII if it was installed without a locale. */
async function requireUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding ?? 'unknown'
  if (encoding !== 'UTF8') throw new DatabaseEncodingError(encoding)
}
