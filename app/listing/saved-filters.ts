/** The last filters of each listing, kept in this browser under the listing's own key (`3.storage.filters`). */
import type { Listing } from '#domain/listing.ts'

/** As URL parameters; empty where nothing is kept. They are checked again when they are read. */
export function readSavedFilters({ storageKey }: Listing): URLSearchParams {
  if (storageKey === null) return new URLSearchParams()
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '""')
    return new URLSearchParams(typeof found === 'string' ? found : '')
  } catch {
    return new URLSearchParams()
  }
}

export function saveFilters({ storageKey }: Listing, params: URLSearchParams): void {
  if (storageKey === null) return
  try {
    localStorage.setItem(storageKey, JSON.stringify(params.toString()))
  } catch {
    // A browser that refuses storage still has the filters in the address.
  }
}
