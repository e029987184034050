import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface AmountListProps {
  readonly rows: readonly {
    readonly label: ReactNode
    readonly value: ReactNode
    readonly isQuiet?: boolean
  }[]
  readonly total: { readonly label: ReactNode; readonly value: ReactNode }
  readonly className?: string
}

export function AmountList({ rows, total, className }: AmountListProps) {
  return (
    <dl className={classes('grid gap-2.5', className)}>
      {rows.map(({ label, value, isQuiet }, index) => (
        // Rows are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes('amount-row', isQuiet && 'text-ink-soft')}>
          <dt>{label}</dt>
          <dd className="figures text-right">{value}</dd>
        </div>
      ))}
      <div className="mt-2 amount-row border-t border-line pt-4 text-lg font-medium">
        <dt>{total.label}</dt>
        <dd className="figures text-right">{total.value}</dd>
      </div>
    </dl>
  )
}
