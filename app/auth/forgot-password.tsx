import { lazy } from 'react'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'

const ForgotPasswordForm = lazy(() => import('./ForgotPasswordForm.tsx'))

export function meta() {
  return pageMeta({
    title: 'Reset Password',
    description: 'Ask for a link to set a new password.',
    path: paths.forgotPassword(),
    noindex: true,
  })
}

export default function ForgotPassword() {
  return (
    <LazyHydrate>
      <ForgotPasswordForm />
    </LazyHydrate>
  )
}
