/** Searches in this browser, newest first. They never leave the browser. */
import { createStorageItem } from './browser-storage.ts'
import { useStore } from './store.ts'

const RECENT_SEARCHES_MAX = 5
const QUERY_LENGTH_MAX = 100
const NONE: readonly string[] = []

const recentSearches = createStorageItem('recentSearches', NONE, (stored) =>
  Array.isArray(stored)
    ? stored.filter((query): query is string => typeof query === 'string').slice(0, RECENT_SEARCHES_MAX)
    : NONE,
)

export function useRecentSearches(): readonly string[] {
  return useStore(recentSearches, NONE)
}

export function addRecentSearch(text: string): void {
  const query = text.trim().slice(0, QUERY_LENGTH_MAX)
  if (query === '') return
  const others = recentSearches.get().filter((other) => other.toLowerCase() !== query.toLowerCase())
  recentSearches.set([query, ...others].slice(0, RECENT_SEARCHES_MAX))
}

export function clearRecentSearches(): void {
  recentSearches.set(NONE)
}
