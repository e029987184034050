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

/**
 * A store that is kept in local storage and follows other tabs. `read` turns whatever is found there into a value;
 * what makes no sense becomes the initial value. A browser that refuses storage (private mode, full disk) keeps the
 * value for the life of the page.
 */
export function createStoredStore<Value>(
  key: string,
  initial: Value,
  read: (found: unknown) => Value,
): Store<Value> {
  const isBrowser = typeof window !== 'undefined'
  const fromStorage = () => {
    try {
      const text = localStorage.getItem(key)
      return text === null ? initial : read(JSON.parse(text))
    } catch {
      return initial
    }
  }
  const store = createStore(isBrowser ? fromStorage() : initial)
  if (!isBrowser) return store
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.set(fromStorage())
  })
  return {
    ...store,
    set(value) {
      try {
        localStorage.setItem(key, JSON.stringify(value))
      } catch {
        // Kept for the life of the page; see above.
      }
      store.set(value)
    },
  }
}
