import { useState } from 'react'
import { useNavigate } from 'react-router'
import { missingForFreeShipping, shipsFree, type PricedCart } from '#domain/cart.ts'
import { formatRupees } from '#domain/money.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { session } from '#app/state/session.ts'
import { BLOCKED, FREE_OVER, missingForFree, OFFLINE } from './words.ts'

export function CartSummary({ cart }: { readonly cart: PricedCart }) {
  const { subtotal, saving } = cart
  return (
    <section aria-labelledby="cart-summary" className="border border-line bg-raised p-6 lg:sticky lg:top-32">
      <h2 id="cart-summary" className="text-xl">
        Summary
      </h2>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-2.5">
        <dt>Subtotal</dt>
        <dd className="figures text-right">{formatRupees(subtotal)}</dd>
        {saving > 0 && (
          <>
            <dt className="text-ink-soft">You save with the special offer</dt>
            <dd className="figures text-right text-ink-soft">{formatRupees(saving)}</dd>
          </>
        )}
        <dt>Shipping</dt>
        <dd className="text-right">{shipsFree(subtotal) ? 'Free' : FREE_OVER}</dd>
        {!shipsFree(subtotal) && subtotal > 0 && (
          <dd className="col-span-2 text-sm text-ink-soft">
            {missingForFree(missingForFreeShipping(subtotal))}
          </dd>
        )}
        <dt className="mt-2 border-t border-line pt-4 text-lg font-medium">Total</dt>
        <dd className="figures mt-2 border-t border-line pt-4 text-right text-lg font-medium">
          {formatRupees(subtotal)}
        </dd>
      </dl>
      {cart.isBlocked && (
        <Notice tone="trouble" className="mt-5 text-sm">
          {BLOCKED}
        </Notice>
      )}
      <div className="mt-6 grid gap-3">
        <ProceedToCheckout isBlocked={cart.isBlocked} />
        <ButtonLink variant="secondary" to={paths.listing('rings')}>
          Continue Shopping
        </ButtonLink>
      </div>
    </section>
  )
}

/** A visitor signs in first and comes back to the cart (specification, section 4). */
function ProceedToCheckout({ isBlocked }: { readonly isBlocked: boolean }) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isOffline, setOffline] = useState(false)
  const proceed = async () => {
    setOffline(false)
    setAsking(true)
    const { status } = await session()
    setAsking(false)
    if (status === 'unknown') setOffline(true)
    else await navigate(status === 'signed in' ? paths.checkout : paths.login(paths.cart))
  }
  return (
    <>
      {isOffline && <Notice tone="trouble">{OFFLINE}</Notice>}
      <Button disabled={isBlocked} busy={isAsking} onClick={() => void proceed()}>
        Proceed to Checkout
      </Button>
    </>
  )
}
