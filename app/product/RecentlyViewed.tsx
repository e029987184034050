/** The last viewed products of this browser; loads them when it comes near the viewport. */
import { useEffect } from 'react'
import type { PricedProduct } from '#domain/collection.ts'
import { isSameProduct, skuOf, type ProductKey } from '#domain/product.ts'
import { Button } from '#app/ui/Button.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { useNearViewport } from '#app/ui/use-near-viewport.ts'
import { useCollection } from '#app/state/collection.ts'
import {
  clearRecentlyViewed,
  RECENTLY_VIEWED_MAX,
  addRecentlyViewed,
  useRecentlyViewed,
} from '#app/state/browsing-history.ts'
import { CardLink } from './CardLink.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import { Price } from './Price.tsx'

/** `current` is the page's product: it is recorded but not shown. */
export function RecentlyViewed({ current }: { readonly current?: ProductKey }) {
  const viewed = useRecentlyViewed()
  const [root, isNear] = useNearViewport<HTMLDivElement>()
  const others = viewed.filter((product) => !current || !isSameProduct(product, current))
  const collection = useCollection({ wanted: isNear && others.length > 0 })
  useEffect(() => {
    if (current) addRecentlyViewed(current)
  }, [current])

  const find = collection.status === 'ready' ? collection.find : () => undefined
  // Omits products that the shop no longer has, once that is known.
  const shown = others
    .filter((product) => collection.status !== 'ready' || find(product))
    .slice(0, RECENTLY_VIEWED_MAX - 1)
  const isShown = shown.length > 0 && collection.status !== 'failed'
  return (
    <div ref={root}>
      {isShown && (
        <section aria-labelledby="recently-viewed" className="mt-20">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="recently-viewed" className="text-2xl">
              Recently viewed
            </h2>
            <Button variant="quiet" size="sm" onClick={clearRecentlyViewed} className="-mx-4">
              Clear
            </Button>
          </div>
          <ul className="-mx-2 flex snap-x scroll-px-2 gap-4 overflow-x-auto overscroll-x-contain px-2 py-2">
            {shown.map((product) => (
              <li
                key={skuOf(product)}
                className="w-36 shrink-0 snap-start sm:w-40 lg:w-[calc((100%-6rem)/7)]"
              >
                <SmallCard product={find(product)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** A skeleton of the same height while the product loads. */
function SmallCard({ product }: { readonly product: PricedProduct | undefined }) {
  return (
    <article className="group relative">
      <div className="relative lit aspect-square bg-plinth">
        {product ? (
          <ProductPicture product={product} sizes="10rem" alt={product.pictures[0]} className="size-full" />
        ) : (
          <Skeleton className="size-full" />
        )}
      </div>
      <div className="mt-2 min-h-[3lh] text-sm">
        {product && (
          <>
            <h3 className="line-clamp-2 font-sans font-medium tracking-normal">
              <CardLink product={product} className="after:outline-offset-2" />
            </h3>
            <Price price={product.price} />
          </>
        )}
      </div>
    </article>
  )
}
