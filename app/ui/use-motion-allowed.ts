import { useSyncExternalStore } from 'react'

/** False on a prerendered page, in a hidden window, and if the system requests reduced motion. */
export function useMotionAllowed(): boolean {
  return useSyncExternalStore(watchMotion, readMotion, () => false)
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

function readMotion(): boolean {
  return !matchMedia(REDUCED_MOTION).matches && document.visibilityState === 'visible'
}

function watchMotion(onChange: () => void): () => void {
  const query = matchMedia(REDUCED_MOTION)
  query.addEventListener('change', onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    query.removeEventListener('change', onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}
