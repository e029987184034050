/** An example of why a page and its invoice state different amounts of GST (D30, D38). */
import { rupees, ZERO, type Paise } from './money.ts'
import { beforeOffer, breakupOf } from './price.ts'
import type { PricingParameters } from './rates.ts'
import { GOLD_JEWELLERY, taxWithin } from './tax.ts'

export interface GstExample {
  readonly metalValue: Paise
  readonly price: Paise
  /** The line of the price on the product page. */
  readonly onPage: Paise
  /** The tax within the price, at the statutory rate. */
  readonly onInvoice: Paise
  readonly invoicePercent: number
}

/** For a piece with gold worth ₹1,00,000. */
export function gstExample(
  percentages: Pick<PricingParameters, 'makingChargePercent' | 'gstPercent'>,
): GstExample {
  const breakup = breakupOf({
    metal: 'gold',
    metalWeightMg: 1000,
    metalRatePerGram: rupees(100_000),
    diamondWeightMg: 0,
    diamondRatePerGram: ZERO,
    ...percentages,
  })
  const { listPrice } = beforeOffer(breakup)
  const { ratePercent } = GOLD_JEWELLERY
  return {
    metalValue: breakup.metalValue,
    price: listPrice,
    onPage: breakup.gst,
    onInvoice: taxWithin(listPrice, ratePercent, false).igst,
    invoicePercent: ratePercent,
  }
}
