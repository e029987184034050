/** Whether this server should be sent requests, as `/readyz` tells a load balancer. */
import { sql } from 'drizzle-orm'
import type { Database } from './db/open.ts'

export interface Readiness {
  /** Answers within a second, whatever the database does. */
  check(): Promise<boolean>
  isStopping(): boolean
  /** From now on the server is not ready. */
  stop(): void
}

const CHECK_MAX_MS = 800

export function createReadiness(db: Database): Readiness {
  let isStopping = false
  // One question at a time: while the database hangs, each would hold a connection.
  let asking: Promise<boolean> | null = null

  function ask(): Promise<boolean> {
    return db
      .execute(sql`select 1`)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null
      })
  }

  return {
    async check() {
      if (isStopping) return false
      asking ??= ask()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), CHECK_MAX_MS)
      })
      return Promise.race([asking, late]).finally(() => clearTimeout(timer))
    },
    isStopping: () => isStopping,
    stop() {
      isStopping = true
    },
  }
}
