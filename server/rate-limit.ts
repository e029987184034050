/**
 * How often something may be asked for, counted in the database so that several servers count together.
 * A count belongs to a window that begins with its first request and then ends for good: a whole office behind one
 * address is never shut out for longer than the window.
 */
import { createHash, randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import type { Db } from './db/open.ts'
import { rateLimit } from './db/schema.ts'
import { refusal, type Refusal } from './http.ts'

export interface Limit {
  /** Requests within the window. */
  readonly limit: number
  readonly windowMs: number
}

/** Counts one request under `key`; false when there have been too many. `key` is made by limitKey. */
export async function withinLimit(
  db: Db,
  key: string,
  { limit, windowMs, now }: Limit & { readonly now: Date },
): Promise<boolean> {
  const at = now.getTime()
  const isOver = sql`${rateLimit.lastRequest} <= ${at - windowMs}`
  const [counted] = await db
    .insert(rateLimit)
    // An id of its own: with the key's, two first requests at once would meet in the id, whose conflict nobody resolves.
    .values({ id: randomUUID(), key, count: 1, lastRequest: at })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${isOver} then 1 else least(${rateLimit.count}, ${limit}) + 1 end`,
        lastRequest: sql`case when ${isOver} then ${at} else ${rateLimit.lastRequest} end`,
      },
    })
    .returning({ count: rateLimit.count })
  return counted !== undefined && counted.count <= limit
}

/** A key that names what is asked for and hides by whom: the table must not be a list of visitors. */
export function limitKey(what: string, ...by: readonly string[]): string {
  return `${what}:${createHash('sha256').update(by.join('\n')).digest('base64url')}`
}

/** One visitor: an IPv4 address, or the network (/64) of an IPv6 address, which one visitor has whole. */
export function visitorOf(clientAddress: string): string {
  if (!isIPv6(clientAddress)) return clientAddress
  const written = clientAddress.toLowerCase()
  const embedded = /^::ffff:([\d.]+)$/.exec(written)?.[1]
  if (embedded) return embedded
  const [head, tail] = written.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = head ?? []
  const omitted = tail ? IPV6_GROUPS - groups.length - tail.length : 0
  return [...groups, ...Array<string>(omitted).fill('0'), ...(tail ?? [])]
    .slice(0, IPV6_GROUPS / 2)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

const IPV6_GROUPS = 8

export function tooManyRequests(): Refusal {
  return refusal('too-many-requests', 'Too many requests. Please wait a moment and try again.')
}
