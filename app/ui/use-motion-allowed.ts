import { useSyncExternalStore } from 'react'

/** False on a prerendered page, in a hidden window, and for people who asked their system for less motion. */
export function useMotionAllowed(): boolean {
  return useSyncExternalStore(watchMotion, readMotion, () => false)
}

const LESS_MOTION = '(prefers-reduced-motion: reduce)'

function readMotion(): boolean {
  return !matchMedia(LESS_MOTION).matches && document.visibilityState === 'visible'
}

function watchMotion(onChange: () => void): () => void {
  const query = matchMedia(LESS_MOTION)
  query.addEventListener('change', onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    query.removeEventListener('change', onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}
