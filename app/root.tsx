import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts } from 'react-router'
import { Scrolling } from '#app/layout/ScrollRestoration.tsx'
import { Shell } from '#app/layout/Shell.tsx'
import { Broken, NotFound } from '#app/layout/ErrorPages.tsx'
import { RECORD_EVENTS_SCRIPT } from '#app/ui/replay-events.ts'
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
        {/* Read back like the styles: a client has no use for it. */}
        <script
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? RECORD_EVENTS_SCRIPT : '' }}
          suppressHydrationWarning
        />
        <style dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
        <meta name="theme-color" content="#34102a" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <Shell>
      <Outlet />
      <Scrolling />
    </Shell>
  )
}

/** For what no page has caught itself: an address that does not exist, or a fault of ours. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <Shell>
      <title>{isMissing ? 'Page not found' : 'Something went wrong'}</title>
      <meta name="robots" content="noindex" />
      {isMissing ? <NotFound /> : <Broken />}
    </Shell>
  )
}
