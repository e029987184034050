import { useState } from 'react'
import { changePassword, endSession, readSessions, renewBackupCodes } from '#contract/desk/staff.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Section } from '#app/ui/Section.tsx'
import { useForm } from '#app/state/use-form.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { Confirm } from './Confirm.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { Loading, LoadingRows } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { StaffPasswordField } from './StaffPasswordField.tsx'
import { dateTime, deviceName } from './texts.ts'

export function Sessions() {
  useTitle('My sign-ins')
  const { send } = useDesk()
  const { state, setValue, retry } = useDeskData(readSessions)
  return (
    <>
      <h1 className="text-3xl">My sign-ins</h1>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && (
        <Loading className="mt-6 print:hidden">
          <LoadingRows rows={2} cells={[['text-base', 'text-sm']]} spacing="gap-x-6 gap-y-1 py-4" />
        </Loading>
      )}
      {state.status === 'ready' && (
        <ul className="mt-6 border-t border-line print:hidden">
          {state.value.sessions.map(({ id, createdAt, lastSeenAt, userAgent, ip, isCurrent }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-4 border-b border-line py-4"
            >
              <div className="min-w-0">
                <p>
                  {deviceName(userAgent)}
                  {isCurrent && <span className="text-emerald"> (this one)</span>}
                </p>
                <p className="text-sm text-ink-soft">
                  Since {dateTime(createdAt)}, last active {dateTime(lastSeenAt)}, from {ip}
                </p>
              </div>
              {!isCurrent && (
                <Confirm
                  label="End"
                  about={`the sign-in since ${dateTime(createdAt)}`}
                  title="End this sign-in"
                  confirmLabel="End"
                  onConfirm={() => send(endSession, { params: { id } })}
                  onDone={setValue}
                >
                  <p>
                    {deviceName(userAgent)}, signed in since {dateTime(createdAt)}, is signed out at once.
                  </p>
                </Confirm>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-10 grid grid-cols-1 max-w-md gap-10">
        <RenewCodes />
        <ChangePassword onChanged={retry} />
      </div>
    </>
  )
}

function RenewCodes() {
  const { send, session, setSession } = useDesk()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (!session) return null
  if (codes) return <BackupCodes codes={codes} onKept={() => setCodes(null)} />
  return (
    <Section id="codes" title="Backup codes" className="print:hidden">
      <p className="mt-3 mb-4">{session.backupCodesLeft} of 10 are left.</p>
      <Confirm
        label="New backup codes"
        about=""
        title="New backup codes"
        confirmLabel="Show new codes"
        onConfirm={() => send(renewBackupCodes)}
        onDone={({ backupCodes }) => {
          setSession({ ...session, backupCodesLeft: backupCodes.length })
          setCodes(backupCodes)
        }}
      >
        <p>The codes that you have now stop working.</p>
      </Confirm>
    </Section>
  )
}

function ChangePassword({ onChanged }: { readonly onChanged: () => void }) {
  const { send } = useDesk()
  const [isChanged, setChanged] = useState(false)
  const form = useForm(
    ({ password = '', newPassword = '' }) => send(changePassword, { body: { password, newPassword } }),
    (_, element) => {
      element.reset()
      setChanged(true)
      onChanged()
    },
  )
  return (
    <Section id="password" title="Password" className="print:hidden">
      <form onSubmit={form.onSubmit} className="mt-4 grid grid-cols-1 gap-5">
        <ErrorNotice>{form.error}</ErrorNotice>
        {isChanged && !form.isBusy && (
          <Notice tone="success">Your password is changed, and your other sign-ins have ended.</Notice>
        )}
        <StaffPasswordField
          label="Current password"
          name="password"
          autoComplete="current-password"
          error={form.fieldErrors.password}
        />
        <StaffPasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          error={form.fieldErrors.newPassword}
        />
        <Button type="submit" variant="secondary" busy={form.isBusy} className="justify-self-start">
          Change password
        </Button>
      </form>
    </Section>
  )
}
