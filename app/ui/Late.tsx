import { Suspense, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { LATE_PART, wake } from './early.ts'

/**
 * Around a page's content whose code comes after the page's own: a prerendered page has it in its HTML already and
 * wakes it when the code is there; coming from another page, its place is kept.
 */
export function Late({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  return (
    <div ref={part} {...{ [LATE_PART]: '' }} className="contents">
      <Suspense fallback={<div className="min-h-dvh" />}>
        {children}
        <Woken part={part} />
      </Suspense>
    </div>
  )
}

function Woken({ part }: { readonly part: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    if (part.current) wake(part.current)
  }, [part])
  return null
}
