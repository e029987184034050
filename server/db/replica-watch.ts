/** Whether reads may use a replica: every second, both servers report their positions in the log. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from './connections.ts'

/**
 * In use; does not respond; too far behind; not connected to a primary; was promoted; is ahead of the primary; belongs
 * to another database.
 */
export const REPLICA_STATES = [
  'in use',
  'away',
  'behind',
  'not streaming',
  'promoted',
  'diverged',
  'other database',
] as const
export type ReplicaState = (typeof REPLICA_STATES)[number]

export interface ReplicaTiming {
  readonly checkMs: number
  /** A replica that is further behind is not used. */
  readonly maxLagMs: number
}

const TIMING: ReplicaTiming = { checkMs: 1000, maxLagMs: 5000 }

export interface Health {
  readonly state: ReplicaState
  /** For how long the replica has been missing the oldest position that it has not reached; null: unknown. */
  readonly lagMs: number | null
}

interface WatchOptions {
  readonly primary: Database
  /** Queries the replica on a connection of its own, so that checks do not wait for reads. */
  readonly checks: Database
  readonly onState: (state: ReplicaState) => void
  readonly timing?: Partial<ReplicaTiming> | undefined
}

export interface ReplicaWatch {
  health(): Health
  /** Checks at once instead of at the next interval. */
  checkSoon(): void
  close(): Promise<void>
}

/** Resolves after the first check. */
export async function watchReplica({
  primary,
  checks,
  onState,
  timing,
}: WatchOptions): Promise<ReplicaWatch> {
  const { checkMs, maxLagMs } = { ...TIMING, ...timing }
  const check = createHealthCheck({ primary, checks, maxLagMs })
  const stopping = new AbortController()
  let health: Health | null = null
  let checkSoon = () => {}

  async function update(): Promise<Health> {
    const before = health
    // While the primary cannot be queried, no read can use the replica.
    const now = await check().catch(() => before ?? AWAY)
    health = now
    if (now.state !== before?.state) onState(now.state)
    return now
  }
  async function keepChecking(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isWanted = new Promise<void>((resolve) => (checkSoon = resolve))
      await Promise.race([isWanted, wait(checkMs, undefined, { signal: stopping.signal })]).catch(() => {})
      if (!stopping.signal.aborted) await update()
    }
  }

  const first = await update()
  const checking = keepChecking()
  return {
    health: () => health ?? first,
    checkSoon: () => checkSoon(),
    async close() {
      stopping.abort()
      await checking
    },
  }
}

const AWAY: Health = { state: 'away', lagMs: null }

/** Position in bytes: exact in a number up to nine petabytes. */
export const FLUSHED = sql`(pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8`
export const REPLAYED = sql`(pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8`
/** Only a receiver that streams is listed. */
export const STREAMS = sql`exists (select from pg_stat_wal_receiver)`
/** The same for all servers that were copied from one another. */
const CLUSTER = sql`(select system_identifier::text from pg_control_system()), current_database()`

interface Standby extends Record<string, unknown> {
  readonly isStandby: boolean
  readonly streams: boolean
  readonly replayed: number | null
  readonly cluster: string
}

interface Source extends Record<string, unknown> {
  readonly flushed: number
  readonly inserted: number
  readonly cluster: string
}

interface Position {
  readonly at: number
  readonly position: number
}
/** Ten minutes of positions; longer lags need not be measured. */
const POSITIONS_MAX = 600

/**
 * Positions are compared, because an idle primary writes nothing and the age of the last replayed transaction would
 * mean nothing.
 */
function createHealthCheck({
  primary,
  checks,
  maxLagMs,
}: Pick<WatchOptions, 'primary' | 'checks'> & Pick<ReplicaTiming, 'maxLagMs'>): () => Promise<Health> {
  let unreached: Position[] = []

  return async () => {
    const standby = await askStandby(checks).catch(() => undefined)
    if (!standby) return AWAY
    const source = await askSource(primary)
    if (standby.cluster !== source?.cluster) return { state: 'other database', lagMs: null }
    if (!standby.isStandby) return { state: 'promoted', lagMs: null }
    const replayed = standby.replayed ?? 0
    // The replica was queried first, so it cannot be ahead of its primary.
    if (replayed > source.inserted) return { state: 'diverged', lagMs: null }
    const now = performance.now()
    // After a failover, the new primary may lack the last positions of the old one.
    unreached = unreached.filter(({ position }) => position > replayed && position <= source.flushed)
    const lagMs = unreached[0] ? now - unreached[0].at : 0
    if (unreached.length < POSITIONS_MAX) unreached.push({ at: now, position: source.flushed })
    if (!standby.streams) return { state: 'not streaming', lagMs }
    return { state: lagMs > maxLagMs ? 'behind' : 'in use', lagMs }
  }
}

async function askStandby(checks: Database): Promise<Standby | undefined> {
  const { rows } = await checks.execute<Standby>(sql`
    select pg_is_in_recovery() as "isStandby", ${STREAMS} as streams, ${REPLAYED} as replayed, concat_ws('/', ${CLUSTER}) as cluster`)
  return rows[0]
}

async function askSource(primary: Database): Promise<Source | undefined> {
  const { rows } = await primary.execute<Source>(sql`
    select ${FLUSHED} as flushed, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as inserted,
      concat_ws('/', ${CLUSTER}) as cluster`)
  return rows[0]
}
