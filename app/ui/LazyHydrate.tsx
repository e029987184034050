import { Suspense, type ReactNode } from 'react'
import { LAZY_PART, replayEvents } from './replay-events.ts'

/**
 * Content whose code loads after the page's own. A prerendered page has it in its HTML and hydrates it when the code has
 * loaded; on a client-side navigation a placeholder keeps its place.
 */
export function LazyHydrate({ children }: { readonly children: ReactNode }) {
  return (
    <div {...{ [LAZY_PART]: '' }} className="contents">
      <Suspense fallback={<div className="min-h-dvh" />}>
        {children}
        {/* Attached together with the content; a child's effect would run before the refs of a part mounted with it. */}
        <template ref={markHydrated} />
      </Suspense>
    </div>
  )
}

function markHydrated(end: Element | null): void {
  const part = end?.closest<HTMLElement>(`[${LAZY_PART}]`)
  if (part) replayEvents(part)
}
