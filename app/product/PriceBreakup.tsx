import type { PricedProduct } from '#domain/collection.ts'
import { priceLines, type PriceLine } from '#domain/explain-price.ts'
import { formatRupees } from '#domain/money.ts'
import { GST_ON_INVOICES } from './texts.ts'

/** The lines that add up to the price; nothing for a fixed price. Its GST is not that of the invoice (D38). */
export function PriceBreakup({ product }: { readonly product: PricedProduct }) {
  const { amount, breakup } = product.price
  if (!breakup) return null
  return (
    <>
      <table className="w-full border-collapse text-sm">
        <caption className="pb-3 text-left font-serif text-xl font-medium">Price breakup</caption>
        <tbody>
          {priceLines(product).map((line) => (
            <Row key={line.label} {...line} />
          ))}
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
      <p className="mb-3 max-w-prose text-sm text-ink-soft">{GST_ON_INVOICES}; the price stays the same.</p>
    </>
  )
}

function Row({ label, calculation, amount }: PriceLine) {
  return (
    <tr className="border-t border-line align-baseline">
      <th scope="row" className="py-2.5 pr-[min(1rem,2vw)] text-left font-normal text-pretty">
        {label}
        {calculation && <span className="block text-ink-soft tabular-nums lining-nums">{calculation}</span>}
      </th>
      <td className="figures py-2.5 text-right">{formatRupees(amount).replace('-', '−')}</td>
    </tr>
  )
}
