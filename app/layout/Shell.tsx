import { Suspense, useEffect, useLayoutEffect, useReducer, type ReactNode } from 'react'
import { lastAddedStore } from '#app/state/add-to-cart.ts'
import { useStore } from '#app/state/store.ts'
import { useToasts } from '#app/state/toasts.ts'
import { replayEvents } from '#app/ui/replay-events.ts'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { useAfterLoad } from '#app/ui/use-after-load.ts'
import { Toasts } from '#app/ui/Toasts.tsx'
import { Header } from './Header.tsx'
import { startPage } from './start-page.ts'

// Its links work without script.
const Footer = lazyOptional(async () => (await import('./Footer.tsx')).Footer)

const PageNotices = lazyOptional(async () => (await import('./PageNotices.tsx')).PageNotices)

// Loaded when the first product is added; offline the toast suffices.
const MiniCart = lazyOptional(async () => (await import('./MiniCart.tsx')).MiniCart)

/** The same elements on every render, so that React skips them. */
const HEADER = <Header />
const AFTER_MAIN = (
  <>
    <Suspense>
      <Footer />
    </Suspense>
    <Messages />
    <LateNotices />
  </>
)

export function Shell({ children }: { readonly children: ReactNode }) {
  const [, rerender] = useReducer((times: number) => times + 1, 0)
  useEffect(startPage, [])
  useLayoutEffect(() => replayEvents(document.documentElement, rerender), [])
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      {HEADER}
      <main id="main" tabIndex={-1} className="grow pb-20 sm:pb-28">
        {children}
      </main>
      {AFTER_MAIN}
    </>
  )
}

function Messages() {
  const toasts = useToasts()
  const added = useStore(lastAddedStore, null)
  return (
    <Toasts
      toasts={toasts}
      panel={
        added && (
          <Suspense>
            <MiniCart added={added} hasToast={toasts.length > 0} />
          </Suspense>
        )
      }
    />
  )
}

function LateNotices() {
  return (
    useAfterLoad() && (
      <Suspense>
        <PageNotices />
      </Suspense>
    )
  )
}
