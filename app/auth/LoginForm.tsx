import { useState, type FormEvent } from 'react'
import { Link, Navigate } from 'react-router'
import { AUTH_PATHS, SignInAnswer } from '#contract/auth.ts'
import { callPath } from '#app/api.ts'
import { paths } from '#app/paths.ts'
import { Field } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { signedIn } from '#app/state/session.ts'
import { AuthPage } from './AuthPage.tsx'
import { GoogleSignIn } from './GoogleSignIn.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useGoingOn } from './use-going-on.ts'
import { GOOGLE_TROUBLE, signInTroubleWords } from './words.ts'

export function LoginForm() {
  const { isSignedIn, to, from, googleError } = useGoingOn()
  const [trouble, setTrouble] = useState<string | null>(googleError === null ? null : GOOGLE_TROUBLE.login)
  const [isBusy, setBusy] = useState(false)

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    setTrouble(null)
    setBusy(true)
    const called = await callPath('POST', AUTH_PATHS.signIn, SignInAnswer, {
      body: { email: typed.get('email'), password: typed.get('password') },
    })
    if (called.ok) return signedIn(called.answer.user)
    setBusy(false)
    setTrouble(signInTroubleWords(called))
  }

  if (isSignedIn) return <Navigate to={to} replace />
  return (
    <AuthPage
      title="Welcome Back"
      instead={
        <>
          New here?{' '}
          <Link to={paths.signup(from)} className="link text-ink">
            Sign up
          </Link>
        </>
      }
    >
      {trouble && <Notice tone="trouble">{trouble}</Notice>}
      <form method="post" onSubmit={(event) => void signIn(event)} className="grid gap-5">
        <Field label="Email" name="email" type="email" autoComplete="username" required maxLength={254} />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Link
          to={paths.forgotPassword}
          className="link -my-2 inline-flex min-h-11 items-center justify-self-end text-sm"
        >
          Forgot password?
        </Link>
        <SubmitButton label="Sign in" busyLabel="Signing in..." busy={isBusy} />
      </form>
      <GoogleSignIn
        label="Sign in with Google"
        returnTo={paths.login(from)}
        disabled={isBusy}
        onStart={() => {
          setTrouble(null)
          setBusy(true)
        }}
        onTrouble={() => {
          setBusy(false)
          setTrouble(GOOGLE_TROUBLE.login)
        }}
      />
    </AuthPage>
  )
}
