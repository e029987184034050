import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isPaid } from '#domain/order.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { readFailureReason, readOpenOrder } from '#app/state/checkout.ts'
import { usePricedCart } from '#app/state/priced-cart.ts'
import { formatRupees } from '#domain/money.ts'
import { OrderLines } from './OrderLines.tsx'
import { lastOrderFromSummary } from './payment.ts'
import { showPaid } from './show-paid.ts'
import { useOrderPolling } from './use-order-polling.ts'
import { FAILURE_TEXT } from './texts.ts'

export default function PaymentFailed() {
  const isBrowser = useIsBrowser()
  const navigate = useNavigate()
  const [orderNumber] = useState(readOpenOrder)
  // A payment whose dialog was dismissed may have succeeded.
  useOrderPolling(orderNumber, (order) => {
    if (!isPaid(order.status)) return false
    void showPaid(lastOrderFromSummary(order), navigate)
    return true
  })
  const priced = usePricedCart()
  const pieces = priced.status === 'ready' ? priced.cart.buyable : []
  const reason = (isBrowser && readFailureReason()) || FAILURE_TEXT.default
  return (
    <div className="page max-w-3xl">
      <PageTitle title="Order Status" />
      <div className="border border-line bg-raised p-[min(1.5rem,5vw)] sm:p-10">
        <h2 className="flex items-center gap-[min(0.75rem,3vw)] text-2xl text-ruby">
          <Icon name="warning" className="size-7" />
          Payment Failed
        </h2>
        <p className="mt-4 text-lg">{reason}</p>
        <p className="mt-2 text-ink-soft">Your cart is as you left it.</p>
        <div className="mt-8 grid gap-3 sm:flex">
          <ButtonLink to={paths.cart}>Try Again</ButtonLink>
          <ButtonLink variant="secondary" to={paths.listing('rings')}>
            Continue Shopping
          </ButtonLink>
        </div>
      </div>
      {priced.status === 'ready' && pieces.length > 0 && (
        <section className="mt-12" aria-labelledby="pieces">
          <h2 id="pieces" className="pb-4 text-xl">
            In your cart
          </h2>
          <OrderLines lines={pieces} />
          <dl className="amount-row pt-4 text-lg font-medium">
            <dt>Subtotal</dt>
            <dd className="figures text-right">{formatRupees(priced.cart.subtotal)}</dd>
          </dl>
        </section>
      )}
    </div>
  )
}
