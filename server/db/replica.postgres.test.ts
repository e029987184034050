/** Reads from a real replica: what it may and must not answer. */
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { explainPrice } from '#contract/collection.ts'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { rupees } from '#domain/money.ts'
import { toPricingChange } from '#domain/rates.ts'
import { followCollection } from '#server/collection/current.ts'
import { publish, seedOpeningCollection } from '#server/collection/editions.ts'
import { createLog } from '#server/log.ts'
import { freePort, freePorts, launchServer } from '#server/testing.ts'
import { startPostgres, startReplica, type OwnPostgres } from '../../scripts/chaos/postgres.ts'
import { openDatabase, type Db, type OpenDatabase } from './open.ts'
import type { ReplicaReadOutcome } from './replica.ts'
import type { ReplicaState } from './replica-watch.ts'

/** The state that the server's checks would find within seconds. */
const TIMING = { checkMs: 100, maxLagMs: 500 }
const SETTINGS = ['shared_preload_libraries=pg_stat_statements', 'max_standby_streaming_delay=100ms']
const SOON = { timeout: 20_000, interval: 50 }

let primary: OwnPostgres
let replica: OwnPostgres
beforeAll(async () => {
  primary = await startPostgres(SETTINGS)
  replica = await startReplica(primary, SETTINGS)
})
afterAll(async () => {
  await replica.stop()
  await primary.stop()
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function open(replicaUrl = replica.url): Promise<OpenDatabase> {
  const location = { url: replicaUrl, onState: () => {}, timing: TIMING }
  const database = await openDatabase({ url: primary.url, folder: null, replica: location })
  closing.push(() => database.close())
  return database
}

const isState = ({ replica: own }: OpenDatabase, state: ReplicaState) =>
  vi.waitFor(() => expect(own?.report().state).toBe(state), SOON)
const readsOf = ({ replica: own }: OpenDatabase, outcome: ReplicaReadOutcome) =>
  own?.report().reads[outcome] ?? 0

async function opened(): Promise<OpenDatabase> {
  const database = await open()
  await isState(database, 'in use')
  return database
}

/** The server that runs the query names itself. */
async function answeredBy(db: Db, seconds = 0): Promise<'primary' | 'replica'> {
  const { rows } = await db.execute<{ isReplica: boolean }>(
    sql`select pg_is_in_recovery() as "isReplica", pg_sleep(${seconds}), (select count(*) from sale) as sales`,
  )
  return rows[0]?.isReplica ? 'replica' : 'primary'
}

/** A read of `answeredBy` has started on the replica. */
const sleeps = ({ fromReplica }: OpenDatabase) =>
  vi.waitFor(async () => {
    const { rows } = await fromReplica((reads) =>
      reads.execute(sql`select 1 from pg_stat_activity
        where query like '%as sales%' and state = 'active' and pid <> pg_backend_pid()`),
    )
    expect(rows).toHaveLength(1)
  }, SOON)

const onReplica = async (statement: string) => {
  const client = new pg.Client(replica.url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

describe('reads from a replica', () => {
  beforeAll(async () => {
    const database = await openDatabase({ url: primary.url, folder: null })
    await database.db.execute(sql`create table sale (number integer)`)
    await database.db.execute(sql`create extension pg_stat_statements`)
    await database.close()
  })

  test('see everything committed before, and are answered by the replica', async () => {
    const { db, fromReplica, ...database } = await opened()
    for (let number = 1; number <= 20; number += 1) {
      await db.execute(sql`insert into sale values (${number})`)
      const read = await fromReplica((reads) => reads.execute(sql`select max(number) as number from sale`))
      expect(read.rows).toEqual([{ number }])
    }
    expect(await fromReplica(answeredBy)).toBe('replica')
    expect(readsOf({ db, fromReplica, ...database }, 'replica')).toBeGreaterThan(1)
  })

  test('cannot write', async () => {
    const database = await opened()
    await database.db.execute(sql`create sequence sale_number`)
    const rejection = await database.fromReplica((reads) =>
      reads.execute(sql`select nextval('sale_number')`).then(
        () => null,
        (error: Error) => error.cause,
      ),
    )
    // A write within a read-only transaction.
    expect(rejection).toMatchObject({ code: '25006' })
  })

  test('are answered by the primary while the replica lags, and skip the replica when it lags for long', async () => {
    const database = await opened()
    await onReplica('select pg_wal_replay_pause()')
    try {
      await database.db.execute(sql`insert into sale values (100)`)
      const read = await database.fromReplica((reads) =>
        reads.execute(sql`select max(number) as number from sale`),
      )
      expect(read.rows).toEqual([{ number: 100 }])
      expect(readsOf(database, 'not caught up')).toBe(1)
      await isState(database, 'behind')
      expect(database.replica?.report().lagMs).toBeGreaterThan(TIMING.maxLagMs)
      expect(await database.fromReplica(answeredBy)).toBe('primary')
      expect(readsOf(database, 'not in use')).toBeGreaterThan(0)
    } finally {
      await onReplica('select pg_wal_replay_resume()')
    }
    await isState(database, 'in use')
    expect(await database.fromReplica(answeredBy)).toBe('replica')
  })

  test('have no lag while nobody writes', async () => {
    const database = await opened()
    await database.db.execute(sql`select pg_sleep(${(2 * TIMING.maxLagMs) / 1000})`)
    expect(database.replica?.report()).toMatchObject({ state: 'in use', lagMs: 0 })
  })

  test('are repeated on the primary if the replica cancels them because their rows are vacuumed', async () => {
    const database = await opened()
    const read = database.fromReplica((reads) => answeredBy(reads, 3))
    await sleeps(database)
    await database.db.execute(sql`delete from sale where number < 10`)
    await database.db.execute(sql`vacuum sale`)
    expect(await read).toBe('primary')
    expect(readsOf(database, 'failed')).toBe(1)
    await isState(database, 'in use')
  })

  test('are repeated on the primary when the replica dies, and return to it', async () => {
    const database = await opened()
    const read = database.fromReplica((reads) => answeredBy(reads, 3))
    await sleeps(database)
    await replica.kill()
    expect(await read).toBe('primary')
    expect(await database.fromReplica(answeredBy)).toBe('primary')
    await isState(database, 'away')
    await replica.restart()
    await isState(database, 'in use')
    expect(await database.fromReplica(answeredBy)).toBe('replica')
  })

  test('do not wait for a replica that is frozen', async () => {
    const database = await opened()
    replica.signal('SIGSTOP')
    try {
      const startedAt = performance.now()
      expect(await database.fromReplica(answeredBy)).toBe('primary')
      expect(performance.now() - startedAt).toBeLessThan(4000)
      await isState(database, 'away')
    } finally {
      replica.signal('SIGCONT')
    }
    await isState(database, 'in use')
  })

  test.each([
    ['other database', () => new URL('/template1', replica.url)],
    ['promoted', () => new URL(`?application_name=primary`, primary.url)],
    ['away', () => new URL('postgresql://127.0.0.1:9/postgres')],
  ] as const)('never come from what is no replica: %s', async (state, address) => {
    const database = await open(address().href)
    await isState(database, state)
    expect(await database.fromReplica(answeredBy)).toBe('primary')
  })

  test('get the content of an edition of which the primary reports only the number', async () => {
    const database = await opened()
    await seedOpeningCollection(database.db, new Date())
    await database.db.execute(sql`select pg_stat_statements_reset()`)
    const collection = await followCollection({ database, log: createLog('silent') })
    closing.push(() => collection.close())
    expect(collection.latest().content.products).toHaveLength(OPENING_CONTENT.products.length)
    expect(await entriesRead(database.db)).toBe(0)
    expect(await database.fromReplica(entriesRead)).toBeGreaterThan(0)

    await onReplica('select pg_wal_replay_pause()')
    try {
      const published = await publish(database.db, {
        changes: [{ do: 'set rates', rates: toPricingChange('gold18k', rupees(6100)) }],
        actor: 'asha',
        reason: 'A test',
        now: new Date(),
      })
      expect(published.ok).toBe(true)
      await vi.waitFor(() => expect(collection.latest().edition).toBe(2), SOON)
      expect(collection.latest().content.rates.perGram.gold18k).toBe(rupees(6100))
    } finally {
      await onReplica('select pg_wal_replay_resume()')
    }
  })

  test('cause no error for visitors when the replica is lost, and are counted', async () => {
    const ports = await freePorts()
    const metricsPort = await freePort()
    const server = launchServer({
      ...ports,
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replica.url,
      DATA_DIR: `${process.env.TMPDIR ?? '/tmp'}/swarnika-replica-${ports.PORT}`,
      RATE_LIMIT_SCALE: '100000',
    })
    closing.push(async () => {
      server.process.kill('SIGKILL')
      await server.exited
    })
    await server.ready
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${ports.PORT}${path}`)).status
    const metric = async (line: string) =>
      new RegExp(`^${line} (\\d+)$`, 'm').exec(
        await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
      )?.[1]
    const explain = () => get(`${explainPrice.path}?type=rings&id=801`)
    expect(await explain()).toBe(200)
    await vi.waitFor(async () => {
      await explain()
      expect(Number(await metric('shop_replica_reads_total{outcome="replica"}'))).toBeGreaterThan(0)
    }, SOON)
    const statuses: number[] = []
    let killed: Promise<void> | undefined
    for (let turn = 0; turn < 60; turn += 1) {
      if (turn === 10) killed = replica.kill()
      statuses.push(await explain())
    }
    await killed
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await get('/readyz')).toBe(200)
    await vi.waitFor(async () => expect(await metric('shop_replica_state{state="away"}')).toBe('1'), SOON)
    await replica.restart()
    await vi.waitFor(async () => expect(await metric('shop_replica_state{state="in use"}')).toBe('1'), SOON)
  })

  test('do not use a replica that was promoted', async () => {
    const database = await opened()
    await onReplica('select pg_promote()')
    await onReplica('insert into sale values (1000)')
    const read = await database.fromReplica((reads) =>
      reads.execute(sql`select max(number) as number from sale`),
    )
    expect(read.rows).toEqual([{ number: 100 }])
    await isState(database, 'promoted')
  })
})

/** Statements that read entries of editions. */
async function entriesRead(db: Db): Promise<number> {
  const { rows } = await db.execute<{ calls: number }>(sql`
    select coalesce(sum(calls), 0)::integer as calls from pg_stat_statements
    where query like '%from "edition_entry"%' and query not like '%pg_stat_statements%'`)
  return rows[0]?.calls ?? 0
}
