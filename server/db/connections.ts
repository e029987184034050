/**
 * The shop's way to its database through a pool. Connections may break at any moment; what can be repeated without harm
 * is repeated on another one, and what cannot be had in time rejects with DatabaseUnavailable.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { asUnavailable, isDatabaseUnavailable, noteUnavailable } from './availability.ts'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema>
type InTransaction = Database['transaction']
type Transaction = Parameters<Parameters<InTransaction>[0]>[0]
/** A database or a transaction of it: queries take either. */
export type Db = Database | Transaction

/** Long enough for a PostgreSQL server to restart, short enough for a person to wait. */
const REPEATED_FOR_MS = 3000
const PAUSE_MS = 100

export function databaseOf(pool: pg.Pool): Database {
  // Without a listener, a connection that breaks would end the process: while it is idle the pool emits the error and
  // replaces it, while it is in use the client emits it and its statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  const db = drizzle({ client: driverOf((query, values) => single(pool, query, values)), schema })
  // Drizzle's own never gives a connection back when BEGIN fails on it.
  const transaction: InTransaction = (work, config) => inTransaction(pool, work, config)
  return Object.assign(db, { transaction })
}

type Query = pg.QueryConfig<unknown[]>
type Send = (query: Query, values: unknown[]) => Promise<pg.QueryResult>

/** Of the driver's client Drizzle uses `query` alone, and always in this form. */
function driverOf(query: Send): pg.Client {
  return { query } as unknown as pg.Client
}

/** A statement that only reads may be sent again; of another one nobody knows whether it was carried out. */
function single(pool: pg.Pool, query: Query, values: unknown[]): Promise<pg.QueryResult> {
  const isRead = /^\s*select\b/i.test(query.text)
  let mayHaveChanged = false
  return repeated(
    () =>
      withClient(pool, (send) => {
        mayHaveChanged = !isRead
        return send(query, values)
      }),
    () => !mayHaveChanged,
  )
}

/** Until COMMIT is sent, a lost connection has changed nothing; after that, nobody knows. */
function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
  config: Parameters<InTransaction>[1],
): Promise<Result> {
  let mayBeCommitted = false
  const attempt = (send: Send) =>
    drizzle({ client: driverOf(send), schema }).transaction(async (tx) => {
      const result = await work(tx)
      mayBeCommitted = true
      return result
    }, config)
  return repeated(
    () => withClient(pool, attempt),
    () => !mayBeCommitted,
  )
}

async function repeated<Result>(attempt: () => Promise<Result>, mayRepeat: () => boolean): Promise<Result> {
  const giveUpAt = performance.now() + REPEATED_FOR_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (!mayRepeat() || performance.now() > giveUpAt) {
        noteUnavailable(error)
        throw error
      }
    }
    await wait(PAUSE_MS)
  }
}

/** A client on which the database was unavailable is not used again: it may still wait for an answer. */
async function withClient<Result>(pool: pg.Pool, work: (send: Send) => Promise<Result>): Promise<Result> {
  const client = await reporting(pool.connect())
  let isBroken = false
  try {
    return await work((query, values) => reporting(client.query(query, values)))
  } catch (error) {
    isBroken = isDatabaseUnavailable(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

async function reporting<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    throw asUnavailable(error)
  }
}
