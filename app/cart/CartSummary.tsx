import { useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { missingForFreeShipping, shipsFree, type PricedCart } from '#domain/cart.ts'
import { formatRupees } from '#domain/money.ts'
import { paths } from '#app/paths.ts'
import { BuyBar } from '#app/ui/BuyBar.tsx'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { CHECKOUT_NEEDS_CONNECTION } from '#app/ui/LoadError.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { AmountList, savingRows } from '#app/ui/AmountList.tsx'
import { useOnline } from '#app/state/online.ts'
import { loadSession } from '#app/state/session.ts'
import { useBusy } from '#app/state/use-busy.ts'
import { BLOCKED, FREE_OVER, missingForFree } from './texts.ts'

interface CartSummaryProps {
  readonly cart: PricedCart
  readonly onEmpty: () => void
  readonly actions: RefObject<HTMLDivElement | null>
}

export function CartSummary({ cart, onEmpty, actions }: CartSummaryProps) {
  const { subtotal, saving } = cart
  return (
    <section
      aria-labelledby="cart-summary"
      className="border border-line bg-raised p-[min(1.5rem,5vw)] lg:sticky lg:top-32"
    >
      <h2 id="cart-summary" className="text-xl">
        Summary
      </h2>
      <AmountList
        className="mt-4"
        rows={[
          ...savingRows({ subtotal, saving }),
          { label: 'Subtotal', value: formatRupees(subtotal) },
          { label: 'Shipping', value: shipsFree(subtotal) ? 'Free' : FREE_OVER },
        ]}
        total={{ label: 'Total', value: formatRupees(subtotal) }}
      />
      {!shipsFree(subtotal) && subtotal > 0 && (
        <p className="mt-3 text-sm text-ink-soft">{missingForFree(missingForFreeShipping(subtotal))}</p>
      )}
      {cart.isBlocked && (
        <Notice tone="error" className="mt-5 text-sm">
          {BLOCKED}
        </Notice>
      )}
      <div ref={actions} className="mt-6 grid gap-3">
        <ProceedToCheckout label="Proceed to Checkout" isBlocked={cart.isBlocked} />
        <ButtonLink variant="secondary" to={paths.listing('rings')}>
          Continue Shopping
        </ButtonLink>
        <Button variant="quiet" onClick={onEmpty}>
          Empty Cart
        </Button>
      </div>
    </section>
  )
}

/** On phones the summary lies below all lines. */
export function CartBar({ cart, actions }: Omit<CartSummaryProps, 'onEmpty'>) {
  return (
    <BuyBar actions={actions}>
      <p className="figures font-medium">
        <span className="sr-only">Total </span>
        {formatRupees(cart.subtotal)}
      </p>
      <ProceedToCheckout label="Checkout" isBlocked={cart.isBlocked} isInBar />
    </BuyBar>
  )
}

interface ProceedToCheckoutProps {
  readonly label: string
  readonly isBlocked: boolean
  /** The summary already reports a lost connection. */
  readonly isInBar?: boolean
}

/** Visitors sign in first and return to the cart (`4.checkout.visitor`). */
function ProceedToCheckout({ label, isBlocked, isInBar = false }: ProceedToCheckoutProps) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useBusy()
  const [hasFailed, setFailed] = useState(false)
  const isOnline = useOnline()
  const proceed = async () => {
    setFailed(false)
    setBusy(true)
    const { status } = await loadSession()
    setBusy(false)
    if (status === 'unknown') setFailed(true)
    else await navigate(status === 'signed in' ? paths.checkout : paths.login(paths.cart))
  }
  return (
    <>
      {(hasFailed || (!isOnline && !isInBar)) && <Notice tone="error">{CHECKOUT_NEEDS_CONNECTION}</Notice>}
      <Button size={isInBar ? 'sm' : 'md'} disabled={isBlocked} busy={isBusy} onClick={() => void proceed()}>
        {label}
      </Button>
    </>
  )
}
