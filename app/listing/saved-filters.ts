/** The last filters of each listing, as URL parameters (`3.storage.filters`). */
import type { Listing } from '#domain/listing.ts'
import { createStorageItem } from '#app/state/browser-storage.ts'

/** Empty if there are none. The caller validates them. */
export function readSavedFilters(listing: Listing): URLSearchParams {
  return new URLSearchParams(savedFiltersOf(listing)?.get())
}

export function saveFilters(listing: Listing, params: URLSearchParams): void {
  savedFiltersOf(listing)?.set(params.toString())
}

function savedFiltersOf({ storageKey }: Listing) {
  return (
    storageKey && createStorageItem(storageKey, '', (stored) => (typeof stored === 'string' ? stored : ''))
  )
}
