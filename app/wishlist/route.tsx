/** /wishlist: open to visitors, whose wishes stay in this browser (decisions.md 13). */
import { skuOf } from '#domain/product.ts'
import { SHOP } from '#domain/shop.ts'
import { pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { useCatalogue } from '#app/state/catalogue.ts'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { changeWishlist, useWishlist } from '#app/state/lists.ts'
import { WishCard } from './WishCard.tsx'

export function meta() {
  return pageMeta({
    title: 'My Wishlist',
    description: `The pieces you have set your heart on at ${SHOP.name}.`,
    path: paths.wishlist,
    noindex: true,
  })
}

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-6 md:grid-cols-3 lg:grid-cols-4'

export default function WishlistPage() {
  const wishes = useWishlist()
  const isBrowser = useIsBrowser()
  const catalogue = useCatalogue({ wanted: wishes.length > 0 })

  if (isBrowser && wishes.length === 0)
    return (
      <div className="page min-h-[85dvh]">
        <PageTitle title="My Wishlist" />
        <EmptyState
          title="Your wishlist is empty."
          text="Press the heart on a piece and it waits for you here."
          action={<ContinueShopping />}
        />
      </div>
    )

  return (
    <div className="page min-h-[85dvh]">
      <PageTitle title="My Wishlist" />
      <noscript>
        <p className="mb-8 border-l-2 border-gold bg-raised px-4 py-3">
          Your wishlist is kept in this browser and needs JavaScript to be shown.
        </p>
      </noscript>
      {catalogue.status === 'loading' && (
        <div className={GRID}>
          <output className="sr-only">Loading your wishlist</output>
          {[1, 2, 3, 4].map((card) => (
            <Skeleton key={card} className="aspect-square" />
          ))}
        </div>
      )}
      {catalogue.status === 'failed' && (
        <Notice tone="trouble">
          <p>Your wishlist could not be loaded. Please check your connection and try again.</p>
          <Button variant="quiet" size="sm" onClick={catalogue.retry}>
            Try again
          </Button>
        </Notice>
      )}
      {catalogue.status === 'ready' && (
        <>
          <ul className={GRID}>
            {wishes.map((wish) => (
              <li key={skuOf(wish)}>
                <WishCard wish={wish} product={catalogue.find(wish)} />
              </li>
            ))}
          </ul>
          <div className="mt-12 flex flex-wrap gap-3 border-t border-line pt-8">
            <ContinueShopping />
            <Button variant="secondary" onClick={() => changeWishlist({ do: 'clear' })}>
              Clear Wishlist
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function ContinueShopping() {
  return <ButtonLink to={paths.allProducts}>Continue Shopping</ButtonLink>
}
