/** /order-success: the order just paid. What this browser saved is shown at once; the server's record takes its place. */
import { lazy } from 'react'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'

const OrderConfirmation = lazy(async () => ({
  default: (await import('./OrderConfirmation.tsx')).OrderConfirmation,
}))

export function meta() {
  return pageMeta({
    title: 'Order Confirmation',
    description: 'Your order, to read and to print.',
    path: paths.orderSuccess,
    noindex: true,
  })
}

export default function OrderSuccess() {
  return (
    <LazyHydrate>
      <OrderConfirmation />
    </LazyHydrate>
  )
}
