import { Suspense, useCallback, useId, useReducer, useState, type ReactNode } from 'react'
import { LAZY_PART, replayEvents } from './replay-events.ts'

/**
 * Content whose code loads after the page's own. A prerendered page has it in its HTML and hydrates it when the code
 * has loaded; on a client-side navigation a placeholder reserves its space.
 */
export function LazyHydrate({ children }: { readonly children: ReactNode }) {
  const id = useId()
  const [, rerender] = useReducer((times: number) => times + 1, 0)
  const markHydrated = useCallback((end: Element | null) => {
    const part = end?.closest<HTMLElement>(`[${LAZY_PART}]`)
    if (part) replayEvents(part, rerender)
  }, [])
  return (
    <div id={id} {...{ [LAZY_PART]: '' }} className="contents">
      <Suspense fallback={<Placeholder partId={id} />}>
        {children}
        {/* Attached together with the content; a child's effect would run before the refs of a part mounted with
            it. */}
        <template ref={markHydrated} />
      </Suspense>
    </div>
  )
}

/**
 * A link within the page changes the location, and React then replaces unhydrated content by this. It shows the same
 * HTML, so that the target of the link stays where the browser scrolled to.
 */
function Placeholder({ partId }: { readonly partId: string }) {
  const [html] = useState(() => (import.meta.env.SSR ? '' : document.getElementById(partId)?.innerHTML))
  if (!html) return <div className="min-h-dvh" />
  return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />
}
