/** /account: visitors sign in first and return here. */
import { lazy } from 'react'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'

const Account = lazy(() => import('./Account.tsx'))

export function meta() {
  return pageMeta({
    title: 'Account',
    description: 'Your profile and your orders.',
    path: paths.account,
    noindex: true,
  })
}

export default function AccountPage() {
  return (
    <LazyHydrate>
      <Account />
    </LazyHydrate>
  )
}
