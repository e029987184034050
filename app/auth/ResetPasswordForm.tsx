import { useState, type FormEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { AUTH_PATHS } from '#contract/auth.ts'
import { callPath } from '#app/api.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { loadSession } from '#app/state/session.ts'
import { AuthPage } from './AuthPage.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { resetErrorText } from './texts.ts'

export default function ResetPasswordForm() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const [error, setError] = useState(token === '' ? resetErrorText('VALIDATION_ERROR') : null)
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)

  const reset = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newPassword = new FormData(event.currentTarget).get('password')
    setError(null)
    setBusy(true)
    const result = await callPath('POST', AUTH_PATHS.reset, z.unknown(), { body: { token, newPassword } })
    setBusy(false)
    if (!result.ok) return setError(resetErrorText(result.error.code))
    setDone(true)
    // A new password ends every session, including this one.
    await loadSession(true)
  }

  return (
    <AuthPage
      title="Choose a new password"
      instead={
        <Link to={paths.forgotPassword()} className="link -my-3 inline-block py-3 text-ink">
          Ask for a new link
        </Link>
      }
    >
      {error && <Notice tone="error">{error}</Notice>}
      {isDone ? (
        <>
          <Notice tone="success">Your password has been changed.</Notice>
          <ButtonLink to={paths.login()}>Sign in</ButtonLink>
        </>
      ) : (
        token !== '' && (
          <form method="post" onSubmit={(event) => void reset(event)} className="grid gap-5">
            <PasswordField label="New password" isNew />
            <SubmitButton label="Save new password" busyLabel="Saving..." busy={isBusy} />
          </form>
        )
      )}
    </AuthPage>
  )
}
