import { formatRupees, type Paise } from '#domain/money.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { formatGrams } from './texts.ts'

/** The lines that add up to the price; nothing for a fixed price. */
export function PriceBreakup({ product }: { readonly product: PricedProduct }) {
  const { amount, saving, offerPercent, breakup } = product.price
  const lines = breakup ? linesOf(product) : []
  if (lines.length === 0) return null
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="pb-3 text-left font-serif text-xl font-medium">Price breakup</caption>
      <tbody>
        {lines.map((line) => (
          <Row key={line.label} {...line} />
        ))}
        {saving > 0 && <Row label={`Special offer, ${offerPercent}%`} amount={saving} sign="−" />}
      </tbody>
      <tfoot>
        <tr className="border-t border-line-strong text-base font-medium">
          <th scope="row" className="py-3 text-left font-medium">
            Price
          </th>
          <td className="figures py-3 text-right">{formatRupees(amount)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

interface Line {
  readonly label: string
  readonly calculation?: string
  readonly amount: Paise
  readonly sign?: string
}

function Row({ label, calculation, amount, sign = '' }: Line) {
  return (
    <tr className="border-t border-line align-baseline">
      <th scope="row" className="py-2.5 pr-4 text-left font-normal">
        {label}
        {calculation && <span className="figures block text-ink-soft">{calculation}</span>}
      </th>
      <td className="figures py-2.5 text-right">
        {sign}
        {formatRupees(amount)}
      </td>
    </tr>
  )
}

/** Chains show their charges without percentages (`2.detail.chain`). */
export function linesOf(product: PricedProduct): readonly Line[] {
  const { breakup } = product.price
  if (!breakup || product.type === 'gems') return []
  const showsPercentages = product.type !== 'chains'
  return [
    {
      label: product.metal,
      calculation: calculationOf(breakup.metalWeightMg, breakup.metalRatePerGram),
      amount: breakup.metalValue,
    },
    ...(breakup.diamondWeightMg > 0
      ? [
          {
            label: 'Diamonds',
            calculation: calculationOf(breakup.diamondWeightMg, breakup.diamondRatePerGram),
            amount: breakup.diamondValue,
          },
        ]
      : []),
    {
      label: showsPercentages ? `Making charges, ${breakup.makingChargePercent}%` : 'Making charges',
      amount: breakup.makingCharge,
    },
    { label: showsPercentages ? `GST, ${breakup.gstPercent}%` : 'GST', amount: breakup.gst },
  ]
}

function calculationOf(weightMg: number, ratePaisePerGram: Paise): string {
  return `${formatGrams(weightMg)} × ${formatRupees(ratePaisePerGram)} per gram`
}
