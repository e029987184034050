import { useEffect, useRef, useState, type FormEvent } from 'react'
import { readProfile, saveProfile, type Profile as ProfileDocument } from '#contract/account.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field, TextAreaField } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { callAuthenticated } from '#app/state/session.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { useRequest } from './use-request.ts'
import { UPDATE_FAILED } from './texts.ts'

const fetchProfile = () => callAuthenticated(readProfile)

export function Profile() {
  const { state, set, retry } = useRequest(fetchProfile)
  if (state.status === 'loading') return <Skeleton className="h-72 max-w-2xl" />
  if (state.status === 'failed') return <LoadFailed onRetry={retry} />
  return <ProfileForm profile={state.answer} onSaved={set} />
}

interface ProfileFormProps {
  readonly profile: ProfileDocument
  readonly onSaved: (profile: ProfileDocument) => void
}

type FormState = 'viewing' | 'editing' | 'saving' | 'failed'

/** Only phone and address are saved; the address of the account cannot be changed (`5.account`). */
function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const [stage, setStage] = useState<FormState>('viewing')
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  // A new key gives the fields their saved values back.
  const [edition, setEdition] = useState(0)
  const isViewing = stage === 'viewing'
  const phone = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  // The button that was pressed gives way to others: the focus goes on with the person.
  useEffect(() => {
    if (stage === 'editing') phone.current?.focus()
    if (stage === 'viewing' && edition > 0) form.current?.querySelector('button')?.focus()
  }, [stage, edition])

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '')
    setStage('saving')
    setFields({})
    const called = await callAuthenticated(saveProfile, {
      body: { phoneNumber: text('phoneNumber'), address: text('address') },
    })
    if (!called.ok) {
      setStage('failed')
      setFields(called.fields)
      return
    }
    onSaved(called.answer)
    setStage('viewing')
    setEdition(edition + 1)
  }
  const cancel = () => {
    setStage('viewing')
    setFields({})
    setEdition(edition + 1)
  }

  return (
    <form ref={form} key={edition} onSubmit={(event) => void save(event)} className="grid max-w-2xl gap-5">
      {stage === 'failed' && <Notice tone="trouble">{UPDATE_FAILED}</Notice>}
      <Field label="Name" name="name" value={profile.displayName} disabled readOnly />
      <Field label="Email" name="email" type="email" value={profile.email} disabled readOnly />
      <Field
        ref={phone}
        label="Phone Number"
        name="phoneNumber"
        type="tel"
        autoComplete="tel"
        maxLength={20}
        defaultValue={profile.phoneNumber}
        disabled={isViewing}
        error={fields.phoneNumber}
      />
      <TextAreaField
        label="Address"
        name="address"
        autoComplete="street-address"
        rows={3}
        maxLength={500}
        defaultValue={profile.address}
        disabled={isViewing}
        error={fields.address}
      />
      <div className="flex flex-wrap gap-3">
        {isViewing ? (
          // Keys, or the pressed button would turn into the one that submits before its press is over.
          <Button key="edit" variant="secondary" onClick={() => setStage('editing')}>
            Edit Profile
          </Button>
        ) : (
          <>
            <Button key="save" type="submit" busy={stage === 'saving'}>
              Save Changes
            </Button>
            <Button variant="secondary" disabled={stage === 'saving'} onClick={cancel}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </form>
  )
}
