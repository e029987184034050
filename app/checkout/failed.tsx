/** /order-failed: the reason, unless the payment has succeeded in the meantime. */
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { lazyPage } from '#app/ui/lazy-page.tsx'

export function meta() {
  return pageMeta({
    title: 'Order Status',
    description: 'The payment did not go through.',
    path: paths.orderFailed,
    noindex: true,
  })
}

export default lazyPage(() => import('./PaymentFailed.tsx'))
