/** /account: visitors sign in first and return here. */
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { lazyPage } from '#app/ui/lazy-page.tsx'

export function meta() {
  return pageMeta({
    title: 'Account',
    description: 'Your profile and your orders.',
    path: paths.account,
    noindex: true,
  })
}

export default lazyPage(() => import('./Account.tsx'))
