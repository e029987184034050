import { liveItems, readText, writeText } from './browser-storage.ts'
import { STORAGE_KEYS, type BrowserStorage } from './storage-keys.ts'

/** Called at sign-out, and when another account signs in. */
export function clearPersonalData(): void {
  for (const [key, { storage, isPersonal }] of Object.entries(STORAGE_KEYS))
    if (isPersonal) clear(key, storage)
}

/** Called after another tab has signed out and cleared the shared storage: clears this tab's own storage and memory. */
export function clearPersonalDataOfTab(): void {
  for (const [key, { storage, isPersonal }] of Object.entries(STORAGE_KEYS))
    if (isPersonal && (storage === 'sessionStorage' || readText(key) === null)) clear(key, storage)
}

function clear(key: string, storage: BrowserStorage): void {
  const item = liveItems.get(key)
  if (item) item.clear()
  else writeText(key, null, storage)
}
