import { use } from 'react'
import { REASON_LENGTH_MAX } from '#contract/desk/reason.ts'
import { Field } from '#app/ui/Field.tsx'
import { ConfirmErrors } from './Confirm.tsx'

/** For the history and the audit log. */
export function ReasonField({ error }: { readonly error?: string | undefined }) {
  const { reason } = use(ConfirmErrors)
  return (
    <Field
      label="Reason"
      name="reason"
      required
      autoComplete="off"
      maxLength={REASON_LENGTH_MAX}
      error={error ?? reason}
    />
  )
}
