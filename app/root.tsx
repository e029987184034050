import { useEffect, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { useToasts } from '#app/state/toasts.ts'
import { Toasts } from '#app/ui/Toasts.tsx'
import styles from './app.css?inline'
import anek from './fonts/anek-latin.woff2?url'
import rupee from './fonts/anek-rupee.woff2?url'
import cormorant from './fonts/cormorant-latin.woff2?url'

/**
 * The styles stand in the page itself, so that its first sight waits for nothing. A built client reads them back from
 * there instead of carrying them a second time.
 */
const css =
  import.meta.env.SSR || import.meta.env.DEV ? styles : (document.querySelector('style')?.textContent ?? '')

export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {[anek, rupee, cormorant].map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <style dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const toasts = useToasts()
  useEffect(() => {
    void import('#app/state/session.ts').then(({ startSession }) => startSession())
  }, [])
  return (
    <>
      <main id="main">
        <Outlet />
      </main>
      <Toasts toasts={toasts} />
    </>
  )
}
