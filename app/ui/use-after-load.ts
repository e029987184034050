import { useEffect, useState } from 'react'

/** Long enough for the pictures in view to have asked first. */
const SETTLES_AFTER_MS = 2000

/** True a while after the page has loaded: for what may come last. */
export function useAfterLoad(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(() => setSettled(true), SETTLES_AFTER_MS)
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('load', wait)
    }
  }, [])
  return isSettled
}
