import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { lazyPage } from '#app/ui/lazy-page.tsx'

export function meta() {
  return pageMeta({
    title: 'Reset Password',
    description: 'Ask for a link to set a new password.',
    path: paths.forgotPassword(),
    noindex: true,
  })
}

export default lazyPage(() => import('./ForgotPasswordForm.tsx'))
