import { useSyncExternalStore } from 'react'

/** False on a prerendered page, which does not know yet what lies in the browser. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
