/**
 * Names recurring statements, so that PostgreSQL parses them once per connection and may keep their plans. Behind a
 * pooler, which may send each statement to another session, nothing is named.
 */
import type pg from 'pg'

type Query = pg.QueryConfig<unknown[]>

/**
 * Value lists of different lengths are different texts; only recurring statements are worth memory on every connection.
 */
const NAMED_FROM = 3
const NAMED_MAX = 300
const COUNTED_MAX = 2000

const preparing = new WeakSet<object>()
const counts = new Map<string, number>()
const names = new Map<string, string>()

/** From now on, recurring statements of this connection are named. */
export function prepareStatements(client: pg.ClientBase): void {
  preparing.add(client)
}

export function named(client: pg.ClientBase, query: Query, values: readonly unknown[]): Query {
  // Without values, a text may contain several statements, which cannot be prepared.
  const name = values.length > 0 && preparing.has(client) ? nameOf(query.text) : undefined
  return name === undefined ? query : { ...query, name }
}

function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || names.size >= NAMED_MAX) return name
  const count = (counts.get(text) ?? 0) + 1
  if (counts.size >= COUNTED_MAX) counts.clear()
  if (count < NAMED_FROM) {
    counts.set(text, count)
    return undefined
  }
  counts.delete(text)
  names.set(text, `swarnika_${names.size}`)
  return names.get(text)
}
