import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { CollectionContent } from './collection.ts'

/** Hexadecimal digits; enough that no two contents of one shop collide. */
const LENGTH = 20

/** The same for the same content, whatever the order of its keys, which a database may change. */
export function hashOf(content: CollectionContent): string {
  return digest(content)
}

/** A stored value of an edition: its rates, a selection, or a product with its position. */
export interface EditionEntry {
  readonly key: string
  readonly position: number
  readonly value: unknown
}

/** `before` is undefined for an entry that the previous edition does not have. */
export interface EditionEntryChange {
  readonly before: EditionEntry | undefined
  readonly after: EditionEntry
}

export function isSameEntry({ before, after }: EditionEntryChange): boolean {
  return before !== undefined && digest(before) === digest(after)
}

/**
 * The hash of the edition that follows the one with `hash`. Computed only from the changes, and independent of the path
 * that led to the content: XOR adds the entries of an edition, and removes those that it replaces.
 */
export function nextHash(hash: string, changes: readonly EditionEntryChange[]): string {
  const entries = changes.flatMap(({ before, after }) => (before ? [before, after] : [after]))
  return entries
    .reduce((combined, entry) => combined ^ BigInt(`0x${digest(entry)}`), BigInt(`0x${hash}`))
    .toString(16)
    .padStart(LENGTH, '0')
}

function digest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, LENGTH)
}
