import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import * as z from 'zod/mini'
import { AUTH_PATHS } from '#contract/auth.ts'
import { TestModeNotice } from '#app/layout/TestModeNotice.tsx'
import { callPath } from '#app/api.ts'
import { paths } from '#app/paths.ts'
import { EMAIL_INPUT } from '#app/ui/email-input.ts'
import { Field } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { logError } from '#app/state/log.ts'
import { useForm } from '#app/state/use-form.ts'
import { AuthPage } from './AuthPage.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAuthPage } from './use-auth-page.ts'
import { RESET_EMAIL_FAILED, RESET_EMAIL_SENT } from './texts.ts'

export default function ForgotPasswordForm() {
  const { isSignedIn, from } = useAuthPage()
  const [isSent, setSent] = useState(false)
  const form = useForm(
    async ({ email }) => {
      setSent(false)
      const result = await callPath('POST', AUTH_PATHS.requestReset, z.unknown(), { body: { email } })
      if (!result.ok) logError('Password reset could not be requested', result.error)
      return result
    },
    () => setSent(true),
    () => RESET_EMAIL_FAILED,
  )

  if (isSignedIn) return <Navigate to={paths.home} replace />
  return (
    <AuthPage
      title="Reset Password"
      instead={
        <>
          Remember your password?{' '}
          <Link to={paths.login(from)} className="link text-ink">
            Sign in
          </Link>
        </>
      }
    >
      {isSent && <Notice tone="success">{RESET_EMAIL_SENT}</Notice>}
      <ErrorNotice>{form.error}</ErrorNotice>
      {isSent && <TestModeNotice provider="mail" />}
      <form method="post" onSubmit={form.onSubmit} className="grid gap-5">
        <Field {...EMAIL_INPUT} label="Email address" placeholder="Enter your email address" required />
        <SubmitButton label="Reset Password" busyLabel="Sending..." busy={form.isBusy} />
      </form>
    </AuthPage>
  )
}
