/** Shared by the sign-in and sign-up pages. */
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { Link, Navigate } from 'react-router'
import { AUTH_PATHS, SignInResponse } from '#contract/auth.ts'
import { callPath, type CallError } from '#app/api.ts'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useBusy } from '#app/state/use-busy.ts'
import { onSignedIn } from '#app/state/session.ts'
import { AuthPage } from './AuthPage.tsx'
import { GoogleSignIn } from './GoogleSignIn.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAuthPage } from './use-auth-page.ts'
import { isAlreadyInUse } from './texts.ts'

interface AuthFormProps {
  readonly title: string
  /** The path of the auth service that receives the fields by name. */
  readonly submitPath: string
  readonly errorText: (error: CallError) => string
  readonly submit: { readonly label: string; readonly busyLabel: string }
  readonly google: { readonly label: string; readonly errorText: string }
  /** This page's path, which Google redirects back to. */
  readonly pagePath: (from?: string) => string
  readonly instead: {
    readonly question: string
    readonly label: string
    readonly to: (from?: string) => string
  }
  readonly children: ReactNode
}

export function AuthForm(props: AuthFormProps) {
  const { title, submit, google, instead } = props
  const { isSignedIn, to, from, googleError } = useAuthPage()
  const [error, setError] = useState<string | null>(googleError === null ? null : google.errorText)
  const [isBusy, setBusy] = useBusy()
  // On Back from Google, the browser may restore the page in its busy state.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => (persisted ? setBusy(false) : undefined)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [setBusy])
  const startSubmit = () => {
    setError(null)
    setBusy(true)
  }
  const showError = (text: string) => {
    setBusy(false)
    setError(text)
  }

  const submitForm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    startSubmit()
    const send = (path: string, body: object) => callPath('POST', path, SignInResponse, { body })
    let result = await send(props.submitPath, Object.fromEntries(fields))
    // An earlier attempt may have created the account before the server was too busy to respond.
    if (!result.ok && result.error.wasRetried && isAlreadyInUse(result.error))
      result = await send(AUTH_PATHS.signIn, {
        email: fields.get('email'),
        password: fields.get('password'),
      })
    if (result.ok) return onSignedIn(result.value.user)
    showError(props.errorText(result.error))
  }

  if (isSignedIn) return <Navigate to={to} replace />
  return (
    <AuthPage
      title={title}
      instead={
        <>
          {instead.question}{' '}
          <Link to={instead.to(from)} className="link text-ink">
            {instead.label}
          </Link>
        </>
      }
    >
      <ErrorNotice>{error}</ErrorNotice>
      <form method="post" onSubmit={(event) => void submitForm(event)} className="grid gap-5">
        {props.children}
        <SubmitButton {...submit} busy={isBusy} />
      </form>
      <GoogleSignIn
        label={google.label}
        returnTo={props.pagePath(from)}
        disabled={isBusy}
        onStart={startSubmit}
        onError={() => showError(google.errorText)}
      />
    </AuthPage>
  )
}
