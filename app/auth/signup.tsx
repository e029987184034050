import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { lazyPage } from '#app/ui/lazy-page.tsx'

export function meta() {
  return pageMeta({
    title: 'Sign up',
    description:
      'Create your account to check out, and to find your cart, wishlist and orders on every device.',
    path: paths.signup(),
    noindex: true,
  })
}

export default lazyPage(() => import('./SignupForm.tsx'))
