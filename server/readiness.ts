/** Whether a load balancer should send requests to this server (`/readyz`). */
import { sql } from 'drizzle-orm'
import type { Database } from './db/open.ts'

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

  function query(): Promise<boolean> {
    return db
      .execute(sql`select 1`)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pending = null
      })
  }

  return {
    async check() {
      if (isStopping) return false
      pending ??= query()
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), CHECK_MAX_MS)
      })
      return Promise.race([pending, timeout]).finally(() => clearTimeout(timer))
    },
    isStopping: () => isStopping,
    stop() {
      isStopping = true
    },
  }
}
