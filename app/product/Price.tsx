import { formatRupees, formatRupeesAsNeeded } from '#domain/money.ts'
import type { Price as ProductPrice } from '#domain/price.ts'
import { classes } from '#app/ui/classes.ts'

interface PriceProps {
  readonly price: ProductPrice
  /** The anklet page omits zero paise. */
  readonly decimals?: 'always' | 'as needed'
  readonly className?: string
}

/** The price; on offer with the old one beside it. */
export function Price({ price, decimals = 'always', className }: PriceProps) {
  const format = decimals === 'always' ? formatRupees : formatRupeesAsNeeded
  return (
    <p className={classes('flex flex-wrap items-baseline gap-x-2', className)}>
      <span className="figures font-medium">
        {price.saving > 0 && <span className="sr-only">Now </span>}
        {format(price.amount)}
      </span>
      {price.saving > 0 && (
        <s className="figures text-[0.85em] text-ink-soft decoration-1">
          <span className="sr-only">Before the offer </span>
          {format(price.before)}
        </s>
      )}
    </p>
  )
}
