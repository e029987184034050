import { Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react'
import { addedStore } from '#app/state/add-to-cart.ts'
import { useStore } from '#app/state/store.ts'
import { useToasts } from '#app/state/toasts.ts'
import { wake } from '#app/ui/early.ts'
import { optional } from '#app/ui/optional.ts'
import { useSettled } from '#app/ui/settled.ts'
import { Toasts } from '#app/ui/Toasts.tsx'
import { Header } from './Header.tsx'
import { startPage } from './start.ts'

// Nobody waits for the script of the footer: its links work without.
const Footer = optional(async () => (await import('./Footer.tsx')).Footer)

// It comes last.
const Connection = optional(async () => (await import('./Connection.tsx')).Connection)

// Comes with the first piece; without a connection the toast says all that is needed.
const MiniCart = optional(async () => (await import('./MiniCart.tsx')).MiniCart)

/** What stands around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  useEffect(startPage, [])
  useLayoutEffect(() => wake(document.documentElement), [])
  const toasts = useToasts()
  const added = useStore(addedStore, null)
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
      {useSettled() && (
        <Suspense>
          <Connection />
        </Suspense>
      )}
    </>
  )
}
