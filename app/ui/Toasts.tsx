import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { classes } from './classes.ts'

interface ToastsProps {
  readonly toasts: readonly { readonly id: number; readonly text: string }[]
  /** What a toast is the heading of: the cart, after something was added. It stands under the cart's link. */
  readonly panel?: ReactNode
}

/**
 * Announced politely, and never over the thing just pressed: they stand at the foot of the window, or at its head
 * when the press was at the foot; with a panel the other way round where the cart's link is. Clicks go through them.
 * The region is there from the start, since one that arrives together with its text is not read.
 */
export function Toasts({ toasts, panel }: ToastsProps) {
  const pressed = usePressedBefore(toasts.at(-1)?.id)
  const isPlain = !panel
  const isLow = pressed !== null && pressed.y > window.innerHeight - (isPlain ? FOOT_PX : PANEL_PX)
  const isAtCart = pressed !== null && isUnderCart(pressed)
  return (
    <div
      className={classes(
        'pointer-events-none fixed z-50 print:hidden',
        isPlain
          ? 'inset-x-4'
          : 'inset-x-0 shadow-float sm:right-4 sm:left-auto sm:w-96 lg:right-[max(3rem,calc((100vw-84rem)/2+3rem))]',
        isPlain && (isLow ? 'top-20' : 'bottom-5 sm:bottom-8'),
        !isPlain && (isLow ? 'top-24' : 'bottom-0 sm:bottom-4'),
        !isPlain && (isAtCart ? 'lg:top-auto lg:bottom-8' : 'lg:top-28 lg:bottom-auto'),
      )}
    >
      <output className={isPlain ? 'grid justify-items-center' : 'block'}>
        {toasts.map((toast) => (
          <p
            key={toast.id}
            className={classes(
              'toast flex items-center gap-3 bg-band px-5 py-3 text-base text-on-band',
              isPlain && 'rounded-sm shadow-float',
            )}
          >
            <span aria-hidden="true" className="size-1.5 shrink-0 rotate-45 bg-band-gold" />
            {toast.text}
          </p>
        ))}
      </output>
      {panel}
    </div>
  )
}

/** The strip at the foot of the window that a toast, or a bar of buttons, may take up; and a panel. */
const FOOT_PX = 144
const PANEL_PX = 248
const PANEL_WIDTH_PX = 448
/** Wider than this no page becomes (84 rem). */
const PAGE_WIDTH_PX = 1344

interface Point {
  readonly x: number
  readonly y: number
}

/** Where on wide windows a panel stands: below the bar, on the right. */
function isUnderCart({ x, y }: Point): boolean {
  const margin = Math.max(0, (window.innerWidth - PAGE_WIDTH_PX) / 2)
  return y < PANEL_PX + 112 && x > window.innerWidth - margin - PANEL_WIDTH_PX
}

/** Where the press was that caused the newest toast, by pointer or key; later ones move nothing. */
function usePressedBefore(newest: number | undefined): Point | null {
  const last = useRef<Point>(null)
  const [place, setPlace] = useState<Point | null>(null)
  useLayoutEffect(() => {
    if (newest !== undefined) setPlace(last.current)
  }, [newest])
  useEffect(() => {
    const onPress = ({ clientX, clientY }: PointerEvent) => {
      last.current = { x: clientX, y: clientY }
    }
    const onKey = () => {
      const focused = document.activeElement?.getBoundingClientRect()
      if (focused) last.current = { x: focused.right, y: focused.top }
    }
    window.addEventListener('pointerdown', onPress, { capture: true, passive: true })
    window.addEventListener('keydown', onKey, { capture: true, passive: true })
    return () => {
      window.removeEventListener('pointerdown', onPress, { capture: true })
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
  return place
}
