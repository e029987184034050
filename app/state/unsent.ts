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
export type UnsentChange = ListEdit & {
  /** The server applies each id once. */
  readonly id: string
  /** The account it was made for; another's never receives it. */
  readonly owner: string
}

const PREFIX = 'listsUnsent/'
const NONE: readonly UnsentChange[] = []

const store = createStore(NONE)
/** By storage key; holds what storage refused to keep, too. */
const byKey = new Map<string, UnsentChange>()
const refused = new Set<string>()
let lastMoment = 0

/** In the order in which they were made. */
export const unsent: Pick<Store<readonly UnsentChange[]>, 'get' | 'subscribe'> = {
  get: store.get,
  subscribe: store.subscribe,
}

export function addUnsent(changes: readonly UnsentChange[]): void {
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
export function removeUnsent(ids?: ReadonlySet<string>): void {
  takeStored()
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

function takeStored(): void {
  const stored = storedChanges()
  for (const key of byKey.keys()) if (!stored.has(key) && !refused.has(key)) byKey.delete(key)
  for (const [key, change] of stored) byKey.set(key, change)
}

function storedChanges(): ReadonlyMap<string, UnsentChange> {
  const found = new Map<string, UnsentChange>()
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

function changeIn(text: string | null): UnsentChange | null {
  try {
    // Only this module writes such keys, and the server checks every change again.
    return text === null ? null : (JSON.parse(text) as UnsentChange)
  } catch {
    return null
  }
}

function follow(): void {
  takeStored()
  publish()
}

if (typeof window !== 'undefined') {
  follow()
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith(PREFIX)) follow()
  })
  window.addEventListener('pageshow', follow)
}
