/** /account/orders/:number: visitors sign in first and return here. */
import { lazy } from 'react'
import { data } from 'react-router'
import { isOrderNumber } from '#domain/order.ts'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'
import type { Route } from './+types/order.ts'

const OrderPage = lazy(() => import('./OrderPage.tsx'))

/** Checks only the format: the page requests the order, because that needs the user's token. */
export function loader({ params }: Route.LoaderArgs) {
  return isOrderNumber(params.number) ? null : data(null, { status: 404 })
}

/** Saves a request: the page itself checks the number. */
export function clientLoader() {
  return null
}

export function meta({ params }: Route.MetaArgs) {
  return pageMeta({
    title: 'Your Order',
    description: 'What was ordered, what has happened since, and the invoice.',
    path: paths.order(params.number),
    noindex: true,
  })
}

export default function OrderRoute({ params }: Route.ComponentProps) {
  return (
    <LazyHydrate>
      <OrderPage key={params.number} number={params.number} />
    </LazyHydrate>
  )
}
