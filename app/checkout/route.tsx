/** /cart?step=checkout: for users with something to buy; redirects others. */
import { lazy } from 'react'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'

const CheckoutStep = lazy(() => import('./CheckoutStep.tsx'))

export default function CheckoutRoute() {
  return (
    <LazyHydrate>
      <CheckoutStep />
    </LazyHydrate>
  )
}
