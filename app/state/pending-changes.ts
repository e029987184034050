/**
 * Changes of cart and wishlist that the server has not confirmed yet. Each lies under a storage key of its own: a tab
 * that takes one off never overwrites another that was put there at the same moment by another tab.
 */
import type { CartChange } from '#domain/cart.ts'
import type { WishlistChange } from '#domain/wishlist.ts'
import { createStore, type Store } from './store.ts'

export type ListEdit =
  | { readonly list: 'cart'; readonly change: CartChange }
  | { readonly list: 'wishlist'; readonly change: WishlistChange }
export type PendingChange = ListEdit & {
  /** The server applies each id once. */
  readonly id: string
  /** The account it was made for; another's never receives it. */
  readonly owner: string
}

const PREFIX = 'listsUnsent/'
const NONE: readonly PendingChange[] = []

const store = createStore(NONE)
/** By storage key; holds what storage refused to keep, too. */
const byKey = new Map<string, PendingChange>()
const refused = new Set<string>()
let lastMoment = 0

/** In the order in which they were made. */
export const pendingChanges: Pick<Store<readonly PendingChange[]>, 'get' | 'subscribe'> = {
  get: store.get,
  subscribe: store.subscribe,
}

export function addPendingChanges(changes: readonly PendingChange[]): void {
  for (const change of changes) {
    lastMoment = Math.max(Date.now(), lastMoment + 1)
    const key = `${PREFIX}${String(lastMoment).padStart(15, '0')}/${change.id}`
    byKey.set(key, change)
    try {
      localStorage.setItem(key, JSON.stringify(change))
    } catch {
      refused.add(key)
    }
  }
  publish()
}

/** Without `ids`, everything goes. */
export function removePendingChanges(ids?: ReadonlySet<string>): void {
  readFromStorage()
  for (const [key, change] of byKey) {
    if (ids && !ids.has(change.id)) continue
    byKey.delete(key)
    refused.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Where storage cannot be reached nothing was kept in it.
    }
  }
  publish()
}

function publish(): void {
  const inOrder = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1))
  lastMoment = Math.max(lastMoment, ...inOrder.map(([key]) => Number(key.split('/')[1])))
  store.set(inOrder.map(([, change]) => change))
}

function readFromStorage(): void {
  const stored = storedChanges()
  for (const key of byKey.keys()) if (!stored.has(key) && !refused.has(key)) byKey.delete(key)
  for (const [key, change] of stored) byKey.set(key, change)
}

function storedChanges(): ReadonlyMap<string, PendingChange> {
  const found = new Map<string, PendingChange>()
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index)
      const change = key?.startsWith(PREFIX) ? changeIn(localStorage.getItem(key)) : null
      if (key && change) found.set(key, change)
    }
  } catch {
    // A browser that refuses storage has kept nothing.
  }
  return found
}

function changeIn(text: string | null): PendingChange | null {
  try {
    // Only this module writes such keys, and the server checks every change again.
    return text === null ? null : (JSON.parse(text) as PendingChange)
  } catch {
    return null
  }
}

function syncFromStorage(): void {
  readFromStorage()
  publish()
}

if (typeof window !== 'undefined') {
  syncFromStorage()
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith(PREFIX)) syncFromStorage()
  })
  window.addEventListener('pageshow', syncFromStorage)
}
