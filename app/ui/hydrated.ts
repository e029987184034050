import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the prerendered page, true once scripts answer: a form that needs them waits for this. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
