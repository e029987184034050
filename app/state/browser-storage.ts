/**
 * The only access to the browser's storage. Every key is declared in `storage-keys.ts`. If the browser rejects storage
 * (private mode, full disk), values live as long as the page.
 */
import type { BrowserStorage, StorageKey, TabStorageKey } from './storage-keys.ts'
import { createStore, type Store } from './store.ts'

/** Items of the loaded modules, by key. */
export const liveItems = new Map<string, { readonly refresh: () => void; readonly clear: () => void }>()

interface StorageItemOptions {
  readonly format?: Pick<typeof JSON, 'parse' | 'stringify'>
}

/**
 * A store that survives the page and follows other tabs. `parse` validates stored values, and may throw: invalid values
 * become `initial`. Null is stored as absence.
 */
export function createStorageItem<Value>(
  key: TabStorageKey,
  initial: Value,
  parse: (stored: unknown) => Value,
  options: StorageItemOptions & { readonly storage: 'sessionStorage' },
): Store<Value>
export function createStorageItem<Value>(
  key: Exclude<StorageKey, TabStorageKey>,
  initial: Value,
  parse: (stored: unknown) => Value,
  options?: StorageItemOptions,
): Store<Value>
export function createStorageItem<Value>(
  key: StorageKey,
  initial: Value,
  parse: (stored: unknown) => Value,
  {
    storage = 'localStorage',
    format = JSON,
  }: StorageItemOptions & { readonly storage?: BrowserStorage } = {},
): Store<Value> {
  const store = createStore(initial)
  // A server renders for everybody.
  if (typeof window === 'undefined') return store

  let lastText: string | null = null
  const decode = (text: string) => {
    try {
      return parse(format.parse(text))
    } catch {
      return initial
    }
  }
  const refresh = () => {
    const text = readText(key, storage)
    // Unchanged storage never overrides memory: after a rejected write, only memory is up to date.
    if (text === lastText) return
    lastText = text
    store.set(text === null ? initial : decode(text))
  }
  const set = (value: Value) => {
    const text = value === null ? null : format.stringify(value)
    if (writeText(key, text, storage)) lastText = text
    store.set(value)
  }
  refresh()
  liveItems.set(key, {
    refresh,
    clear() {
      if (readText(key, storage) !== null || store.get() !== initial) set(initial)
    },
  })
  return {
    ...store,
    get() {
      // Another tab may have written since the last storage event.
      refresh()
      return store.get()
    },
    set,
  }
}

export function readText(key: string, storage: BrowserStorage = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key)
  } catch {
    return null
  }
}

/** Null removes the key. Returns false if the browser rejects the write. */
export function writeText(
  key: string,
  text: string | null,
  storage: BrowserStorage = 'localStorage',
): boolean {
  try {
    if (text === null) globalThis[storage].removeItem(key)
    else globalThis[storage].setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function storedKeys(prefix: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

if (typeof window !== 'undefined')
  // A page restored from the back-forward cache (pageshow) has missed the storage events.
  for (const event of ['storage', 'pageshow'])
    window.addEventListener(event, () => {
      for (const { refresh } of liveItems.values()) refresh()
    })
