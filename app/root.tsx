import { Suspense, type ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useRouteLoaderData } from 'react-router'
import { collectionContext, largeScopes } from '#app/state/collection.server.ts'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { useAfterLoad } from '#app/ui/use-after-load.ts'
import { ScrollRestoration } from '#app/layout/ScrollRestoration.tsx'
import { LATE_FONT_MEDIA } from '#app/inline/late-fonts.ts'
import { Shell } from '#app/layout/Shell.tsx'
import { UnexpectedError, NotFound } from '#app/layout/ErrorPages.tsx'
import styles from './shop.css?inline'
import faces from './fonts/faces.css?inline'
import anek from './fonts/anek-latin.woff2?url'
import anekRupee from './fonts/anek-rupee.woff2?url'
import cormorant from './fonts/cormorant-latin.woff2?url'
import cormorantRupee from './fonts/cormorant-rupee.woff2?url'
import cachedFonts from 'virtual:inline/cached-fonts'
import events from 'virtual:inline/events'
import loadScripts from 'virtual:inline/load-scripts'
import type { Route } from './+types/root.ts'

const CardPresses = lazyOptional(async () => (await import('#app/detail/CardPresses.tsx')).CardPresses)

const isWritten = import.meta.env.SSR || import.meta.env.DEV
/**
 * Inlined, so that the first paint waits for no request. A built client reads them from the page instead of bundling
 * them.
 */
const [css = '', fontFaces = ''] = isWritten
  ? [styles, faces]
  : Array.from(document.querySelectorAll('style'), ({ textContent }) => textContent)
/** Rendered in the browser after the page failed, they apply at once. */
const fontMedia = import.meta.env.SSR ? LATE_FONT_MEDIA : 'all'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const collection = context.get(collectionContext)
  return { version: collection.version, large: await largeScopes(collection) }
}

/** Set when the server renders; in the browser, app/state/collection.ts holds the edition. */
export const shouldRevalidate = () => false

export function Layout({ children }: { readonly children: ReactNode }) {
  const collection = useRouteLoaderData<typeof loader>('root')
  return (
    <html
      lang="en-IN"
      data-collection={collection?.version}
      data-large={collection?.large.join(' ') || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script dangerouslySetInnerHTML={{ __html: events }} suppressHydrationWarning />
        <style dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
        <style media={fontMedia} dangerouslySetInnerHTML={{ __html: fontFaces }} suppressHydrationWarning />
        {[anek, anekRupee, cormorant, cormorantRupee].map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            href={font}
            crossOrigin=""
            media={fontMedia}
          />
        ))}
        <script dangerouslySetInnerHTML={{ __html: cachedFonts }} suppressHydrationWarning />
        <meta name="theme-color" content="#34102a" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {import.meta.env.SSR ? (
          <>
            <noscript>
              <Scripts />
            </noscript>
            <script dangerouslySetInnerHTML={{ __html: loadScripts }} />
          </>
        ) : (
          <Scripts />
        )}
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <Shell>
      <Outlet />
      <ScrollRestoration />
      <PreparedPresses />
    </Shell>
  )
}

/** Has its own state: re-rendering the page would replace parts that are not hydrated yet by their fallbacks. */
function PreparedPresses() {
  if (!useAfterLoad()) return null
  return (
    <Suspense>
      <CardPresses />
    </Suspense>
  )
}

/** Handles everything that no route handles: an unknown URL, or a bug. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <Shell>
      <title>{isMissing ? 'Page not found' : 'Something went wrong'}</title>
      <meta name="robots" content="noindex" />
      {isMissing ? <NotFound /> : <UnexpectedError />}
    </Shell>
  )
}
