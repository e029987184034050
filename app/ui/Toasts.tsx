import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'

interface ToastsProps {
  readonly toasts: readonly { readonly id: number; readonly text: string }[]
  /** What a toast is the heading of: the cart, after something was added. It stands under the cart's link. */
  readonly panel?: ReactNode
}

/** In this order; where each is, app.css says. */
const PLACES = ['usual', 'other end', 'other side']

/**
 * Announced politely, and never over the thing just pressed: they stand in the first place that leaves it free, for as
 * long as they last. Clicks go through them. The region is there from the start, since one that arrives together with its
 * text is not read.
 */
export function Toasts({ toasts, panel }: ToastsProps) {
  const region = useRef<HTMLDivElement>(null)
  const pressed = useLastPressed()
  const newest = toasts.at(-1)?.id
  useLayoutEffect(() => {
    const box = region.current
    const cause = pressed.current
    if (!box || newest === undefined) return
    const findPlace = () => {
      PLACES.some((place) => {
        box.dataset.place = place
        return !cause || areApart(box.getBoundingClientRect(), cause)
      })
    }
    findPlace()
    // The panel's code may come later than its toast.
    const growth = new ResizeObserver(findPlace)
    growth.observe(box)
    return () => growth.disconnect()
  }, [newest, pressed])
  return (
    <div
      ref={region}
      className={classes('toasts', panel ? 'with-panel shadow-float' : 'alone', 'print:hidden')}
    >
      <output className={panel ? 'block' : 'grid justify-items-center'}>
        {toasts.map((toast) => (
          <p
            key={toast.id}
            className={classes(
              'toast flex items-center gap-3 bg-band px-5 py-3 text-base text-on-band',
              !panel && 'rounded-sm shadow-float',
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

function areApart(one: DOMRect, other: DOMRect): boolean {
  return (
    one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top
  )
}

/** Where the control was that was pressed last, by pointer or key. */
function useLastPressed() {
  const last = useRef<DOMRect>(undefined)
  useEffect(() => {
    const onPress = ({ type, target }: Event) => {
      const at = type === 'keydown' ? document.activeElement : target
      if (at instanceof Element)
        last.current = at.closest('a, button, input, label, select')?.getBoundingClientRect()
    }
    window.addEventListener('pointerdown', onPress, true)
    window.addEventListener('keydown', onPress, true)
    return () => {
      window.removeEventListener('pointerdown', onPress, true)
      window.removeEventListener('keydown', onPress, true)
    }
  }, [])
  return last
}
