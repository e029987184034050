import { lazy, Suspense, type ReactNode } from 'react'
import { useToasts } from '#app/state/toasts.ts'
import { Toasts } from '#app/ui/Toasts.tsx'
import { Header } from './Header.tsx'

// Nobody waits for the script of the footer: its links work without.
const Footer = lazy(async () => ({ default: (await import('./Footer.tsx')).Footer }))

/** What stands around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-sm bg-action px-4 py-3 text-on-action focus:translate-y-0"
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
    </>
  )
}
