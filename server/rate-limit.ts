/**
 * How often something may be asked for, counted in the database so that several servers count together.
 * A count belongs to a window that begins with its first request and then ends for good: a whole office behind one
 * address is never shut out for longer than the window.
 */
import { createHash, randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Db } from './db/open.ts'
import { rateLimit } from './db/schema.ts'
import { errorResponse, type ErrorResponse } from './http.ts'

export interface Limit {
  /** Requests within the window. */
  readonly limit: number
  readonly windowMs: number
}

interface Counting extends Limit {
  readonly now: Date
  /** How many requests this one is worth. */
  readonly cost?: number
}

/** Counts a request under `key`, made by limitKey. Null within the limit; beyond it a refusal with the time to wait. */
export async function refusedByLimit(db: Db, key: string, counting: Counting): Promise<ErrorResponse | null> {
  const { count, endsInMs } = await counted(db, key, counting)
  return count <= counting.limit ? null : tooManyRequests(endsInMs)
}

/** Counts a request under `key`. A count stops growing soon after its limit. */
export async function counted(
  db: Db,
  key: string,
  { limit, windowMs, now, cost = 1 }: Counting,
): Promise<{ readonly count: number; readonly endsInMs: number }> {
  const at = now.getTime()
  const isOver = sql`${rateLimit.lastRequest} <= ${at - windowMs}`
  const [row] = await db
    .insert(rateLimit)
    // An id of its own: with the key's, two first requests at once would meet in the id, whose conflict nobody resolves.
    .values({ id: randomUUID(), key, count: cost, lastRequest: at })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${isOver} then ${cost}::integer else least(${rateLimit.count}, ${limit}) + ${cost}::integer end`,
        // A clock that was set back has windows begin in its future. They begin now.
        lastRequest: sql`case when ${isOver} then ${at} else least(${rateLimit.lastRequest}, ${at}) end`,
      },
    })
    .returning({ count: rateLimit.count, beganAt: rateLimit.lastRequest })
  if (!row) throw new Error('An upsert returned no row')
  return { count: row.count, endsInMs: row.beganAt + windowMs - at }
}

/** Takes back what was counted once. */
export async function uncount(db: Db, key: string): Promise<void> {
  await db
    .update(rateLimit)
    .set({ count: sql`greatest(${rateLimit.count} - 1, 0)` })
    .where(eq(rateLimit.key, key))
}

interface Pacing {
  readonly intervalMs: number
  readonly waitMaxMs: number
  readonly now: Date
}

/**
 * Reserves the next turn under `key`, so that turns of all servers together are `intervalMs` apart. Gives the time
 * until then, or a refusal where it is longer than `waitMaxMs`.
 */
export async function nextTurn(
  db: Db,
  key: string,
  { intervalMs, waitMaxMs, now }: Pacing,
): Promise<number | ErrorResponse> {
  const at = now.getTime()
  // Further ahead than turns are ever reserved means that the clock was set back.
  const isReserved = sql`${rateLimit.lastRequest} between ${at} and ${at + waitMaxMs + intervalMs}`
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
  return row ? row.freeAgainAt - intervalMs - at : tooManyRequests(waitMaxMs)
}

/** Forgets all counts under these keys. */
export async function forgetCounts(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(rateLimit).where(inArray(rateLimit.key, [...keys]))
}

/** A key that names what is asked for and hides by whom: the table must not be a list of visitors. */
export function limitKey(what: string, ...by: readonly string[]): string {
  return `${what}:${createHash('sha256').update(by.join('\n')).digest('base64url')}`
}

/** One visitor: an IPv4 address, or the network (/64) of an IPv6 address, which one visitor has whole. */
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
