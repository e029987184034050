import { Navigate, useNavigate } from 'react-router'
import { signIn } from '#contract/desk/staff.ts'
import { Button } from '#app/ui/Button.tsx'
import { EMAIL_INPUT } from '#app/ui/email-input.ts'
import { Field } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { useDesk, useTitle } from './desk-context.ts'
import { SignedOutPage } from './SignedOutPage.tsx'
import { StaffPasswordField } from './StaffPasswordField.tsx'
import { SIGNED_OUT } from './texts.ts'

export function SignIn({ hasEnded }: { readonly hasEnded: boolean }) {
  useTitle('Sign in')
  const { session, setSession, send } = useDesk()
  const navigate = useNavigate()
  const form = useForm(
    ({ email = '', password = '', code = '' }) => send(signIn, { body: { email, password, code } }),
    (signedIn) => {
      setSession(signedIn.session)
      void navigate('/', { replace: true })
    },
  )
  if (session) return <Navigate to="/" replace />
  return (
    <SignedOutPage
      title="Sign in"
      help="Without your password, or without your phone and your backup codes, ask an owner to invite you again: the link renews both."
    >
      {hasEnded && !form.error && <Notice tone="info">{SIGNED_OUT}</Notice>}
      <ErrorNotice>{form.error}</ErrorNotice>
      <form onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
        <Field
          {...EMAIL_INPUT}
          label="E-mail"
          autoComplete="username"
          required
          error={form.fieldErrors.email}
        />
        <StaffPasswordField label="Password" name="password" autoComplete="current-password" />
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={20}
          hint="The six digits that your authenticator app shows, or one of your backup codes."
          error={form.fieldErrors.code}
        />
        <Button type="submit" busy={form.isBusy}>
          {form.isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </SignedOutPage>
  )
}
