/**
 * Queries and transactions on a pool. After a broken connection, whatever is safe to retry is retried on another one;
 * the rest rejects with DatabaseUnavailable.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { toUnavailable, isDatabaseUnavailable, reportUnavailable } from './availability.ts'
import * as accounts from './account-schema.ts'
import * as tables from './schema.ts'
import * as parcels from './parcel-schema.ts'
import * as staff from './staff-schema.ts'
import { named } from './statement-names.ts'

export const schema = { ...accounts, ...tables, ...parcels, ...staff }

export type Database = NodePgDatabase<typeof schema>
type RunTransaction = Database['transaction']
type Transaction = Parameters<Parameters<RunTransaction>[0]>[0]
/** Queries accept a database or a transaction. */
export type Db = Database | Transaction

/** Long enough for a restart of PostgreSQL, short enough for a shopper to wait. */
const RETRY_FOR_MS = 3000
const RETRY_DELAY_MS = 100

export function createDatabase(pool: pg.Pool): Database {
  // Without a listener, a broken connection would end the process. The pool emits the error of an idle one and replaces
  // it; the client emits that of one in use, whose statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  const db = drizzle({ client: driverOf((query, values) => runStatement(pool, query, values)), schema })
  // Drizzle's own never releases a connection on which BEGIN fails.
  const transaction: RunTransaction = (work, config) => runTransaction(pool, work, config)
  return Object.assign(db, { transaction })
}

type Query = pg.QueryConfig<unknown[]>
type Send = (query: Query, values: unknown[]) => Promise<pg.QueryResult>

/** Drizzle uses only `query` of the driver's client, and always in this form. */
function driverOf(query: Send): pg.Client {
  return { query } as unknown as pg.Client
}

/** A SELECT may be sent again; another statement, once sent, may have been executed. */
function runStatement(pool: pg.Pool, query: Query, values: unknown[]): Promise<pg.QueryResult> {
  const isRead = /^\s*select\b/i.test(query.text)
  let mayHaveChanged = false
  return retry(
    () =>
      withClient(pool, (send) => {
        mayHaveChanged = !isRead
        return send(query, values)
      }),
    () => !mayHaveChanged,
  )
}

/** A connection lost before COMMIT is sent has changed nothing; afterwards the outcome is unknown. */
function runTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
  config: Parameters<RunTransaction>[1],
): Promise<Result> {
  let mayBeCommitted = false
  const attempt = (send: Send) =>
    drizzle({ client: driverOf(send), schema }).transaction(async (tx) => {
      const result = await work(tx)
      mayBeCommitted = true
      return result
    }, config)
  return retry(
    () => withClient(pool, attempt),
    () => !mayBeCommitted,
  )
}

async function retry<Result>(attempt: () => Promise<Result>, mayRetry: () => boolean): Promise<Result> {
  const giveUpAt = performance.now() + RETRY_FOR_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (!mayRetry() || performance.now() > giveUpAt) {
        reportUnavailable(error)
        throw error
      }
    }
    await wait(RETRY_DELAY_MS)
  }
}

/** A client on which the database was unavailable is destroyed: it may still wait for a response. */
async function withClient<Result>(pool: pg.Pool, work: (send: Send) => Promise<Result>): Promise<Result> {
  const client = await toUnavailableErrors(pool.connect())
  let isBroken = false
  try {
    return await work((query, values) =>
      toUnavailableErrors(client.query(named(client, query, values), values)),
    )
  } catch (error) {
    isBroken = isDatabaseUnavailable(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

async function toUnavailableErrors<Answer>(query: Promise<Answer>): Promise<Answer> {
  try {
    return await query
  } catch (error) {
    throw toUnavailable(error)
  }
}
