import { createHash } from 'node:crypto'
import type { CollectionError } from '#domain/edition.ts'

const LENGTH = 8

/**
 * An operator types it to confirm every approvable error in the list. A different list has a different code. Null if
 * there is nothing to approve.
 */
export function approvalCodeOf(errors: readonly CollectionError[]): string | null {
  const lines = errors
    .filter(({ needs }) => needs === 'approval')
    .map(({ key, field, text }) => JSON.stringify([key, field, text]))
  return lines.length === 0
    ? null
    : createHash('sha256').update(lines.toSorted().join()).digest('hex').slice(0, LENGTH)
}
