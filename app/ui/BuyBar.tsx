import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { classes } from '#app/ui/classes.ts'

interface BuyBarProps {
  /** The buttons of the page: the bar is shown while they are out of view. */
  readonly actions: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/** Keeps an amount and its button in view on phones. */
export function BuyBar({ actions, children }: BuyBarProps) {
  const isNeeded = useIsOutOfView(actions)
  return (
    <div
      inert={!isNeeded}
      className={classes(
        'sticky bottom-0 z-20 -mx-[clamp(1rem,4vw,3rem)] flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-ground px-[clamp(1rem,4vw,3rem)] py-2.5 transition-opacity low:hidden lg:hidden print:hidden',
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
    // The sticky header covers the top of the viewport.
    const header = document.querySelector<HTMLElement>('header > .bar')?.offsetHeight ?? 0
    const observer = new IntersectionObserver(([entry]) => setOut(entry?.isIntersecting === false), {
      rootMargin: `-${header}px 0px 0px`,
    })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return isOut
}
