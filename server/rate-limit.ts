/**
 * Rate limits, counted in the database so that all servers count together. A fixed window begins with its first
 * request: an office behind one address is never locked out for longer than the window.
 */
import { createHash, randomUUID } from 'node:crypto'
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Result } from '#domain/result.ts'
import { expectRow, type Db } from './db/open.ts'
import { rateLimit } from './db/account-schema.ts'
import { errorResponse, type ErrorResponse } from './http.ts'

export interface Limit {
  /** Requests within the window. */
  readonly limit: number
  readonly windowMs: number
}

export interface CountOptions extends Limit {
  readonly now: Date
  /** How many requests this one counts as. */
  readonly cost?: number
}

/** Counts a request under `key`, made by limitKey. Null within the limit; beyond it an error with the time to wait. */
export async function checkRateLimit(
  db: Db,
  key: string,
  counting: CountOptions,
): Promise<ErrorResponse | null> {
  return limitError(await countRequest(db, key, counting), counting)
}

export function limitError({ count, endsInMs }: RequestCount, { limit }: Limit): ErrorResponse | null {
  return count <= limit ? null : tooManyRequests(endsInMs)
}

export async function countRequest(db: Db, key: string, counting: CountOptions): Promise<RequestCount> {
  const { rows } = await db.execute<CountedRow>(countStatement(key, counting))
  return toRequestCount(expectRow(rows), counting)
}

export interface RequestCount {
  readonly count: number
  readonly endsInMs: number
}

/** A type rather than an interface: rows of raw statements need an index signature. */
export type CountedRow = { readonly count: number; readonly beganAt: string }

/** `from` is a FROM clause whose rows decide whether the request is counted; by default it is. */
export function countStatement(
  key: string,
  { limit, windowMs, now, cost = 1 }: CountOptions,
  from: SQL = sql``,
): SQL {
  const at = now.getTime()
  const hasWindowPassed = sql`${rateLimit.lastRequest} <= ${at - windowMs}::bigint`
  // A random id: two concurrent first requests with a derived id would conflict on the id, which has no conflict
  // handler.
  // After the clock was set back, a window may begin in the future; it then begins now.
  return sql`
    insert into ${rateLimit} (id, key, count, last_request)
    select ${randomUUID()}, ${key}, ${cost}::integer, ${at}::bigint ${from}
    on conflict (key) do update set
      count = case when ${hasWindowPassed} then ${cost}::integer
        else least(${rateLimit.count}, ${limit}::integer) + ${cost}::integer end,
      last_request = case when ${hasWindowPassed} then ${at}::bigint else least(${rateLimit.lastRequest}, ${at}::bigint) end
    returning count, last_request as "beganAt"`
}

export function toRequestCount(
  { count, beganAt }: CountedRow,
  { windowMs, now }: CountOptions,
): RequestCount {
  return { count, endsInMs: Number(beganAt) + windowMs - now.getTime() }
}

export async function uncountRequest(db: Db, key: string): Promise<void> {
  await db
    .update(rateLimit)
    .set({ count: sql`greatest(${rateLimit.count} - 1, 0)` })
    .where(eq(rateLimit.key, key))
}

interface TurnOptions {
  /**
   * Time until the turn after this one; at most `waitMaxMs`. It may differ from the interval of other turns under the
   * key.
   */
  readonly intervalMs: number
  readonly waitMaxMs: number
  readonly now: Date
}

/**
 * Reserves the next turn under `key`; turns of all servers together are `intervalMs` apart. Returns the milliseconds
 * until then, or an error if they exceed `waitMaxMs`.
 */
export async function reserveTurn(
  db: Db,
  key: string,
  { intervalMs, waitMaxMs, now }: TurnOptions,
): Promise<Result<number, ErrorResponse>> {
  const at = now.getTime()
  // Further ahead than the longest interval after the latest turn: the clock was set back.
  const isReserved = sql`${rateLimit.lastRequest} between ${at} and ${at + 2 * waitMaxMs}`
  const free = sql`case when ${isReserved} then ${rateLimit.lastRequest} else ${at} end`
  const [row] = await db
    .insert(rateLimit)
    .values({ id: randomUUID(), key, count: 1, lastRequest: at + intervalMs })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: { lastRequest: sql`${free} + ${intervalMs}` },
      setWhere: sql`${free} <= ${at + waitMaxMs}`,
    })
    .returning({ freeAgainAt: rateLimit.lastRequest })
  return row
    ? { ok: true, value: row.freeAgainAt - intervalMs - at }
    : { ok: false, error: tooManyRequests(waitMaxMs) }
}

export async function purgeCounts(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(rateLimit).where(inArray(rateLimit.key, [...keys]))
}

/** Names what is limited and hides the client: the table must not become a list of visitors. */
export function limitKey(what: string, ...by: readonly string[]): string {
  return `${what}:${createHash('sha256').update(by.join('\n')).digest('base64url')}`
}

/**
 * Identifies a client by the IPv4 address, or by the /64 network of an IPv6 address, which belongs to one subscriber.
 */
export function clientKey(clientAddress: string): string {
  if (!ipaddr.isValid(clientAddress)) return clientAddress
  const address = ipaddr.process(clientAddress)
  return 'parts' in address
    ? address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : address.toString()
}

function tooManyRequests(waitMs: number): ErrorResponse {
  return {
    ...errorResponse('too-many-requests', 'Too many requests. Please wait a moment and try again.'),
    retryAfterS: Math.ceil(waitMs / 1000),
  }
}
