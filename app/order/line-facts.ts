import type { OrderSummary } from '#contract/account.ts'
import { priceLines, type PriceLine } from '#domain/explain-price.ts'
import { formatCarats, formatGrams } from '#domain/measures.ts'
import { formatRupees } from '#domain/money.ts'
import { GST_ON_INVOICES } from '#app/product/texts.ts'

type Line = Partial<Pick<OrderSummary['lines'][number], 'type' | 'facts'>>

/** "White Gold 18K750", "3.6 g"; empty for an order that predates facts. Unknown facts are omitted. */
export function pieceFacts({ type, facts }: Line): readonly string[] {
  if (!facts) return []
  const { metal, purity, weightMg, netWeightMg, stoneWeightMg } = facts
  const metalText = [metal, purity].filter(Boolean).join(' ')
  if (type === 'gems') return [formatCarats(weightMg)]
  return [
    ...(metalText === '' ? [] : [metalText]),
    formatGrams(weightMg),
    ...(netWeightMg === null || netWeightMg === weightMg ? [] : [`net ${formatGrams(netWeightMg)}`]),
    ...(stoneWeightMg ? [`stones ${formatGrams(stoneWeightMg)}`] : []),
  ]
}

/**
 * The lines that add up to the price of one piece, as the order recorded it; none for a fixed price without an offer.
 */
export function linePrice({ type, facts }: Line): readonly PriceLine[] {
  if (!type || !facts?.explained) return []
  const { metal, explained: price } = facts
  const lines = priceLines({ type, metal, price })
  return lines.length > 1 ? lines : []
}

/** The GST of the breakup is part of the price; the invoice states the statutory GST (D30, D38). */
export function taxText({ facts }: Line): string | null {
  if (!facts?.tax) return null
  const { hsn, ratePercent, amount } = facts.tax
  return `${GST_ON_INVOICES}: ${ratePercent}% (HSN ${hsn}), ${formatRupees(amount)} of the total.`
}
