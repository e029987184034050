import { useState, type FormEvent } from 'react'
import { Link, Navigate } from 'react-router'
import { AUTH_PATHS, NAME_LENGTH_MAX, SignInAnswer } from '#contract/auth.ts'
import { PASSWORD_LENGTH_MIN } from '#domain/shop.ts'
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
import { GOOGLE_TROUBLE, signUpTroubleWords } from './words.ts'

export function SignupForm() {
  const { isSignedIn, to, from, googleError } = useGoingOn()
  const [trouble, setTrouble] = useState<string | null>(googleError === null ? null : GOOGLE_TROUBLE.signup)
  const [isBusy, setBusy] = useState(false)

  const signUp = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    setTrouble(null)
    setBusy(true)
    const called = await callPath('POST', AUTH_PATHS.signUp, SignInAnswer, {
      body: { name: typed.get('name'), email: typed.get('email'), password: typed.get('password') },
    })
    if (called.ok) return signedIn(called.answer.user)
    setBusy(false)
    setTrouble(signUpTroubleWords(called))
  }

  if (isSignedIn) return <Navigate to={to} replace />
  return (
    <AuthPage
      title="Create your account"
      instead={
        <>
          Already have an account?{' '}
          <Link to={paths.login(from)} className="link text-ink">
            Sign in
          </Link>
        </>
      }
    >
      {trouble && <Notice tone="trouble">{trouble}</Notice>}
      <form method="post" onSubmit={(event) => void signUp(event)} className="grid gap-5">
        <Field label="Full Name" name="name" autoComplete="name" required maxLength={NAME_LENGTH_MAX} />
        <Field label="Email" name="email" type="email" autoComplete="email" required maxLength={254} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH_MIN}
          hint={`At least ${PASSWORD_LENGTH_MIN} characters.`}
        />
        <SubmitButton label="Sign up" busyLabel="Creating account..." busy={isBusy} />
      </form>
      <GoogleSignIn
        label="Sign up with Google"
        returnTo={paths.signup(from)}
        disabled={isBusy}
        onStart={() => {
          setTrouble(null)
          setBusy(true)
        }}
        onTrouble={() => {
          setBusy(false)
          setTrouble(GOOGLE_TROUBLE.signup)
        }}
      />
    </AuthPage>
  )
}
