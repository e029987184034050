import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on a prerendered page, which does not know yet what lies in the browser and cannot send a form; true once its
 * scripts answer.
 */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
