import { useState } from 'react'
import { useNavigate } from 'react-router'
import { missingForFreeShipping, shipsFree, type PricedCart } from '#domain/cart.ts'
import { formatRupees } from '#domain/money.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { CHECKOUT_NEEDS_CONNECTION } from '#app/ui/LoadError.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { AmountList } from '#app/ui/AmountList.tsx'
import { useOnline } from '#app/state/online.ts'
import { loadSession } from '#app/state/session.ts'
import { BLOCKED, FREE_OVER, missingForFree } from './texts.ts'

interface CartSummaryProps {
  readonly cart: PricedCart
  readonly onEmpty: () => void
}

export function CartSummary({ cart, onEmpty }: CartSummaryProps) {
  const { subtotal, saving } = cart
  return (
    <section aria-labelledby="cart-summary" className="border border-line bg-raised p-6 lg:sticky lg:top-32">
      <h2 id="cart-summary" className="text-xl">
        Summary
      </h2>
      <AmountList
        className="mt-4"
        rows={[
          { label: 'Subtotal', value: formatRupees(subtotal) },
          ...(saving > 0 ? [{ label: 'You save', value: formatRupees(saving), isQuiet: true }] : []),
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
      <div className="mt-6 grid gap-3">
        <ProceedToCheckout isBlocked={cart.isBlocked} />
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

/** A visitor signs in first and returns to the cart (`4.checkout.visitor`). */
function ProceedToCheckout({ isBlocked }: { readonly isBlocked: boolean }) {
  const navigate = useNavigate()
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const isOnline = useOnline()
  const proceed = async () => {
    setFailed(false)
    setLoading(true)
    const { status } = await loadSession()
    setLoading(false)
    if (status === 'unknown') setFailed(true)
    else await navigate(status === 'signed in' ? paths.checkout : paths.login(paths.cart))
  }
  return (
    <>
      {(hasFailed || !isOnline) && <Notice tone="error">{CHECKOUT_NEEDS_CONNECTION}</Notice>}
      <Button disabled={isBlocked} busy={isLoading} onClick={() => void proceed()}>
        Proceed to Checkout
      </Button>
    </>
  )
}
