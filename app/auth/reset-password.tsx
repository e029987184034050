/** /reset-password?token=…, which the e-mail links to. */
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { lazyPage } from '#app/ui/lazy-page.tsx'

export function meta() {
  return pageMeta({
    title: 'Choose a new password',
    description: 'Set a new password for your account.',
    path: paths.resetPassword,
    noindex: true,
  })
}

export default lazyPage(() => import('./ResetPasswordForm.tsx'))
