import type { OrderDetails } from '#contract/account.ts'
import type { Cart } from '#domain/cart-changes.ts'
import { isCaptured } from '#domain/order.ts'
import { lineKeyOf } from '#domain/sizes.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'

/** Whether a payment would still complete the order: it is unpaid and not expired. */
export function isPayable({ status, history, consent }: OrderDetails): boolean {
  return (
    !isCaptured(status) && !consent && !history.some(({ step }) => step === 'expired' || step === 'sold out')
  )
}

/**
 * Ordered pieces stay in the cart until they are paid: checking out the same pieces resumes the payment of their order.
 */
export function isStillInCart(lines: OrderDetails['lines'], cart: Cart): boolean {
  const quantities = new Map(cart.map((line) => [lineKeyOf(line), line.quantity]))
  return (
    lines.length === cart.length && lines.every((line) => quantities.get(lineKeyOf(line)) === line.quantity)
  )
}

export function PayNow({ number }: { readonly number: string }) {
  return (
    <ButtonLink to={paths.checkout}>
      Pay now
      <span className="sr-only"> for order {number}</span>
    </ButtonLink>
  )
}
