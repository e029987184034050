import { useState } from 'react'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/limits.ts'
import { Field } from '#app/ui/Field.tsx'
import { RevealButton } from '#app/ui/RevealButton.tsx'

interface PasswordFieldProps {
  readonly label: string
  readonly isNew?: boolean
}

export function PasswordField({ label, isNew = false }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      label={label}
      name="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      minLength={isNew ? PASSWORD_LENGTH_MIN : undefined}
      hint={isNew && `At least ${PASSWORD_LENGTH_MIN} characters.`}
      type={isShown ? 'text' : 'password'}
      required
      maxLength={PASSWORD_LENGTH_MAX}
      autoCapitalize="none"
      spellCheck={false}
      end={<RevealButton isShown={isShown} onChange={setShown} />}
    />
  )
}
