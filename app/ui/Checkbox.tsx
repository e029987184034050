import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

interface CheckboxProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Number of products with this option. */
  readonly count?: number
  readonly disabled?: boolean
  readonly name?: string
  readonly value?: string
}

export function Checkbox({ label, checked, onChange, count, disabled, name, value }: CheckboxProps) {
  return (
    <label
      className={classes(
        'flex min-h-11 items-center gap-3 text-base lg:min-h-9',
        disabled ? 'cursor-not-allowed text-ink-soft' : 'hover:text-gold-ink',
      )}
    >
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          name={name}
          value={value}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer checkbox"
        />
        <Icon
          name="check"
          className="pointer-events-none absolute size-3.5 text-on-action opacity-0 peer-checked:opacity-100 forced-colors:hidden"
        />
      </span>
      <span className="grow">{label}</span>
      {count !== undefined && (
        <span className="figures text-sm text-ink-soft">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{count === 1 ? '1 piece' : `${count} pieces`}</span>
        </span>
      )}
    </label>
  )
}
