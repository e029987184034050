/** Whether a load balancer should send requests to this server (`/readyz`). */
import { sql } from 'drizzle-orm'
import type { Database } from './db/open.ts'
import { withTimeout } from './timeout.ts'

export interface Readiness {
  /** Resolves within a second, even while the database hangs. */
  check(): Promise<boolean>
  isStopping(): boolean
  /** The server is not ready from now on. */
  stop(): void
}

const CHECK_MAX_MS = 800

export function createReadiness(db: Database): Readiness {
  let isStopping = false
  // One query at a time: while the database hangs, each would hold a connection.
  let pending: Promise<boolean> | null = null

  async function query(): Promise<boolean> {
    try {
      await db.execute(sql`select 1`)
      return true
    } catch {
      return false
    } finally {
      pending = null
    }
  }

  return {
    async check() {
      if (isStopping) return false
      pending ??= query()
      return (await withTimeout(pending, CHECK_MAX_MS)) ?? false
    },
    isStopping: () => isStopping,
    stop() {
      isStopping = true
    },
  }
}
