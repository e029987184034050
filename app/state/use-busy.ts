import { useEffect, useRef, useState } from 'react'

/** Whether a call is in progress. The button that made it is disabled meanwhile, and gets its focus back afterwards. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    if (isBusy) return
    const hasMoved = document.activeElement !== document.body
    if (!hasMoved && pressed.current instanceof HTMLElement) pressed.current.focus({ preventScroll: true })
    pressed.current = null
  }, [isBusy])
  const change = (next: boolean) => {
    if (next) pressed.current = document.activeElement
    setBusy(next)
  }
  return [isBusy, change] as const
}
