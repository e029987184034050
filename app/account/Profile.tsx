import { useEffect, useRef, useState, type RefObject } from 'react'
import { readProfile, saveProfile, type Profile as ProfileDocument } from '#contract/account.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Field, TextAreaField } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { LoadError } from '#app/ui/LoadError.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { callAuthenticated } from '#app/state/session.ts'
import { useApi } from '#app/state/use-api.ts'
import { useForm } from '#app/state/use-form.ts'
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

/**
 * Shown as text until it is edited. Saves only phone and address; the account's e-mail address cannot be changed
 * (`5.account`).
 */
function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const [isEditing, setEditing] = useState(false)
  // A new key resets the fields to the saved values.
  const [formKey, setFormKey] = useState(0)
  const phone = useRef<HTMLInputElement>(null)
  const element = useRef<HTMLFormElement>(null)
  // The pressed button is replaced, which loses the focus.
  useEffect(() => {
    if (isEditing) phone.current?.focus()
    else if (formKey > 0) element.current?.querySelector('button')?.focus()
  }, [isEditing, formKey])

  const stopEditing = () => {
    setEditing(false)
    setFormKey(formKey + 1)
  }
  const form = useForm(
    ({ phoneNumber = '', address = '' }) =>
      callAuthenticated(saveProfile, { body: { phoneNumber, address } }),
    (saved) => {
      onSaved(saved)
      stopEditing()
    },
    () => UPDATE_FAILED,
  )
  const cancel = () => {
    form.clearError()
    stopEditing()
  }
  const hasFailed = form.error !== null || Object.keys(form.fieldErrors).length > 0

  return (
    <form
      ref={element}
      key={formKey}
      onSubmit={form.onSubmit}
      className={classes('grid max-w-2xl grid-cols-1', isEditing ? 'gap-5' : 'reads-as-text gap-3')}
    >
      {hasFailed && <Notice tone="error">{UPDATE_FAILED}</Notice>}
      <ProfileFields profile={profile} phone={phone} errors={form.fieldErrors} isViewing={!isEditing} />
      <ProfileActions
        isEditing={isEditing}
        isBusy={form.isBusy}
        onEdit={() => setEditing(true)}
        onCancel={cancel}
      />
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
  readonly isEditing: boolean
  readonly isBusy: boolean
  readonly onEdit: () => void
  readonly onCancel: () => void
}

function ProfileActions({ isEditing, isBusy, onEdit, onCancel }: ProfileActionsProps) {
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      {!isEditing ? (
        // Without keys React would turn the pressed button into the submit button during its click.
        <Button key="edit" variant="secondary" onClick={onEdit}>
          Edit Profile
        </Button>
      ) : (
        <>
          <Button key="save" type="submit" busy={isBusy}>
            Save Changes
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </>
      )}
    </div>
  )
}
