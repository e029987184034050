/** /order-failed: the reason, unless the payment has succeeded in the meantime. */
import { lazy } from 'react'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'

const PaymentFailed = lazy(() => import('./PaymentFailed.tsx'))

export function meta() {
  return pageMeta({
    title: 'Order Status',
    description: 'The payment did not go through.',
    path: paths.orderFailed,
    noindex: true,
  })
}

export default function OrderFailed() {
  return (
    <LazyHydrate>
      <PaymentFailed />
    </LazyHydrate>
  )
}
