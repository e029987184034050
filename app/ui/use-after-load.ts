import { useEffect, useState } from 'react'

/** Gives precedence to the pictures in view. */
const DELAY_MS = 2000

/** Becomes true some time after the page has loaded, for low-priority parts. */
export function useAfterLoad(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(() => setReady(true), DELAY_MS)
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('load', wait)
    }
  }, [])
  return isReady
}
