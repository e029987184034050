import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { itemCount } from '#domain/cart-changes.ts'
import { formatRupees } from '#domain/money.ts'
import { TOAST_DURATION_MS } from '#domain/screen.ts'
import { isSameLine, sizeLabel } from '#domain/sizes.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { lastAddedStore, type LastAdded } from '#app/state/add-to-cart.ts'
import { usePricedCart } from '#app/state/priced-cart.ts'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import { itemCountText } from '#app/product/texts.ts'

export interface MiniCartProps {
  readonly added: LastAdded
  /** While a toast is shown, the toast is the heading. */
  readonly hasToast: boolean
}

const VISIBLE_MS = 2 * TOAST_DURATION_MS

const close = () => lastAddedStore.set(null)

/**
 * The product just added and the subtotal. Takes no focus, and closes automatically unless it is hovered or focused.
 */
export function MiniCart({ added, hasToast }: MiniCartProps) {
  const priced = usePricedCart()
  const setKeptOpen = useClosing(added)
  const cart = priced.status === 'ready' ? priced.cart : null
  const line = cart?.lines.find(({ key }) => isSameLine(key, added.lineKey))
  if (!cart || !line?.product) return null
  return (
    // Hover and focus only keep it open.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label="Your cart"
      onPointerEnter={() => setKeptOpen(true)}
      onPointerLeave={() => setKeptOpen(false)}
      onFocus={() => setKeptOpen(true)}
      onBlur={() => setKeptOpen(false)}
      className="toast pointer-events-auto bg-raised text-ink"
    >
      {/* As tall as the toast that it replaces. */}
      {!hasToast && (
        <p className="overline-text flex min-h-12.5 items-center border-b border-line px-5 text-ink-soft">
          In your cart
        </p>
      )}
      <div className="flex items-center gap-[min(1rem,3vw)] p-[min(1rem,4vw)] pr-2 max-lg:[@media(max-height:39rem)]:hidden">
        <ProductPicture product={line.product} sizes="72px" className="size-[min(4.5rem,18vw)]" />
        <div className="min-w-0 grow">
          <p className="leading-snug font-semibold">{line.product.name}</p>
          <p className="mt-1 text-sm text-ink-soft">
            {line.key.size && `${sizeLabel(line.key)} · `}Quantity {line.quantity} ·{' '}
            <span className="figures">{line.error === null ? formatRupees(line.total) : 'Out of Stock'}</span>
          </p>
        </div>
        <IconButton
          label="Close"
          icon={<Icon name="close" className="size-4" />}
          onClick={close}
          className="self-start"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line p-[min(1rem,4vw)]">
        {cart.buyable.length > 0 && (
          <p className="text-sm">
            <span className="text-ink-soft">Subtotal, {itemCountText(itemCount(cart.buyable))}</span>
            <br />
            <span className="figures text-lg font-medium">{formatRupees(cart.subtotal)}</span>
          </p>
        )}
        <ButtonLink to={paths.cart} size="sm" className="ml-auto">
          View Cart
        </ButtonLink>
      </div>
    </section>
  )
}

/** Closes it on Escape, on a navigation, and after a timeout, unless the returned function holds it open. */
function useClosing(added: LastAdded) {
  const { pathname } = useLocation()
  const [openedAt] = useState(pathname)
  const [isKeptOpen, setKeptOpen] = useState(false)
  useEffect(() => {
    if (pathname !== openedAt) close()
  }, [pathname, openedAt])
  useEffect(() => {
    if (isKeptOpen) return
    // The next added product starts a new timer.
    const timer = setTimeout(() => lastAddedStore.get() === added && close(), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [isKeptOpen, added])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return setKeptOpen
}
