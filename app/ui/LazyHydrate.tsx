import { Suspense, type ReactNode } from 'react'
import { LAZY_PART, replayEvents } from './replay-events.ts'

/**
 * Around a page's content whose code comes after the page's own: a prerendered page has it in its HTML already and
 * wakes it when the code is there; coming from another page, its place is kept.
 */
export function LazyHydrate({ children }: { readonly children: ReactNode }) {
  return (
    <div {...{ [LAZY_PART]: '' }} className="contents">
      <Suspense fallback={<div className="min-h-dvh" />}>
        {children}
        {/* It comes with the content; an effect of a child would come before the ref of a part made with it. */}
        <template ref={markHydrated} />
      </Suspense>
    </div>
  )
}

function markHydrated(end: Element | null): void {
  const part = end?.closest<HTMLElement>(`[${LAZY_PART}]`)
  if (part) replayEvents(part)
}
