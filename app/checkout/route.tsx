/** The order-summary view: /cart?step=checkout. For signed-in people with something to buy; others are sent on. */
import { lazy } from 'react'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'

const CheckoutStep = lazy(async () => ({ default: (await import('./CheckoutStep.tsx')).CheckoutStep }))

export default function Checkout() {
  return (
    <LazyHydrate>
      <CheckoutStep />
    </LazyHydrate>
  )
}
