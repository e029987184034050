import { useState, type ComponentProps } from 'react'
import { PASSWORD_LENGTH_MAX } from '#domain/shop.ts'
import { Field } from '#app/ui/Field.tsx'

type PasswordFieldProps = Pick<
  ComponentProps<typeof Field>,
  'label' | 'name' | 'autoComplete' | 'minLength' | 'hint'
>

export function PasswordField(field: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...field}
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
