/** The server's public settings, loaded once per page by the first component that needs them. */
import { useEffect } from 'react'
import { readConfig, type PublicConfig } from '#contract/config.ts'
import { call } from '#app/api.ts'
import { createStore, useStore } from './store.ts'

const configStore = createStore<PublicConfig | null>(null)
let request: Promise<void> | null = null

/** Null until loaded. */
export function useConfig(): PublicConfig | null {
  useEffect(() => {
    request ??= loadConfig()
  }, [])
  return useStore(configStore, null)
}

async function loadConfig(): Promise<void> {
  const result = await call(readConfig)
  if (result.ok) configStore.set(result.value)
  // The next component that needs it retries.
  else request = null
}
