/** A value that lives as long as the page and re-renders the components that read it. */
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

/** `prerendered` is the value until hydration is complete. */
export function useStore<Value>(store: Store<Value>, prerendered: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => prerendered)
}
