import { useEffect, useRef, useState } from 'react'

/** Whether a call is in progress. The button that made it is disabled meanwhile, and gets its focus back afterwards. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const pressed = useRef<HTMLButtonElement | null>(null)
  useEffect(() => {
    if (isBusy) return
    const hasMoved = document.activeElement !== document.body
    if (!hasMoved) pressed.current?.focus({ preventScroll: true })
    pressed.current = null
  }, [isBusy])
  const change = (next: boolean) => {
    const { activeElement } = document
    if (next) pressed.current = activeElement instanceof HTMLButtonElement ? activeElement : null
    setBusy(next)
  }
  return [isBusy, change] as const
}
