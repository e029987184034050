/**
 * What the service worker answers with where it has not kept the page. All of the collection is in the scripts it has
 * kept, so the page goes on by itself to whatever needs no server, and waits for the connection before the rest.
 */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { returnPathFrom, isPrivatePath } from '#app/state/offline-pages.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'

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
  const heading = returnPathFrom(useLocation().hash)
  const needsServer = heading === null || isPrivatePath(heading.replace(/[?#].*/, ''))

  useEffect(() => {
    if (heading !== null && !needsServer) {
      void navigate(heading, { replace: true })
      return
    }
    const continueTo = () => location.replace(heading ?? paths.home)
    window.addEventListener('online', continueTo)
    return () => window.removeEventListener('online', continueTo)
  }, [heading, needsServer, navigate])

  if (!isBrowser || !needsServer)
    return <EmptyState level={1} title={TITLE} text="One moment: this page is opened without a connection." />
  return (
    <EmptyState
      level={1}
      title={TITLE}
      text="This page needs a connection, and opens by itself when there is one again. The collection, your cart and your wishlist work meanwhile."
      action={
        <>
          <Button onClick={() => location.assign(heading ?? paths.home)}>Try again</Button>
          <ButtonLink to={paths.allProducts} variant="secondary">
            See all products
          </ButtonLink>
          <ButtonLink to={paths.cart} variant="quiet">
            Cart
          </ButtonLink>
        </>
      }
    />
  )
}
