import type { OrderSummary } from '#contract/account.ts'
import { formatCarats, formatGrams } from '#domain/measures.ts'
import { formatRupees } from '#domain/money.ts'

type Line = Partial<Pick<OrderSummary['lines'][number], 'type' | 'facts' | 'quantity'>>

/** "White Gold 18K750", "3.6 g"; empty for an order from before this was recorded. What is unknown is left out. */
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

/** How the price of a line came about, and its tax, as the order recorded them. */
export function priceFacts({ facts, quantity = 1 }: Line): readonly string[] {
  if (!facts) return []
  const { price, tax } = facts
  const each = quantity > 1 ? ' each' : ''
  return [
    ...(price
      ? [
          `rate ${formatRupees(price.metalRatePerGram)} per gram`,
          `metal ${formatRupees(price.metalValue)}${each}`,
          ...(price.diamondValue > 0 ? [`diamonds ${formatRupees(price.diamondValue)}${each}`] : []),
          `making charge ${price.makingChargePercent}% ${formatRupees(price.makingCharge)}${each}`,
        ]
      : []),
    ...(tax ? [`HSN ${tax.hsn}, GST ${tax.ratePercent}% ${formatRupees(tax.amount)} within the total`] : []),
  ]
}
