/** The way in, for those who have an account and for those who make one: what both pages do in the same way. */
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { Link, Navigate } from 'react-router'
import { AUTH_PATHS, SignInResponse } from '#contract/auth.ts'
import { callPath, type CallError } from '#app/api.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { signedIn } from '#app/state/session.ts'
import { AuthPage } from './AuthPage.tsx'
import { GoogleSignIn } from './GoogleSignIn.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useReturnTo } from './use-return-to.ts'
import { isAlreadyInUse } from './texts.ts'

interface EntranceProps {
  readonly title: string
  /** Where the form is sent, with its fields by name. */
  readonly sendTo: string
  readonly troubleWords: (trouble: CallError) => string
  readonly submit: { readonly label: string; readonly busyLabel: string }
  readonly google: { readonly label: string; readonly trouble: string }
  /** This page's address, which Google sends the person back to, heading where they were. */
  readonly here: (from?: string) => string
  readonly instead: {
    readonly question: string
    readonly label: string
    readonly to: (from?: string) => string
  }
  readonly children: ReactNode
}

export function AuthForm(entrance: EntranceProps) {
  const { title, submit, google, instead } = entrance
  const { isSignedIn, to, from, googleError } = useReturnTo()
  const [trouble, setTrouble] = useState<string | null>(googleError === null ? null : google.trouble)
  const [isBusy, setBusy] = useState(false)
  // Back from Google, the browser may show the page as it was left.
  useEffect(() => {
    const idle = ({ persisted }: PageTransitionEvent) => (persisted ? setBusy(false) : undefined)
    addEventListener('pageshow', idle)
    return () => removeEventListener('pageshow', idle)
  }, [])
  const startSubmit = () => {
    setTrouble(null)
    setBusy(true)
  }
  const fail = (words: string) => {
    setBusy(false)
    setTrouble(words)
  }

  const submitForm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    startSubmit()
    const send = (path: string, body: object) => callPath('POST', path, SignInResponse, { body })
    let called = await send(entrance.sendTo, Object.fromEntries(typed))
    // The first try may have made the account before the shop was too busy to say so.
    if (!called.ok && called.wasRepeated && isAlreadyInUse(called))
      called = await send(AUTH_PATHS.signIn, {
        email: typed.get('email'),
        password: typed.get('password'),
      })
    if (called.ok) return signedIn(called.answer.user)
    fail(entrance.troubleWords(called))
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
      {trouble && <Notice tone="trouble">{trouble}</Notice>}
      <form method="post" onSubmit={(event) => void submitForm(event)} className="grid gap-5">
        {entrance.children}
        <SubmitButton {...submit} busy={isBusy} />
      </form>
      <GoogleSignIn
        label={google.label}
        returnTo={entrance.here(from)}
        disabled={isBusy}
        onStart={startSubmit}
        onTrouble={() => fail(google.trouble)}
      />
    </AuthPage>
  )
}
