/** What the server tells browsers of its settings: asked once, by the first component that needs it. */
import { useEffect } from 'react'
import { readConfig, type PublicConfig } from '#contract/config.ts'
import { call } from '#app/api.ts'
import { createStore, useStore } from './store.ts'

const configStore = createStore<PublicConfig | null>(null)
let asking: Promise<void> | null = null

/** Null until the answer is there, and for as long as none comes. */
export function useConfig(): PublicConfig | null {
  useEffect(() => {
    asking ??= ask()
  }, [])
  return useStore(configStore, null)
}

async function ask(): Promise<void> {
  const called = await call(readConfig)
  if (called.ok) configStore.set(called.answer)
  // The next component that needs it asks again.
  else asking = null
}
