import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { AUTH_PATHS } from '#contract/auth.ts'
import { callPath } from '#app/api.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { loadSession } from '#app/state/session.ts'
import { AuthPage } from './AuthPage.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { resetErrorText } from './texts.ts'

export default function ResetPasswordForm() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const [isDone, setDone] = useState(false)
  const form = useForm(
    ({ password }) =>
      callPath('POST', AUTH_PATHS.reset, z.unknown(), { body: { token, newPassword: password } }),
    () => {
      setDone(true)
      // A new password ends every session, including this one.
      void loadSession(true)
    },
    resetErrorText,
  )
  const error = token === '' ? resetErrorText({ code: 'VALIDATION_ERROR' }) : form.error

  return (
    <AuthPage
      title="Choose a new password"
      instead={
        <Link to={paths.forgotPassword()} className="link -my-3 inline-block py-3 text-ink">
          Ask for a new link
        </Link>
      }
    >
      <ErrorNotice>{error}</ErrorNotice>
      {isDone ? (
        <>
          <Notice tone="success">Your password has been changed.</Notice>
          <ButtonLink to={paths.login()}>Sign in</ButtonLink>
        </>
      ) : (
        token !== '' && (
          <form method="post" onSubmit={form.onSubmit} className="grid gap-5">
            <PasswordField label="New password" isNew />
            <SubmitButton label="Save new password" busyLabel="Saving..." busy={form.isBusy} />
          </form>
        )
      )}
    </AuthPage>
  )
}
