import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { classes } from '#app/ui/classes.ts'

interface BuyBarProps {
  /** The buttons of the page; while they are in view the bar is not needed. */
  readonly actions: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/** On phones the price and Add to Cart stay at hand; the bar comes to rest at the end of the page. */
export function BuyBar({ actions, children }: BuyBarProps) {
  const isNeeded = useIsOutOfView(actions)
  return (
    <div
      inert={!isNeeded}
      className={classes(
        'sticky bottom-0 z-20 -mx-[clamp(1rem,4vw,3rem)] flex items-center justify-between gap-4 border-t border-line bg-ground px-[clamp(1rem,4vw,3rem)] py-2.5 transition-opacity lg:hidden print:hidden',
        !isNeeded && 'opacity-0',
      )}
    >
      {children}
    </div>
  )
}

function useIsOutOfView(target: RefObject<HTMLElement | null>): boolean {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    if (!target.current) return
    // What lies under the header, which stays at the top of the window, is not in view.
    const header = document.querySelector<HTMLElement>('header > .bar')?.offsetHeight ?? 0
    const observer = new IntersectionObserver(([entry]) => setOut(entry?.isIntersecting === false), {
      rootMargin: `-${header}px 0px 0px`,
    })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return isOut
}
