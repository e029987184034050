import { lazy } from 'react'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'

const LoginForm = lazy(() => import('./LoginForm.tsx'))

export function meta() {
  return pageMeta({
    title: 'Sign in',
    description: 'Sign in to check out, and to find your cart, wishlist and orders on every device.',
    path: paths.login(),
    noindex: true,
  })
}

export default function Login() {
  return (
    <LazyHydrate>
      <LoginForm />
    </LazyHydrate>
  )
}
