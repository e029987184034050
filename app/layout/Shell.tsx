import { lazy, Suspense, type ReactNode } from 'react'
import { useToasts } from '#app/state/toasts.ts'
import { useSettled } from '#app/ui/settled.ts'
import { Toasts } from '#app/ui/Toasts.tsx'
import { Header } from './Header.tsx'

// Nobody waits for the script of the footer: its links work without.
const Footer = lazy(async () => ({ default: (await import('./Footer.tsx')).Footer }))

// It comes last, and where it cannot come the page goes without.
const Connection = lazy<() => ReactNode>(() =>
  import('./Connection.tsx').then(
    (module) => ({ default: module.Connection }),
    () => ({ default: () => null }),
  ),
)

/** What stands around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 bg-action text-on-action focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-sm focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="grow pb-20 sm:pb-28">
        {children}
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <Toasts toasts={useToasts()} />
      {useSettled() && (
        <Suspense>
          <Connection />
        </Suspense>
      )}
    </>
  )
}
