/** /order-success: shows what this browser saved at once, then the server's order. */
import { lazy } from 'react'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'

const OrderConfirmation = lazy(() => import('./OrderConfirmation.tsx'))

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
