import { useState } from 'react'
import { useNavigate } from 'react-router'
import { completeEnrolment, startEnrolment } from '#contract/desk/staff.ts'
import { NAME_LENGTH_MAX } from '#domain/limits.ts'
import { ROLE_TEXT, type Role } from '#domain/permissions.ts'
import { SHOP } from '#domain/shop.ts'
import { call } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { EMAIL_INPUT } from '#app/ui/email-input.ts'
import { Field } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { errorText } from '#app/state/error-text.ts'
import { useForm } from '#app/state/use-form.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { CodeField } from './CodeField.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { Loading, LoadingFields, LoadingText } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { SignedOutPage } from './SignedOutPage.tsx'
import { StaffPasswordField } from './StaffPasswordField.tsx'
import { QrCode } from './QrCode.tsx'

/** The token is in the fragment, which browsers do not send. */
export function Enrolment() {
  useTitle('Set up your access')
  const [token] = useState(() => location.hash.slice(1))
  const { state, retry } = useDeskData(startEnrolment, { body: { token } })
  if (state.status === 'failed')
    return (
      <SignedOutPage title="Set up your access">
        {state.error.status === 404 || state.error.status === 400 ? (
          <Notice tone="error">{state.error.status === 404 ? errorText(state.error) : LINK_CUT}</Notice>
        ) : (
          <NotLoaded onRetry={retry} />
        )}
      </SignedOutPage>
    )
  return (
    <SignedOutPage title="Set up your access">
      {state.status === 'ready' ? <EnrolmentForm token={token} {...state.value} /> : <LoadingEnrolment />}
    </SignedOutPage>
  )
}

function LoadingEnrolment() {
  return (
    <Loading>
      <LoadingText />
      <LoadingFields count={4} className="mt-5" />
    </Loading>
  )
}

const LINK_CUT = 'This link is not complete. Copy all of it into the address bar.'

interface EnrolmentFormProps {
  readonly token: string
  readonly email: string | null
  readonly role: Role
  readonly secret: string
}

function EnrolmentForm({ token, email: invited, role, secret }: EnrolmentFormProps) {
  const { setSession } = useDesk()
  const navigate = useNavigate()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useForm(
    ({ email = '', name = '', password = '', code = '' }) =>
      call(completeEnrolment, { body: { token, email: invited ?? email, name, password, code } }),
    ({ session, backupCodes }) => {
      setSession(session)
      setCodes(backupCodes)
      // The link is used up.
      history.replaceState(null, '', location.pathname)
    },
  )
  if (codes) return <BackupCodes codes={codes} onKept={() => void navigate('/', { replace: true })} />
  const { label, may } = ROLE_TEXT[role]
  return (
    <>
      <p>
        You are invited as {label.toLowerCase()}: you may {may}.
      </p>
      <ErrorNotice>{form.error}</ErrorNotice>
      <form onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
        <Field
          {...EMAIL_INPUT}
          label="E-mail"
          autoComplete="username"
          required
          defaultValue={invited ?? ''}
          readOnly={invited !== null}
          error={form.fieldErrors.email}
        />
        <Field
          label="Your name"
          name="name"
          autoComplete="name"
          required
          maxLength={NAME_LENGTH_MAX}
          error={form.fieldErrors.name}
        />
        <StaffPasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          error={form.fieldErrors.password}
        />
        <div className="grid grid-cols-1 gap-4 border-t border-line pt-5">
          <p>Scan this with an authenticator app, for example Google Authenticator or Aegis.</p>
          <QrCode text={totpUri(secret, invited ?? 'owner')} label="QR code for the authenticator app" />
          <p className="text-sm text-ink-soft">
            Or type this key into the app: <code className="text-ink select-all">{inGroups(secret)}</code>
          </p>
        </div>
        <CodeField hint="The six digits that the app shows now." error={form.fieldErrors.code} />
        <Button type="submit" busy={form.isBusy}>
          {form.isBusy ? 'Setting up…' : 'Set up my access'}
        </Button>
      </form>
    </>
  )
}

/** The Key URI format, which authenticator apps read. */
function totpUri(secret: string, account: string): string {
  const issuer = encodeURIComponent(SHOP.name)
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secret}&issuer=${issuer}`
}

function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}
