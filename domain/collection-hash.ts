import { createHash } from 'node:crypto'
import type { CollectionContent } from './collection.ts'

/** Hexadecimal digits; enough that two contents of one shop never share one. */
const LENGTH = 20

/** The same for the same content, whatever the order of its keys: a database returns them in another. */
export function hashOf(content: CollectionContent): string {
  return createHash('sha256').update(JSON.stringify(content, withSortedKeys)).digest('hex').slice(0, LENGTH)
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
