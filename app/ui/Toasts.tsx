import { useEffect, useState } from 'react'
import { classes } from './classes.ts'

interface ToastsProps {
  readonly toasts: readonly { readonly id: number; readonly text: string }[]
}

/**
 * Announced politely, and never over the thing just pressed: they stand at the foot of the window, or at its head
 * when the press was at the foot. Clicks go through them. The region is there from the start, since one that arrives
 * together with its text is not read.
 */
export function Toasts({ toasts }: ToastsProps) {
  const wasPressedLow = usePressedLow()
  return (
    <output
      className={classes(
        'pointer-events-none fixed inset-x-4 z-50 grid justify-items-center print:hidden',
        wasPressedLow ? 'top-20' : 'bottom-5 sm:bottom-8',
      )}
    >
      {toasts.map((toast) => (
        <p
          key={toast.id}
          className="toast flex items-center gap-3 rounded-sm bg-band px-5 py-3 text-base text-on-band shadow-float"
        >
          <span aria-hidden="true" className="size-1.5 shrink-0 rotate-45 bg-band-gold" />
          {toast.text}
        </p>
      ))}
    </output>
  )
}

/** The strip at the foot of the window that a toast, or a bar of buttons, may take up. */
const FOOT_PX = 144

function usePressedLow(): boolean {
  const [isLow, setLow] = useState(false)
  useEffect(() => {
    const onPress = (event: PointerEvent) => setLow(event.clientY > window.innerHeight - FOOT_PX)
    const onKey = () => {
      const focused = document.activeElement?.getBoundingClientRect()
      if (focused) setLow(focused.top > window.innerHeight - FOOT_PX)
    }
    window.addEventListener('pointerdown', onPress, { capture: true, passive: true })
    window.addEventListener('keydown', onKey, { capture: true, passive: true })
    return () => {
      window.removeEventListener('pointerdown', onPress, { capture: true })
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
  return isLow
}
