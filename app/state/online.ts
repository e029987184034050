/** Whether there is a connection, as far as the browser knows. It can err: only an answer proves one. */
import { useSyncExternalStore } from 'react'

/** True on a prerendered page, so that nothing warns of what nobody has seen yet. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
}

function follow(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
