import type { ReactNode } from 'react'
import { formatRupees, sum, type Paise } from '#domain/money.ts'
import { classes } from './classes.ts'

interface AmountRow {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly isQuiet?: boolean
}

interface AmountListProps {
  readonly rows: readonly AmountRow[]
  readonly total: { readonly label: ReactNode; readonly value: ReactNode }
  readonly className?: string
}

export function AmountList({ rows, total, className }: AmountListProps) {
  return (
    <dl className={classes('grid grid-cols-1 gap-2.5', className)}>
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

/** Shown above a subtotal: the discount of offers. */
export function savingRows({
  subtotal,
  saving,
}: Readonly<Record<'subtotal' | 'saving', Paise>>): AmountRow[] {
  if (saving === 0) return []
  return [
    { label: 'Before offers', value: formatRupees(sum([subtotal, saving])), isQuiet: true },
    { label: 'You save', value: `−${formatRupees(saving)}`, isQuiet: true },
  ]
}
