/** /account/orders/:number: one order of the signed-in person; others sign in first and come back. */
import { lazy } from 'react'
import { data } from 'react-router'
import { isOrderNumber } from '#domain/order.ts'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'
import type { Route } from './+types/order.ts'

const OrderPage = lazy(async () => ({ default: (await import('./OrderPage.tsx')).OrderPage }))

/** Whether there is such an order the page asks itself, as only the person's own token can tell. */
export function loader({ params }: Route.LoaderArgs) {
  return isOrderNumber(params.number) ? null : data(null, { status: 404 })
}

/** In the browser nothing needs to be asked for that. */
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
