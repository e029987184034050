import { useState, type FormEvent } from 'react'
import { Link, Navigate } from 'react-router'
import * as z from 'zod/mini'
import { AUTH_PATHS } from '#contract/auth.ts'
import { TestModeNotice } from '#app/layout/TestModeNotice.tsx'
import { callPath } from '#app/api.ts'
import { paths } from '#app/paths.ts'
import { Field } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { logError } from '#app/state/log.ts'
import { AuthPage } from './AuthPage.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAuthPage } from './use-auth-page.ts'
import { RESET_EMAIL_FAILED, RESET_EMAIL_SENT } from './texts.ts'

type FormState = 'idle' | 'sending' | 'sent' | 'failed'

export default function ForgotPasswordForm() {
  const { isSignedIn, from } = useAuthPage()
  const [stage, setStage] = useState<FormState>('idle')

  const requestReset = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = new FormData(event.currentTarget).get('email')
    setStage('sending')
    const result = await callPath('POST', AUTH_PATHS.requestReset, z.unknown(), { body: { email } })
    if (!result.ok) logError('Password reset could not be requested', result.error)
    setStage(result.ok ? 'sent' : 'failed')
  }

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
      {stage === 'sent' && <Notice tone="success">{RESET_EMAIL_SENT}</Notice>}
      {stage === 'failed' && <Notice tone="error">{RESET_EMAIL_FAILED}</Notice>}
      {stage === 'sent' && <TestModeNotice provider="mail" />}
      <form method="post" onSubmit={(event) => void requestReset(event)} className="grid gap-5">
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="Enter your email address"
          required
          maxLength={254}
        />
        <SubmitButton label="Reset Password" busyLabel="Sending..." busy={stage === 'sending'} />
      </form>
    </AuthPage>
  )
}
