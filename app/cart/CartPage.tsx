import { useState } from 'react'
import { itemCount, type Cart, type PricedLine } from '#domain/cart.ts'
import { skuOf } from '#domain/product.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { Undo } from '#app/ui/Undo.tsx'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { usePricedCart } from '#app/state/catalogue.ts'
import { changeCart, useCart } from '#app/state/lists.ts'
import { itemCountText } from '#app/product/texts.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { CART_LOAD_ERROR, LoadError } from '#app/ui/LoadError.tsx'
import { CartLineRow } from './CartLineRow.tsx'
import { CartSummary } from './CartSummary.tsx'
import { MISSING_NAME } from './texts.ts'

/** What was taken out last, and where it stood; it can be put back until something else is done. */
interface RemovedLine {
  readonly words: string
  readonly lines: Cart
  readonly place: number
}

export function CartPage() {
  const lines = useCart()
  const priced = usePricedCart()
  const [takenOut, setTakenOut] = useState<RemovedLine | null>(null)

  const remove = (line: PricedLine, place: number) => {
    changeCart({ do: 'remove', product: line.key })
    const words = `${line.product?.name ?? MISSING_NAME} was removed.`
    setTakenOut({ words, lines: [{ ...line.key, quantity: line.quantity }], place })
  }
  const empty = () => {
    changeCart({ do: 'empty' })
    setTakenOut({ words: 'Your cart was emptied.', lines, place: 0 })
  }
  const undo = takenOut && (
    <Undo
      key={takenOut.lines.map(skuOf).join()}
      text={takenOut.words}
      onUndo={() => {
        changeCart({ do: 'merge', lines: takenOut.lines })
        setTakenOut(null)
      }}
    />
  )

  if (priced.status === 'loading' && lines.length === 0) return <StaticCart />
  if (priced.status === 'ready' && priced.cart.lines.length === 0)
    return (
      <div className="page min-h-[85dvh]">
        <EmptyCart level={1} />
        {undo && <div className="mx-auto max-w-lg">{undo}</div>}
      </div>
    )

  return (
    <div className="page min-h-[85dvh]">
      <PageTitle title="Your Cart" tagline={itemCountText(itemCount(lines))} />
      {priced.status === 'loading' && <CartSkeleton />}
      {priced.status === 'failed' && <LoadError text={CART_LOAD_ERROR} onRetry={priced.retry} />}
      {priced.status === 'ready' && (
        <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <section aria-label="Pieces">
            <ul className="border-t border-line">
              {priced.cart.lines.map((line, place) => (
                <li key={skuOf(line.key)} className="border-b border-line">
                  {takenOut?.place === place && undo}
                  <CartLineRow line={line} onRemove={() => remove(line, place)} />
                </li>
              ))}
            </ul>
            {takenOut && takenOut.place >= priced.cart.lines.length && undo}
          </section>
          <CartSummary cart={priced.cart} onEmpty={empty} />
        </div>
      )}
    </div>
  )
}

function EmptyCart({ level }: { readonly level: 1 | 2 }) {
  return (
    <EmptyState
      level={level}
      title="Your cart is empty"
      text="Pieces that you add wait for you here."
      action={<ButtonLink to={paths.listing('rings')}>Continue Shopping</ButtonLink>}
    />
  )
}

/** The built page knows no cart; a line in it finds out whether there is one, and shows which of the two before it is painted. */
function StaticCart() {
  return (
    <div className="page min-h-[85dvh]">
      <script
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? MARK_EMPTY : '' }}
        suppressHydrationWarning
      />
      <div className="not-in-data-[cart=empty]:hidden">
        <EmptyCart level={2} />
      </div>
      <div className="in-data-[cart=empty]:hidden">
        <PageTitle title="Your Cart" tagline={NO_BREAK_SPACE} />
        <WithoutScript toBuy>
          Your cart is kept in this browser and needs JavaScript to be shown.
        </WithoutScript>
        <CartSkeleton />
      </div>
    </div>
  )
}

/** In the page as it is; its hash stands in the policy like that of every inline script. */
const MARK_EMPTY = `try{["[]",null].includes(localStorage.getItem("cart"))&&(document.documentElement.dataset.cart="empty")}catch{}`

/** Holds the place of the number. */
const NO_BREAK_SPACE = '\u00a0'

function CartSkeleton() {
  return (
    <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] noscript:hidden">
      <output className="sr-only">Loading your cart</output>
      <div className="grid gap-6 border-t border-line pt-6">
        {[1, 2].map((row) => (
          <div key={row} className="flex gap-5">
            <Skeleton className="size-24 sm:size-32" />
            <div className="grid grow content-start gap-3">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          </div>
        ))}
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
