import { formatRupees } from '#domain/money.ts'
import { linePrice, pieceFacts, taxText } from './line-facts.ts'

type LineFactsProps = Parameters<typeof pieceFacts>[0] & {
  /** Rendered before the facts of the piece. */
  readonly sku?: string | null
  /** The price is explained only in print: the number of its lines is unknown before the order is loaded. */
  readonly isBrief?: boolean
}

/** The facts that an order recorded for a line. */
export function LineFacts({ sku = null, isBrief = false, ...line }: LineFactsProps) {
  const facts = [...(sku === null ? [] : [sku]), ...pieceFacts(line)]
  const prices = linePrice(line)
  const tax = taxText(line)
  return (
    <div className="text-sm text-ink-soft tabular-nums lining-nums">
      {facts.length > 0 && <p className="text-pretty">{facts.join(' · ')}</p>}
      <div className={isBrief ? 'hidden print:block' : undefined}>
        {prices.length > 0 && (
          <dl className="my-1 grid max-w-sm gap-y-0.5">
            {prices.map(({ label, calculation, amount }) => (
              <div key={label} className="flex items-baseline justify-between gap-x-4">
                <dt className="text-pretty">
                  {label}
                  {calculation && ` ${calculation}`}
                </dt>
                <dd className="whitespace-nowrap">{formatRupees(amount).replace('-', '−')}</dd>
              </div>
            ))}
          </dl>
        )}
        {tax && <p className="max-w-md text-pretty">{tax}</p>}
      </div>
    </div>
  )
}
