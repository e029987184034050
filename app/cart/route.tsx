/** /cart, and its second step: with `?step=checkout` the order summary takes the place of the cart. */
import { Outlet, useSearchParams } from 'react-router'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { CartPage } from './CartPage.tsx'

export function meta() {
  return pageMeta({
    title: 'Your Cart',
    description: 'The pieces you have chosen, with their prices and shipping.',
    path: paths.cart,
    noindex: true,
  })
}

export default function Cart() {
  const [query] = useSearchParams()
  return query.get('step') === 'checkout' ? <Outlet /> : <CartPage />
}
