import type { Rates } from '#contract/desk/rates.ts'
import { gstExample } from '#domain/gst-example.ts'
import { formatRupees } from '#domain/money.ts'

/** Explains the GST of the rates, and why invoices state another one (D30, D38). */
export function GstNote({ rates }: Pick<Rates, 'rates'>) {
  const percent = (name: 'makingCharge' | 'gst') => rates.find((rate) => rate.name === name)?.value ?? 0
  const gstPercent = percent('gst')
  const example = gstExample({ makingChargePercent: percent('makingCharge'), gstPercent })
  const { invoicePercent } = example
  return (
    <section aria-labelledby="gst" className="mt-6 max-w-prose border-l-2 border-gold pl-4">
      <h2 id="gst" className="font-sans text-base font-medium">
        GST in prices, and GST on invoices
      </h2>
      <p className="mt-1 text-ink-soft">
        “GST in prices” is how prices are made: product pages show {gstPercent}% of the value of metal and
        diamonds as a line of their price. Invoices state the GST of the law, by the HSN code of each piece (
        {invoicePercent}% on jewellery), as the part of the paid price that it is. A change here changes
        prices, and never the GST on invoices.
      </p>
      <p className="mt-2 text-ink-soft">
        An example: a piece with gold for {formatRupees(example.metalValue)} costs{' '}
        {formatRupees(example.price)}. Its page shows {formatRupees(example.onPage)} as GST; its invoice
        states {formatRupees(example.onInvoice)}. The customer pays {formatRupees(example.price)} either way.
        Your accountant confirms both percentages before the shop opens.
      </p>
    </section>
  )
}
