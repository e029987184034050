import { data } from 'react-router'
import { pageMeta } from '#app/layout/meta.ts'
import { NotFound } from '#app/layout/ErrorPages.tsx'
import type { Route } from './+types/not-found.ts'

export function loader() {
  return data(null, { status: 404 })
}

/** Makes no request to the server. */
export function clientLoader() {
  return null
}

export function meta({ location }: Route.MetaArgs) {
  return pageMeta({
    title: 'Page not found',
    description: 'There is no page at this address.',
    path: location.pathname,
    noindex: true,
  })
}

export default NotFoundPage

function NotFoundPage() {
  return <NotFound />
}
