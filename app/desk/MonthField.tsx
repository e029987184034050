import { indiaDate } from '#domain/time.ts'
import { Field } from '#app/ui/Field.tsx'

/** Such as 2026-11, in India. */
export function thisMonth(): string {
  return indiaDate(new Date()).slice(0, 7)
}

interface MonthFieldProps {
  readonly month: string
  readonly onChange: (month: string) => void
}

/** An emptied field keeps the month that is shown. */
export function MonthField({ month, onChange }: MonthFieldProps) {
  return (
    <Field
      label="Month"
      name="month"
      type="month"
      value={month}
      onChange={({ currentTarget }) => currentTarget.value && onChange(currentTarget.value)}
    />
  )
}
