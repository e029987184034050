import { pieceFacts, priceFacts } from './line-facts.ts'

type LineFactsProps = Parameters<typeof pieceFacts>[0] & {
  /** Before the facts of the piece. */
  readonly sku?: string | null
}

/** What an order recorded of a line. */
export function LineFacts({ sku = null, ...line }: LineFactsProps) {
  const groups = [[...(sku === null ? [] : [sku]), ...pieceFacts(line)], priceFacts(line)]
  return groups
    .filter((facts) => facts.length > 0)
    .map((facts) => (
      <span key={facts[0]} className="block text-sm text-pretty text-ink-soft tabular-nums lining-nums">
        {facts.join(' · ')}
      </span>
    ))
}
