/**
 * Temporary errors of the database: a restart, a failover, a lost connection, too many clients. They leave this folder as
 * DatabaseUnavailable, and clients may retry.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** SQLSTATE or the code of the system error, if there is one. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
    this.code = causesOf(cause).map(codeOf).find(Boolean)
  }
}

/** Drizzle wraps the errors of its driver. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof DatabaseUnavailable)
}

/**
 * Connection exceptions (08), rejected logins (28) and a missing database (3D000) as during a rotation of passwords or a
 * restore, insufficient resources (53), shutdown, crash and startup (57P01 to 57P05), timeouts (25P03, 57014), lost races
 * (40001, 40P01, 55P03), and a server that became a standby (25006).
 */
const TEMPORARY_SQLSTATE = /^(?:08...|28...|3D000|53...|57P0[1-5]|25P03|57014|40001|40P01|55P03|25006)$/

function isTemporary(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return TEMPORARY_SQLSTATE.test(error.code ?? '')
  // Other errors of the driver concern the connection (refused, reset, timed out, closed) or are bugs of ours.
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

interface Watch {
  failure: unknown
}
const watches = new AsyncLocalStorage<Watch>()

/** Wraps temporary errors of the driver as DatabaseUnavailable; returns others unchanged. */
export function toUnavailable(error: unknown): unknown {
  return isTemporary(error) ? new DatabaseUnavailable(error) : error
}

/** Notifies the enclosing `rejectIfUnavailable`, if there is one. */
export function reportUnavailable(error: unknown): void {
  const watch = watches.getStore()
  if (watch) watch.failure = error
}

/** For libraries that treat a failed query as "nothing found": rejects if the database was unavailable during `work`. */
export async function rejectIfUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  const watch: Watch = { failure: null }
  const [outcome] = await Promise.allSettled([watches.run(watch, work)])
  if (watch.failure !== null) throw watch.failure
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
