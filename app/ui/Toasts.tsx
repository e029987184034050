import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'

interface ToastsProps {
  readonly toasts: readonly { readonly id: number; readonly text: string }[]
  /** Shown below the toasts: the mini cart after Add to Cart, under the cart's link. */
  readonly panel?: ReactNode
}

/** In order of preference; app.css positions them. */
const PLACES = ['usual', 'other end', 'other side']

/**
 * Shown in the first position that does not cover the last pressed control; clicks go through toasts. The live region
 * is always rendered, because screen readers do not announce one that is inserted together with its text.
 */
export function Toasts({ toasts, panel }: ToastsProps) {
  const region = useRef<HTMLDivElement>(null)
  const pressed = useLastPressed()
  const newest = toasts.at(-1)?.id
  useLayoutEffect(() => {
    const box = region.current
    const control = pressed.current
    if (!box || newest === undefined) return
    const findPlace = () => {
      PLACES.some((place) => {
        box.dataset.place = place
        return !control || areApart(box.getBoundingClientRect(), control)
      })
    }
    findPlace()
    // The panel's code may load after the toast is shown.
    const observer = new ResizeObserver(findPlace)
    observer.observe(box)
    return () => observer.disconnect()
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

/** The rectangle of the control last used by pointer or key. */
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
