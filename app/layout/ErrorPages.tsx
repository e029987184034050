import { Suspense, type ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { SHOP } from '#domain/shop.ts'

const CollectionTiles = lazyOptional(async () => (await import('./CollectionTiles.tsx')).CollectionTiles)

export function NotFound() {
  return (
    <Missing
      title="Page not found"
      text="There is no page at this address. It may have moved, or the link may be incomplete."
      action={
        <>
          <ButtonLink to={paths.allProducts}>See all products</ButtonLink>
          <ButtonLink to={paths.home} variant="secondary">
            Home
          </ButtonLink>
        </>
      }
    />
  )
}

interface MissingProps {
  readonly title: string
  readonly text: string
  readonly action: ReactNode
}

/** Offers links with pictures. */
export function Missing(props: MissingProps) {
  return (
    <div className="page">
      <EmptyState level={1} {...props} />
      <Suspense>
        <CollectionTiles />
      </Suspense>
    </div>
  )
}

export function UnexpectedError() {
  return (
    <EmptyState
      level={1}
      title="Something went wrong"
      text={
        <>
          This page could not be shown. Your cart and wishlist are safe. If it happens again, please write to{' '}
          <a href={`mailto:${SHOP.email}`} className="link">
            {SHOP.email}
          </a>
          .
        </>
      }
      action={
        <>
          <Button onClick={() => location.reload()}>Try again</Button>
          <ButtonLink to={paths.home} variant="secondary" reloadDocument>
            Home
          </ButtonLink>
        </>
      }
    />
  )
}
