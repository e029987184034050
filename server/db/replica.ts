/**
 * Reads from a streaming replica of the primary (docs/decisions/009-reads-from-replicas.md). Each read first gets the
 * primary's position in the log, which the replica must have replayed: a read sees everything committed before it
 * began, including the reader's own changes. If the replica lags or fails in any way, the primary answers.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Db } from './connections.ts'
import {
  FLUSHED,
  REPLAYED,
  STREAMS,
  watchReplica,
  type Health,
  type ReplicaState,
  type ReplicaTiming,
} from './replica-watch.ts'

/** `read` may run twice, so it must not write. */
export type FromReplica = <Result>(read: (db: Db) => Promise<Result>) => Promise<Result>

export function withoutReplica(primary: Db): FromReplica {
  return (read) => read(primary)
}

/**
 * The replica answered; it was not in use; it did not catch up in time; it failed. In the last three cases the primary
 * answered.
 */
export type ReplicaReadOutcome = 'replica' | 'not in use' | 'not caught up' | 'failed'

export interface ReplicaReport extends Health {
  readonly reads: Readonly<Record<ReplicaReadOutcome, number>>
}

export interface Replica {
  readonly fromReplica: FromReplica
  report(): ReplicaReport
  close(): Promise<void>
}

interface ReplicaOptions {
  readonly primary: Database
  /** Two pools of the replica. */
  readonly reads: Database
  readonly checks: Database
  readonly onState: (state: ReplicaState) => void
  readonly timing?: Partial<ReplicaTiming> | undefined
}

/** How long a read waits for the replica to catch up; usually it is a few milliseconds behind. */
const CATCH_UP_MS = 100
const CATCH_UP_POLL_MS = 10

class NotCaughtUp extends Error {}

/** Resolves after the first check. */
export async function openReplica({ reads, onState, ...watching }: ReplicaOptions): Promise<Replica> {
  const { primary } = watching
  const counts: Record<ReplicaReadOutcome, number> = {
    replica: 0,
    'not in use': 0,
    'not caught up': 0,
    failed: 0,
  }
  /** Interrupt the reads that wait for the replica. */
  const interruptions = new Set<(error: Error) => void>()
  const watch = await watchReplica({
    ...watching,
    onState(state) {
      onState(state)
      // It may be frozen and never respond.
      if (state === 'away') for (const interrupt of interruptions) interrupt(new Error('The replica is away'))
    },
  })

  async function readThere<Result>(position: number, read: (db: Db) => Promise<Result>): Promise<Result> {
    const interruption = Promise.withResolvers<never>()
    interruptions.add(interruption.reject)
    // All of it on one connection to one replica. BEGIN makes it read-only: a pooler would pass on what SET changes.
    const reading = reads.transaction(
      async (tx) => {
        await catchUp(tx, position)
        return read(tx)
      },
      { accessMode: 'read only' },
    )
    try {
      return await Promise.race([interruption.promise, reading])
    } finally {
      interruptions.delete(interruption.reject)
    }
  }

  return {
    async fromReplica(read) {
      if (watch.health().state !== 'in use') {
        counts['not in use'] += 1
        return read(primary)
      }
      const position = await flushedPosition(primary)
      try {
        if (watch.health().state === 'away') throw new Error('The replica went away meanwhile')
        const result = await readThere(position, read)
        counts.replica += 1
        return result
      } catch (error) {
        counts[error instanceof NotCaughtUp ? 'not caught up' : 'failed'] += 1
        watch.checkSoon()
      }
      return read(primary)
    },
    report: () => ({ ...watch.health(), reads: { ...counts } }),
    close: () => watch.close(),
  }
}

/** Everything acknowledged so far is before this position. */
async function flushedPosition(primary: Database): Promise<number> {
  const { rows } = await primary.execute<{ flushed: number }>(sql`select ${FLUSHED} as flushed`)
  return rows[0]?.flushed ?? Infinity
}

async function catchUp(tx: Db, position: number): Promise<void> {
  const until = performance.now() + CATCH_UP_MS
  for (;;) {
    const { rows } = await tx.execute<{ hasAll: boolean }>(sql`
      select pg_is_in_recovery() and ${STREAMS} and ${REPLAYED} >= ${position}::float8 as "hasAll"`)
    if (rows[0]?.hasAll) return
    if (performance.now() > until) throw new NotCaughtUp()
    await wait(CATCH_UP_POLL_MS)
  }
}
