import { formatRupees, formatRupeesAsNeeded } from '#domain/money.ts'
import type { Price as ProductPrice } from '#domain/price.ts'
import { classes } from '#app/ui/classes.ts'

interface PriceProps {
  readonly price: ProductPrice
  /** On cards, the old price is on a line of its own. */
  readonly stacked?: boolean
  /** The anklet page omits zero paise. */
  readonly decimals?: 'always' | 'as needed'
  readonly className?: string
}

/** The price; on offer with the old price and the percentage. */
export function Price({ price, stacked = false, decimals = 'always', className }: PriceProps) {
  const format = decimals === 'always' ? formatRupees : formatRupeesAsNeeded
  const { amount, listPrice, saving } = price
  const [rupees, paise] = format(amount).split('.')
  return (
    <p className={classes('flex flex-wrap items-baseline gap-x-2', stacked && 'flex-col', className)}>
      <span className="figures font-medium">
        {saving > 0 && <span className="sr-only">Now </span>}
        {rupees}
        {paise && <span className="text-[0.8em] font-normal text-ink-soft">.{paise}</span>}
      </span>
      {saving > 0 && (
        <span className="figures text-[0.85em] text-ink-soft">
          <s className="decoration-1">
            <span className="sr-only">Before the offer </span>
            {format(listPrice)}
          </s>{' '}
          −{price.offerPercent}%
        </span>
      )}
    </p>
  )
}
