import { useId, type ComponentProps, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

interface FrameProps extends Pick<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: ReactNode
  readonly error?: string | null
  readonly hint?: ReactNode
  /** Hides it visually only. */
  readonly labelHidden?: boolean
}

interface FieldProps extends ComponentProps<'input'>, FrameProps {
  readonly name: string
  /** At the end of the field, for example a button. */
  readonly end?: ReactNode
}

export function Field({ end, ...props }: FieldProps) {
  const [frame, input] = divide(props)
  return (
    <Frame {...frame}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} className={classes('control', Boolean(end) && 'pr-14')} />
          {end && <div className="absolute inset-y-0 right-0 grid place-items-center">{end}</div>}
        </div>
      )}
    </Frame>
  )
}

interface TextAreaFieldProps extends ComponentProps<'textarea'>, FrameProps {
  readonly name: string
}

export function TextAreaField(props: TextAreaFieldProps) {
  const [frame, area] = divide(props)
  return (
    <Frame {...frame}>
      {(control) => <textarea rows={5} {...area} {...control} className="control block resize-y" />}
    </Frame>
  )
}

interface SelectFieldProps extends ComponentProps<'select'>, FrameProps {
  readonly name: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

export function SelectField({ options, ...props }: SelectFieldProps) {
  const [frame, select] = divide(props)
  return (
    <Frame {...frame}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className="control appearance-none pr-9">
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
          />
        </div>
      )}
    </Frame>
  )
}

function divide<Props extends FrameProps>(props: Props) {
  const { label, error, hint, labelHidden, className, id, ...control } = props
  return [{ label, error, hint, labelHidden, className, id }, control] as const
}

type ControlProps = Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>

interface FrameWithControlProps extends FrameProps {
  readonly children: (control: ControlProps) => ReactNode
}

/** The label, hint and error of a control, which gets their ids. */
function Frame({ label, error, hint, labelHidden, className, id, children }: FrameWithControlProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const hintId = hint ? `${fieldId}-hint` : undefined
  const errorId = error ? `${fieldId}-error` : undefined
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={fieldId} className={labelHidden ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
      </label>
      {children({ id: fieldId, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-ruby">
          <Icon name="warning" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </div>
  )
}
