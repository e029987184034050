import { useState } from 'react'
import { PASSWORD_LENGTH_MAX, STAFF_PASSWORD_LENGTH_MIN } from '#domain/limits.ts'
import { Field } from '#app/ui/Field.tsx'
import { RevealButton } from '#app/ui/RevealButton.tsx'

interface StaffPasswordFieldProps {
  readonly label: string
  readonly name: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly error?: string | undefined
}

export function StaffPasswordField({ autoComplete, ...props }: StaffPasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const isNew = autoComplete === 'new-password'
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={<RevealButton isShown={isShown} onChange={setShown} />}
      autoComplete={autoComplete}
      required
      minLength={isNew ? STAFF_PASSWORD_LENGTH_MIN : undefined}
      maxLength={PASSWORD_LENGTH_MAX}
      hint={isNew && `At least ${STAFF_PASSWORD_LENGTH_MIN} characters, used nowhere else.`}
    />
  )
}
