import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while a prerendered page is not hydrated: it cannot read storage or submit forms yet. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
