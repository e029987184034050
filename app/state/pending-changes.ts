/**
 * Changes of cart and wishlist that the server has not confirmed yet. Each has its own storage key, so that one tab
 * removing a change never overwrites another tab that adds one concurrently.
 */
import type { ListChange } from '#domain/list-change.ts'
import { liveItems, readText, storedKeys, writeText } from './browser-storage.ts'
import { createStore, type Store } from './store.ts'

export type PendingChange = ListChange & {
  /** Id of the account; no other account receives the change. */
  readonly userId: string
}

const PREFIX = 'listsPending/'
const NONE: readonly PendingChange[] = []

const store = createStore(NONE)
/** By storage key; includes what storage rejected. */
const byKey = new Map<string, PendingChange>()
const rejected = new Set<string>()
let published = ''
let lastTimestamp = 0

/** In the order in which they were made. */
export const pendingChanges: Pick<Store<readonly PendingChange[]>, 'get' | 'subscribe'> = store

export function addPendingChange(change: PendingChange): void {
  lastTimestamp = Math.max(Date.now(), lastTimestamp + 1)
  const key = `${PREFIX}${String(lastTimestamp).padStart(15, '0')}/${change.id}`
  byKey.set(key, change)
  if (!writeText(key, JSON.stringify(change))) rejected.add(key)
  publish()
}

/** Without `ids`, removes all. */
export function removePendingChanges(ids?: ReadonlySet<string>): void {
  readFromStorage()
  for (const [key, change] of byKey) {
    if (ids && !ids.has(change.id)) continue
    byKey.delete(key)
    rejected.delete(key)
    writeText(key, null)
  }
  publish()
}

function publish(): void {
  const keys = [...byKey.keys()].sort()
  if (keys.join() === published) return
  published = keys.join()
  lastTimestamp = Math.max(lastTimestamp, ...keys.map((key) => Number(key.split('/')[1])))
  store.set(keys.flatMap((key) => byKey.get(key) ?? []))
}

function readFromStorage(): void {
  const stored = new Set(storedKeys(PREFIX))
  for (const key of byKey.keys()) if (!stored.has(key) && !rejected.has(key)) byKey.delete(key)
  for (const key of stored) {
    const change = parse(readText(key))
    if (change) byKey.set(key, change)
  }
}

function parse(text: string | null): PendingChange | null {
  try {
    // Only this module writes such keys, and the server validates every change.
    return text === null ? null : (JSON.parse(text) as PendingChange)
  } catch {
    return null
  }
}

function refresh(): void {
  readFromStorage()
  publish()
}

if (typeof window !== 'undefined') refresh()
liveItems.set(PREFIX, { refresh, clear: removePendingChanges })
