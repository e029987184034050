interface CheckFieldProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Large enough for a finger at every width, unlike the check boxes of the shop's filters. */
export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0"
      />
      {label}
    </label>
  )
}
