/**
 * The service worker's response for a page that is not cached. The cached scripts contain the whole collection, so this
 * page redirects to a page that needs no server, and otherwise waits for a connection.
 */
import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CollectionLinks } from '#app/layout/CollectionLinks.tsx'
import { LogoMark } from '#app/layout/Logo.tsx'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { returnPathFrom, isPrivatePath } from '#app/state/offline-pages.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'

const RecentlyViewed = lazyOptional(
  async () => (await import('#app/product/RecentlyViewed.tsx')).RecentlyViewed,
)

const TITLE = 'You are offline'

export function meta() {
  return pageMeta({
    title: TITLE,
    description: 'This page needs a connection. The collection, your cart and your wishlist do not.',
    path: paths.offline,
    noindex: true,
  })
}

export default function Offline() {
  const navigate = useNavigate()
  const isBrowser = useIsBrowser()
  const returnPath = returnPathFrom(useLocation().hash)
  const needsServer = returnPath === null || isPrivatePath(returnPath.replace(/[?#].*/, ''))

  useEffect(() => {
    if (returnPath !== null && !needsServer) {
      void navigate(returnPath, { replace: true })
      return
    }
    const leave = () => location.replace(returnPath ?? paths.home)
    window.addEventListener('online', leave)
    return () => window.removeEventListener('online', leave)
  }, [returnPath, needsServer, navigate])

  if (!isBrowser || !needsServer)
    return <EmptyState level={1} title={TITLE} text="One moment: this page is opened without a connection." />
  return (
    <div className="page pt-12 sm:pt-16">
      {/* The shop’s pictures may be unavailable. */}
      <LogoMark className="mx-auto -mb-8 size-[min(7rem,30vw)] text-gold [stroke-width:0.4] sm:-mb-16 sm:size-36" />
      <EmptyState
        level={1}
        title={TITLE}
        text="This page needs a connection, and opens by itself when there is one again. The collection, your cart and your wishlist work meanwhile."
        action={
          <>
            <Button onClick={() => location.assign(returnPath ?? paths.home)}>Try again</Button>
            <ButtonLink to={paths.allProducts} variant="secondary">
              See all products
            </ButtonLink>
            <ButtonLink to={paths.cart} variant="quiet">
              Cart
            </ButtonLink>
          </>
        }
      />
      <CollectionLinks />
      <Suspense>
        <RecentlyViewed />
      </Suspense>
    </div>
  )
}
