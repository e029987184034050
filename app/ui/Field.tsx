import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

interface FieldTexts {
  readonly label: string
  readonly error?: string | null
  readonly hint?: ReactNode
  /** Hides it visually only. */
  readonly labelHidden?: boolean
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  readonly name: string
  readonly ref?: Ref<HTMLInputElement>
  /** At the end of the field, for example a button. */
  readonly end?: ReactNode
}

export function Field({ label, error, hint, labelHidden, end, className, id, ...input }: FieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <Frame {...{ label, error, hint, labelHidden, className, fieldId }}>
      <div className="relative">
        <input
          {...input}
          id={fieldId}
          {...describedBy(fieldId, { error, hint })}
          className={classes('control', Boolean(end) && 'pr-14')}
        />
        {end && <div className="absolute inset-y-0 right-0 grid place-items-center">{end}</div>}
      </div>
    </Frame>
  )
}

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  readonly name: string
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function TextAreaField({
  label,
  error,
  hint,
  labelHidden,
  className,
  id,
  ...area
}: TextAreaFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <Frame {...{ label, error, hint, labelHidden, className, fieldId }}>
      <textarea
        rows={5}
        {...area}
        id={fieldId}
        {...describedBy(fieldId, { error, hint })}
        className="control block resize-y"
      />
    </Frame>
  )
}

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldTexts {
  readonly name: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly ref?: Ref<HTMLSelectElement>
}

export function SelectField({
  label,
  error,
  hint,
  labelHidden,
  options,
  className,
  id,
  ...select
}: SelectFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <Frame {...{ label, error, hint, labelHidden, className, fieldId }}>
      <div className="relative">
        <select
          {...select}
          id={fieldId}
          {...describedBy(fieldId, { error, hint })}
          className="control appearance-none pr-10"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
        />
      </div>
    </Frame>
  )
}

interface FrameProps extends FieldTexts {
  readonly fieldId: string
  readonly className?: string
  readonly children: ReactNode
}

function Frame({ label, error, hint, labelHidden, fieldId, className, children }: FrameProps) {
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={fieldId} className={labelHidden ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={hintId(fieldId)} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId(fieldId)} className="flex items-start gap-1.5 text-sm text-ruby">
          <Icon name="warning" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </div>
  )
}

const hintId = (fieldId: string) => `${fieldId}-hint`
const errorId = (fieldId: string) => `${fieldId}-error`

function describedBy(fieldId: string, { error, hint }: Pick<FieldTexts, 'error' | 'hint'>) {
  const ids = [hint && hintId(fieldId), error && errorId(fieldId)].filter(Boolean)
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  }
}
