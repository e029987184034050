import { useState } from 'react'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/shop.ts'
import { Field } from '#app/ui/Field.tsx'

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
      end={
        <button
          type="button"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="min-h-11 px-3.5 text-sm text-ink-soft -outline-offset-2 hover:text-ink"
        >
          {isShown ? 'Hide' : 'Show'}
          <span className="sr-only"> password</span>
        </button>
      }
    />
  )
}
