/** /order-success: shows what this browser saved at once, then the server's order. */
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { lazyPage } from '#app/ui/lazy-page.tsx'

export function meta() {
  return pageMeta({
    title: 'Order Confirmation',
    description: 'Your order, to read and to print.',
    path: paths.orderSuccess,
    noindex: true,
  })
}

export default lazyPage(() => import('./OrderConfirmation.tsx'))
