/**
 * What of the database's trouble passes by itself: a restart, a failover, a lost connection, too many clients. Such
 * trouble leaves this folder as DatabaseUnavailable; whoever asked is to ask again.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** SQLSTATE or the system's code, where there was one. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
    this.code = causesOf(cause).map(codeOf).find(Boolean)
  }
}

/** Drizzle wraps what its driver rejects with. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof DatabaseUnavailable)
}

/**
 * SQLSTATE of a server that cannot serve now: connection exceptions (08), insufficient resources (53), shutdown, crash
 * and start (57P01 to 57P05), time limits (25P03, 57014), lost races (40001, 40P01, 55P03), and a standby that was
 * promoted elsewhere (25006).
 */
const TEMPORARY_SQLSTATE = /^(?:08...|53...|57P0[1-5]|25P03|57014|40001|40P01|55P03|25006)$/

/** Whether the driver's error says "not now" rather than "never". */
function isTemporary(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return TEMPORARY_SQLSTATE.test(error.code ?? '')
  // Anything else that the driver reports is about the connection (refused, reset, timed out, closed), or a bug of ours.
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

interface Watching {
  failure: unknown
}
const watched = new AsyncLocalStorage<Watching>()

/** Temporary trouble of the driver as DatabaseUnavailable; any other error as it is. */
export function asUnavailable(error: unknown): unknown {
  return isTemporary(error) ? new DatabaseUnavailable(error) : error
}

/** Tells the `rejectingWhenUnavailable` around it, if there is one. */
export function noteUnavailable(error: unknown): void {
  const watching = watched.getStore()
  if (watching) watching.failure = error
}

/**
 * For libraries that take a failed query for "nothing found": rejects where the database was unavailable to `work`,
 * whatever `work` made of it.
 */
export async function rejectingWhenUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  const watching: Watching = { failure: null }
  const [outcome] = await Promise.allSettled([watched.run(watching, work)])
  if (watching.failure !== null) throw watching.failure
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
