import { pieceFacts, priceFacts } from './line-facts.ts'

type LineFactsProps = Parameters<typeof pieceFacts>[0] & {
  /** Before the facts of the piece. */
  readonly sku?: string | null
  /** The price is explained on paper alone: nobody knows how many lines that takes before the order is loaded. */
  readonly isBrief?: boolean
}

/** What an order recorded of a line. */
export function LineFacts({ sku = null, isBrief = false, ...line }: LineFactsProps) {
  const groups = [[...(sku === null ? [] : [sku]), ...pieceFacts(line)], priceFacts(line)]
  return groups
    .filter((facts) => facts.length > 0)
    .map((facts, index) => (
      <span
        key={facts[0]}
        className={`${isBrief && index > 0 ? 'hidden print:block' : 'block'} text-sm text-pretty text-ink-soft tabular-nums lining-nums`}
      >
        {facts.join(' · ')}
      </span>
    ))
}
