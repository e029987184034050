/** /reset-password?token=…, which the e-mail links to. */
import { lazy } from 'react'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'

const ResetPasswordForm = lazy(() => import('./ResetPasswordForm.tsx'))

export function meta() {
  return pageMeta({
    title: 'Choose a new password',
    description: 'Set a new password for your account.',
    path: paths.resetPassword,
    noindex: true,
  })
}

export default function ResetPassword() {
  return (
    <LazyHydrate>
      <ResetPasswordForm />
    </LazyHydrate>
  )
}
