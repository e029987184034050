import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { readProfile, saveProfile, type Profile as ProfileDocument } from '#contract/account.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Field, TextAreaField } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { LoadError } from '#app/ui/LoadError.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { callAuthenticated } from '#app/state/session.ts'
import { useApi } from '#app/state/use-api.ts'
import { LOAD_FAILED, NOT_GIVEN, UPDATE_FAILED } from './texts.ts'

export function ProfileSection() {
  const { state, setValue, retry } = useApi(readProfile)
  if (state.status === 'failed') return <LoadError text={LOAD_FAILED} onRetry={retry} />
  if (state.status !== 'ready') return <Skeleton className="h-72 max-w-2xl" />
  return <ProfileForm profile={state.value} onSaved={setValue} />
}

interface ProfileFormProps {
  readonly profile: ProfileDocument
  readonly onSaved: (profile: ProfileDocument) => void
}

type FormState = 'viewing' | 'editing' | 'saving' | 'failed'

/**
 * Shown as text until it is edited. Saves only phone and address; the account's e-mail address cannot be changed
 * (`5.account`).
 */
function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const [stage, setStage] = useState<FormState>('viewing')
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  // A new key resets the fields to the saved values.
  const [formKey, setFormKey] = useState(0)
  const isViewing = stage === 'viewing'
  const phone = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  // The pressed button is replaced, which loses the focus.
  useEffect(() => {
    if (stage === 'editing') phone.current?.focus()
    if (stage === 'viewing' && formKey > 0) form.current?.querySelector('button')?.focus()
  }, [stage, formKey])

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '')
    setStage('saving')
    setFields({})
    const result = await callAuthenticated(saveProfile, {
      body: { phoneNumber: text('phoneNumber'), address: text('address') },
    })
    if (!result.ok) {
      setStage('failed')
      setFields(result.error.fields)
      return
    }
    onSaved(result.value)
    setStage('viewing')
    setFormKey(formKey + 1)
  }
  const cancel = () => {
    setStage('viewing')
    setFields({})
    setFormKey(formKey + 1)
  }

  return (
    <form
      ref={form}
      key={formKey}
      onSubmit={(event) => void save(event)}
      className={classes('grid max-w-2xl grid-cols-1', isViewing ? 'reads-as-text gap-3' : 'gap-5')}
    >
      {stage === 'failed' && <Notice tone="error">{UPDATE_FAILED}</Notice>}
      <ProfileFields profile={profile} phone={phone} errors={fields} isViewing={isViewing} />
      <ProfileActions stage={stage} onEdit={() => setStage('editing')} onCancel={cancel} />
    </form>
  )
}

interface ProfileFieldsProps {
  readonly profile: ProfileDocument
  readonly phone: RefObject<HTMLInputElement | null>
  readonly errors: Readonly<Record<string, string>>
  readonly isViewing: boolean
}

function ProfileFields({ profile, phone, errors, isViewing }: ProfileFieldsProps) {
  const text = isViewing ? { disabled: true, placeholder: NOT_GIVEN } : {}
  return (
    <>
      <Field label="Name" name="name" value={profile.displayName} disabled readOnly />
      {isViewing ? (
        // A long address wraps if text is large.
        <TextAreaField label="Email" name="email" rows={1} value={profile.email} disabled readOnly />
      ) : (
        <Field label="Email" name="email" type="email" value={profile.email} disabled readOnly />
      )}
      <Field
        ref={phone}
        label="Phone Number"
        name="phoneNumber"
        type="tel"
        autoComplete="tel"
        maxLength={20}
        defaultValue={profile.phoneNumber}
        {...text}
        error={errors.phoneNumber}
      />
      <TextAreaField
        label="Address"
        name="address"
        autoComplete="street-address"
        rows={3}
        maxLength={500}
        defaultValue={profile.address}
        {...text}
        error={errors.address}
      />
    </>
  )
}

interface ProfileActionsProps {
  readonly stage: FormState
  readonly onEdit: () => void
  readonly onCancel: () => void
}

function ProfileActions({ stage, onEdit, onCancel }: ProfileActionsProps) {
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      {stage === 'viewing' ? (
        // Without keys React would turn the pressed button into the submit button during its click.
        <Button key="edit" variant="secondary" onClick={onEdit}>
          Edit Profile
        </Button>
      ) : (
        <>
          <Button key="save" type="submit" busy={stage === 'saving'}>
            Save Changes
          </Button>
          <Button variant="secondary" disabled={stage === 'saving'} onClick={onCancel}>
            Cancel
          </Button>
        </>
      )}
    </div>
  )
}
