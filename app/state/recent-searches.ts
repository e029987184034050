/** What was searched for in this browser, newest first. It never leaves it, and goes at sign-out. */
import { createStoredStore, useStore } from './store.ts'

const RECENT_SEARCHES_MAX = 5
const QUERY_LENGTH_MAX = 100
const NONE: readonly string[] = []

const recentSearches = createStoredStore('recentSearches', NONE, (found) =>
  Array.isArray(found)
    ? found.filter((query): query is string => typeof query === 'string').slice(0, RECENT_SEARCHES_MAX)
    : NONE,
)

export function useRecentSearches(): readonly string[] {
  return useStore(recentSearches, NONE)
}

export function addRecentSearch(query: string): void {
  const wanted = query.trim().slice(0, QUERY_LENGTH_MAX)
  if (wanted === '') return
  const others = recentSearches.get().filter((other) => other.toLowerCase() !== wanted.toLowerCase())
  recentSearches.set([wanted, ...others].slice(0, RECENT_SEARCHES_MAX))
}

export function clearRecentSearches(): void {
  recentSearches.set(NONE)
}
