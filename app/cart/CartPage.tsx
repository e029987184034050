import { useRef, useState, type ReactNode } from 'react'
import type { PricedLine } from '#domain/cart.ts'
import { itemCount, type Cart } from '#domain/cart-changes.ts'
import { lineKeyOf } from '#domain/sizes.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { Undo } from '#app/ui/Undo.tsx'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { usePricedCart } from '#app/state/priced-cart.ts'
import { changeCart, useCart } from '#app/state/lists.ts'
import { itemCountText } from '#app/product/texts.ts'
import { classes } from '#app/ui/classes.ts'
import { CollectionTiles } from '#app/layout/CollectionTiles.tsx'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { CART_LOAD_ERROR, LoadError } from '#app/ui/LoadError.tsx'
import markEmptyCart from 'virtual:inline/empty-cart'
import { CartLineRow } from './CartLineRow.tsx'
import { CartBar, CartSummary } from './CartSummary.tsx'
import { MISSING_NAME } from './texts.ts'

/** The last removed line, for Undo at its position. */
interface Removal {
  readonly text: string
  readonly lines: Cart
  readonly index: number
}

export default function CartPage() {
  const lines = useCart()
  const priced = usePricedCart()
  const actions = useRef<HTMLDivElement>(null)
  const [removal, setRemoval] = useState<Removal | null>(null)

  const remove = (line: PricedLine, index: number) => {
    changeCart({ do: 'remove', product: line.key })
    const text = `${line.product?.name ?? MISSING_NAME} was removed.`
    setRemoval({ text, lines: [{ ...line.key, quantity: line.quantity }], index })
  }
  const empty = () => {
    changeCart({ do: 'clear' })
    setRemoval({ text: 'Your cart was emptied.', lines, index: 0 })
  }
  const undo = removal && (
    <Undo
      key={removal.lines.map(lineKeyOf).join()}
      text={removal.text}
      onUndo={() => {
        changeCart({ do: 'merge', lines: removal.lines })
        setRemoval(null)
      }}
    />
  )

  const isEmpty = priced.status === 'ready' && priced.cart.lines.length === 0
  if (isEmpty || (priced.status === 'loading' && lines.length === 0))
    return <CartWithoutPieces isLoading={!isEmpty} undo={undo} />

  return (
    <div className="page min-h-[85dvh]">
      <PageTitle title="Your Cart" tagline={itemCountText(itemCount(lines))} />
      {priced.status === 'loading' && <CartSkeleton />}
      {priced.status === 'failed' && <LoadError text={CART_LOAD_ERROR} onRetry={priced.retry} />}
      {priced.status === 'ready' && (
        <div className="grid grid-cols-1 items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <section aria-label="Pieces">
            <ul className="border-t border-line">
              {priced.cart.lines.map((line, index) => (
                <li key={lineKeyOf(line.key)} className="border-b border-line">
                  {removal?.index === index && undo}
                  <CartLineRow line={line} onRemove={() => remove(line, index)} />
                </li>
              ))}
            </ul>
            {removal && removal.index >= priced.cart.lines.length && undo}
          </section>
          <CartSummary cart={priced.cart} onEmpty={empty} actions={actions} />
        </div>
      )}
      {priced.status === 'ready' && <CartBar cart={priced.cart} actions={actions} />}
    </div>
  )
}

interface CartWithoutPiecesProps {
  readonly isLoading: boolean
  readonly undo: ReactNode
}

/**
 * Prerendered in its loading state; an inline script chooses between the empty cart and the skeleton before the first
 * paint. The empty cart keeps its elements once loaded: new ones would count as the largest contentful paint.
 */
function CartWithoutPieces({ isLoading, undo }: CartWithoutPiecesProps) {
  return (
    <div className="page min-h-[85dvh]">
      <script dangerouslySetInnerHTML={{ __html: markEmptyCart }} suppressHydrationWarning />
      {isLoading ? (
        <div className="in-data-[cart=empty]:hidden">
          <PageTitle title="Your Cart" tagline={NO_BREAK_SPACE} />
          <WithoutScript toBuy>
            Your cart is kept in this browser and needs JavaScript to be shown.
          </WithoutScript>
          <CartSkeleton />
        </div>
      ) : (
        <h1 className="sr-only">Your Cart</h1>
      )}
      <div className={classes(isLoading && 'not-in-data-[cart=empty]:hidden')}>
        <EmptyState
          title="Your cart is empty"
          isLarge
          text="Pieces that you add wait for you here."
          action={<ButtonLink to={paths.listing('rings')}>Continue Shopping</ButtonLink>}
        />
        {undo && <div className="mx-auto max-w-lg pb-12">{undo}</div>}
        <CollectionTiles />
      </div>
    </div>
  )
}

/** Reserves the height of the item count. */
const NO_BREAK_SPACE = '\u00a0'

function CartSkeleton() {
  return (
    <div className="grid grid-cols-1 items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] noscript:hidden">
      <output className="sr-only">Loading your cart</output>
      {/* As high as a row of one piece. */}
      <div className="border-t border-line">
        {[1, 2].map((row) => (
          <div key={row} className="flex gap-[min(1rem,5vw)] border-b border-line py-6 sm:gap-6">
            <Skeleton className="size-[min(6rem,27vw)] shrink-0 sm:size-32" />
            <div className="grid min-h-35 grow content-between gap-3 sm:min-h-32">
              <div className="grid gap-3">
                <Skeleton className="h-5 w-2/3" />
                <Skeleton className="h-4 w-1/3" />
              </div>
              <Skeleton className="h-11 w-28" />
            </div>
          </div>
        ))}
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
