import { liveEntries, readText, writeText } from './browser-storage.ts'
import { STORAGE_KEYS, type StorageArea } from './storage-keys.ts'

/** At sign-out, and when another account signs in. */
export function clearPersonalData(): void {
  for (const [key, { area, isPersonal }] of Object.entries(STORAGE_KEYS)) if (isPersonal) clear(key, area)
}

/** After another tab has signed out and cleared the shared storage: clears this tab's own storage and memory. */
export function clearPersonalDataOfTab(): void {
  for (const [key, { area, isPersonal }] of Object.entries(STORAGE_KEYS))
    if (isPersonal && (area === 'sessionStorage' || readText(key) === null)) clear(key, area)
}

function clear(key: string, area: StorageArea): void {
  const entry = liveEntries.get(key)
  if (entry) entry.clear()
  else writeText(key, null, area)
}
