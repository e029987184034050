/** A value that lives as long as the page, which components read and re-render with. */
import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** `before` is what the prerendered page shows until the browser has taken over. */
export function useStore<Value>(store: Store<Value>, before: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => before)
}

export interface StoredStore<Value> extends Store<Value> {
  /** With what another tab wrote a moment ago, of which this tab has not been told yet. Change the value from this one. */
  get(): Value
}

/**
 * A store that is kept in local storage and follows other tabs. `read` turns whatever is found there into a value;
 * what makes no sense becomes the initial value. A browser that refuses storage (private mode, full disk) keeps the
 * value for the life of the page.
 */
export function createStoredStore<Value>(
  key: string,
  initial: Value,
  read: (found: unknown) => Value,
): StoredStore<Value> {
  const store = createStore(initial)
  if (typeof window === 'undefined') return { ...store, get: store.get }

  let kept: string | null = null
  const takeStored = () => {
    const found = storedText(key)
    // Unchanged storage never overrides memory: where writing was refused, memory alone has the value.
    if (found === kept) return
    kept = found
    store.set(found === null ? initial : parsed(found, read, initial))
  }
  takeStored()
  window.addEventListener('storage', takeStored)
  // A page that comes back from the browser's back-forward cache has missed what other tabs wrote.
  window.addEventListener('pageshow', takeStored)
  return {
    ...store,
    get() {
      takeStored()
      return store.get()
    },
    set(value) {
      const text = JSON.stringify(value)
      try {
        localStorage.setItem(key, text)
        kept = text
      } catch {
        // Kept for the life of the page; see above.
      }
      store.set(value)
    },
  }
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parsed<Value>(text: string, read: (found: unknown) => Value, initial: Value): Value {
  try {
    return read(JSON.parse(text))
  } catch {
    return initial
  }
}
