/** /wishlist: also for visitors, whose items stay in this browser (D13). */
import { Fragment, useState, type ReactNode } from 'react'
import type { FindProduct, PricedProduct } from '#domain/collection.ts'
import { NAMED_TOASTS } from '#domain/presentation.ts'
import { skuOf, type ProductKey } from '#domain/product.ts'
import { SHOP } from '#domain/shop.ts'
import type { Wishlist } from '#domain/wishlist.ts'
import { pageMeta } from '#app/layout/meta.ts'
import { CollectionTiles } from '#app/layout/CollectionTiles.tsx'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { Undo } from '#app/ui/Undo.tsx'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { useCollection } from '#app/state/collection.ts'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { changeWishlist, useListsUserId, useWishlist } from '#app/state/lists.ts'
import { showToast } from '#app/state/toasts.ts'
import { itemName, WishlistCard } from './WishlistCard.tsx'

export function meta() {
  return pageMeta({
    title: 'My Wishlist',
    description: `The pieces you have set your heart on at ${SHOP.name}.`,
    path: paths.wishlist,
    noindex: true,
  })
}

const GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-10 sm:gap-x-6 md:grid-cols-3 lg:grid-cols-4'

/** The last removed item, for Undo at its position. */
interface Removal {
  readonly text: string
  readonly items: Wishlist
  readonly index: number
}

export default function WishlistPage() {
  return <WishlistItems key={useListsUserId()} />
}

function WishlistItems() {
  const items = useWishlist()
  const [removal, setRemoval] = useState<Removal | null>(null)
  const isBrowser = useIsBrowser()
  const collection = useCollection({ wanted: items.length > 0 })

  const remove = (item: ProductKey, product: PricedProduct | undefined, index: number) => {
    changeWishlist({ do: 'remove', product: item })
    showToast(NAMED_TOASTS.removedFromWishlist.replace('{name}', itemName(product)))
    setRemoval({ text: `${itemName(product)} was removed.`, items: [item], index })
  }
  const clear = () => {
    changeWishlist({ do: 'clear' })
    setRemoval({ text: 'Your wishlist was cleared.', items, index: 0 })
  }
  const undoOf = ({ text, items: products }: Removal, className?: string) => (
    <Undo
      key={products.map(skuOf).join()}
      text={text}
      onUndo={() => {
        changeWishlist({ do: 'merge', products })
        setRemoval(null)
      }}
      className={className}
    />
  )
  const undoItem = removal && (
    <li>{undoOf(removal, 'aspect-square flex-col justify-center gap-y-3 p-4 text-center')}</li>
  )

  if (isBrowser && items.length === 0)
    return (
      <div className="page min-h-[85dvh]">
        <PageTitle title="My Wishlist" />
        <EmptyState
          title="Your wishlist is empty."
          text="Press the heart on a piece and it waits for you here."
          action={<ContinueShopping />}
        />
        {removal && <div className="mx-auto max-w-lg pb-12">{undoOf(removal)}</div>}
        <CollectionTiles />
      </div>
    )

  return (
    <div className="page min-h-[85dvh]">
      <PageTitle title="My Wishlist" />
      <WithoutScript>Your wishlist is kept in this browser and needs JavaScript to be shown.</WithoutScript>
      {collection.status === 'loading' && <Loading />}
      {collection.status === 'failed' && (
        <Notice tone="error">
          <p>Your wishlist could not be loaded. Please check your connection and try again.</p>
          <Button variant="quiet" size="sm" onClick={collection.retry}>
            Try again
          </Button>
        </Notice>
      )}
      {collection.status === 'ready' && (
        <WishlistGrid
          items={items}
          find={collection.find}
          undoIndex={removal?.index ?? null}
          undo={undoItem}
          onRemove={remove}
          onClear={clear}
        />
      )}
    </div>
  )
}

interface WishlistGridProps {
  readonly items: Wishlist
  readonly find: FindProduct
  /** The position of Undo among the items. */
  readonly undoIndex: number | null
  readonly undo: ReactNode
  readonly onRemove: (item: ProductKey, product: PricedProduct | undefined, index: number) => void
  readonly onClear: () => void
}

function WishlistGrid({ items, find, undoIndex, undo, onRemove, onClear }: WishlistGridProps) {
  return (
    <>
      <ul className={GRID}>
        {items.map((item, index) => {
          const product = find(item)
          return (
            <Fragment key={skuOf(item)}>
              {undoIndex === index && undo}
              <li>
                <WishlistCard item={item} product={product} onRemove={() => onRemove(item, product, index)} />
              </li>
            </Fragment>
          )
        })}
        {undoIndex !== null && undoIndex >= items.length && undo}
      </ul>
      <div className="mt-12 grid gap-3 border-t border-line pt-8 sm:flex">
        <ContinueShopping />
        <Button variant="secondary" onClick={onClear}>
          Clear Wishlist
        </Button>
      </div>
    </>
  )
}

function Loading() {
  return (
    <div className={classes(GRID, 'noscript:hidden')}>
      <output className="sr-only">Loading your wishlist</output>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className="aspect-square" />
      ))}
    </div>
  )
}

function ContinueShopping() {
  return <ButtonLink to={paths.allProducts}>Continue Shopping</ButtonLink>
}
