/**
 * Queries and transactions on a pool. After a broken connection, whatever is safe to retry is retried on another one;
 * the rest rejects with DatabaseUnavailable.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle, NodePgSession, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { toUnavailable, isDatabaseUnavailable, reportUnavailable } from './availability.ts'
import { named } from './statement-names.ts'
import { inSpan } from '#server/tracing.ts'
import { statementSpan } from './statement-span.ts'

export type Database = NodePgDatabase
type RunTransaction = Database['transaction']
type Transaction = Parameters<Parameters<RunTransaction>[0]>[0]
/** Queries accept a database or a transaction. */
export type Db = Database | Transaction

/** Long enough for a restart of PostgreSQL, short enough for a shopper to wait. */
const RETRY_FOR_MS = 3000
const RETRY_DELAY_MS = 100

const DIALECT = new PgDialect()
const NO_ROWS: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

interface DatabaseOptions {
  /** 0 if another database answers in its place at once. */
  readonly retryForMs?: number
}

export function createDatabase(pool: pg.Pool, { retryForMs = RETRY_FOR_MS }: DatabaseOptions = {}): Database {
  // Without a listener, a broken connection would end the process. The pool emits the error of an idle one and replaces
  // it; the client emits that of one in use, whose statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  const source = { pool, retryForMs }
  const read = createReader(source)
  const db = drizzle({
    client: driverOf(
      traced((query, values) =>
        isLockless(query) ? read(query, values) : runStatement(source, query, values),
      ),
    ),
  })
  // Drizzle's own never releases a connection on which BEGIN fails.
  const transaction: RunTransaction = (work, config) => runTransaction(source, work, config)
  return Object.assign(db, { transaction })
}

interface Source {
  readonly pool: pg.Pool
  readonly retryForMs: number
}

type Query = pg.QueryConfig<unknown[]>
type Send = (query: Query, values: unknown[]) => Promise<pg.QueryResult>

/** Drizzle uses only `query` of the driver's client, and always in this form. */
function driverOf(query: Send): pg.Client {
  return { query } as unknown as pg.Client
}

function traced(send: Send): Send {
  return (query, values) =>
    inSpan(
      () => statementSpan(query.text),
      () => send(query, values),
    )
}

const isEnd = ({ text }: Query) => text === 'commit' || text === 'rollback'
const isLockless = (query: Query) => isSelect(query) && !/\bfor (?:no key )?update\b/i.test(query.text)
/** A union starts with a bracket. */
const isSelect = ({ text }: Query) => /^[\s(]*select\b/i.test(text)

/** A SELECT may be sent again; another statement, once sent, may have been executed. */
function runStatement(
  { pool, retryForMs }: Source,
  query: Query,
  values: unknown[],
): Promise<pg.QueryResult> {
  let mayHaveChanged = false
  return retry(
    retryForMs,
    () =>
      withClient(pool, (send) => {
        mayHaveChanged = true
        return send(query, values)
      }),
    () => !mayHaveChanged,
  )
}

interface WaitingRead {
  readonly query: Query
  readonly values: unknown[]
  readonly result: PromiseWithResolvers<pg.QueryResult>
}

/** Sends the SELECTs of a tick on one connection, together. None of them waits for a lock. */
function createReader({ pool, retryForMs }: Source): Send {
  let waiting: WaitingRead[] = []
  async function sendTogether(): Promise<void> {
    const reads = waiting
    waiting = []
    try {
      await withClient(pool, (send) =>
        Promise.all(
          reads.map(({ query, values, result }) =>
            send(query, values).then(result.resolve, (error: unknown) => {
              result.reject(error)
              // A broken connection ends them all; any other error concerns one statement.
              if (isDatabaseUnavailable(error)) throw error
            }),
          ),
        ),
      )
    } catch (error) {
      for (const { result } of reads) result.reject(error)
    }
  }
  return (query, values) =>
    retry(
      retryForMs,
      () => {
        const result = Promise.withResolvers<pg.QueryResult>()
        if (waiting.length === 0) process.nextTick(() => void sendTogether())
        waiting.push({ query, values, result })
        return result.promise
      },
      () => true,
    )
}

/** A connection lost before COMMIT is sent has changed nothing; afterwards the outcome is unknown. */
function runTransaction<Result>(
  { pool, retryForMs }: Source,
  work: (tx: Transaction) => Promise<Result>,
  config: Parameters<RunTransaction>[1],
): Promise<Result> {
  let mayBeCommitted = false
  const attempt = (send: Send) =>
    new NodePgSession<Record<string, never>, Record<string, never>>(
      driverOf(withDelayedBegin(traced(send))),
      DIALECT,
      undefined,
    ).transaction(async (tx) => {
      const result = await work(tx)
      mayBeCommitted = true
      return result
    }, config)
  return inSpan(
    () => ({ name: 'transaction', kind: 'internal' }),
    () =>
      retry(
        retryForMs,
        () => withClient(pool, attempt),
        () => !mayBeCommitted,
      ),
  )
}

/**
 * Sends BEGIN together with the first statement, in one write, if that is a SELECT. Any other statement waits until
 * BEGIN has succeeded: without a transaction it would be committed by itself.
 */
function withDelayedBegin(send: Send): Send {
  let begin: Query | null = null
  let begun: Promise<pg.QueryResult> | null = null
  let mayStart: Promise<unknown> | null = null
  return async (query, values) => {
    if (begun === null && begin === null) {
      begin = query
      return NO_ROWS
    }
    if (begin !== null) {
      // A transaction without a statement ends without having begun.
      if (isEnd(query)) return NO_ROWS
      begun = send(begin, [])
      begin = null
      mayStart = isSelect(query) ? null : begun
    }
    if (mayStart) await mayStart
    const [, result] = await Promise.all([begun, send(query, values)])
    return result
  }
}

async function retry<Result>(
  forMs: number,
  attempt: () => Promise<Result>,
  mayRetry: () => boolean,
): Promise<Result> {
  const giveUpAt = performance.now() + forMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (!mayRetry() || performance.now() >= giveUpAt) {
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
  const send = senderOf(client)
  let isBroken = false
  let isReleased = false
  try {
    return await work(async (query, values) => {
      if (isReleased) throw new Error('The transaction of this statement has ended')
      return send(query, values)
    })
  } catch (error) {
    isBroken = isDatabaseUnavailable(error)
    throw error
  } finally {
    isReleased = true
    client.release(isBroken)
  }
}

/** In order. Without pipelining, the driver is given one statement at a time. */
function senderOf(client: pg.ClientBase): Send {
  const send: Send = (query, values) =>
    toUnavailableErrors(client.query(named(client, query, values), values))
  if (client instanceof pg.Client && client.pipeline)
    return (query, values) => {
      writeAtOnce(client)
      return send(query, values)
    }
  let last: Promise<unknown> = Promise.resolve()
  return (query, values) => {
    const result = last.then(() => send(query, values))
    last = result.catch(() => undefined)
    return result
  }
}

/** Statements sent in the same tick leave in one write. */
function writeAtOnce({ connection: { stream } }: pg.Client): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function toUnavailableErrors<Answer>(query: Promise<Answer>): Promise<Answer> {
  try {
    return await query
  } catch (error) {
    throw toUnavailable(error)
  }
}
