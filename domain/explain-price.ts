/** How a price is computed, and why it differs between two editions, in words and rupees. */
import type { BuyableLine, PricedCart, PricedLine } from './cart.ts'
import type { PricedProduct } from './collection.ts'
import { formatGemWeight } from './gem-weight.ts'
import { formatGrams, METAL_NAMES } from './measures.ts'
import { formatRupees, multiply, paise, subtract, sum, ZERO, type Paise } from './money.ts'
import {
  beforeOffer,
  breakupOf,
  withOffer,
  type Price,
  type PriceBasis,
  type PriceBeforeOffer,
  type PriceBreakup,
} from './price.ts'
import type { Metal, ProductType } from './product.ts'

export interface PriceLine {
  readonly label: string
  readonly calculation?: string
  /** Negative for the offer. */
  readonly amount: Paise
}

/** The data that explains a price: a product of the collection, or an order line as recorded. */
interface ExplainedPrice {
  readonly type: ProductType
  readonly metal?: Metal | null
  readonly price: Pick<Price, 'listPrice' | 'saving' | 'offerPercent' | 'offerOn' | 'offerCode'> & {
    readonly breakup: Omit<PriceBreakup, 'metal'> | null
  }
}

/** The lines that add up to the price. Chains show their charges without percentages (`2.detail.chain`). */
export function priceLines(product: ExplainedPrice): readonly PriceLine[] {
  const { listPrice, saving, breakup } = product.price
  const offers = saving > 0 ? [{ label: offerLabel(product.price), amount: subtract(ZERO, saving) }] : []
  if (!breakup || !product.metal) return [{ label: 'Fixed price', amount: listPrice }, ...offers]
  const percent = (value: number) => (product.type === 'chains' ? '' : `, ${value}%`)
  const diamonds = {
    label: 'Diamonds',
    calculation: calculationOf(formatGemWeight(breakup.diamondWeightMg), breakup.diamondRatePerGram),
    amount: breakup.diamondValue,
  }
  return [
    {
      label: product.metal,
      calculation: calculationOf(formatGrams(breakup.metalWeightMg), breakup.metalRatePerGram),
      amount: breakup.metalValue,
    },
    ...(breakup.diamondWeightMg > 0 ? [diamonds] : []),
    { label: `Making charges${percent(breakup.makingChargePercent)}`, amount: breakup.makingCharge },
    { label: `GST${percent(breakup.gstPercent)}`, amount: breakup.gst },
    ...offers,
  ]
}

function offerLabel({ offerPercent, offerOn, offerCode }: ExplainedPrice['price']): string {
  const offer = offerCode === undefined ? 'Special offer' : `Offer code ${offerCode}`
  return `${offer}, ${offerPercent}%${offerOn === 'making charge' ? ' of the making charges' : ''}`
}

function calculationOf(weight: string, ratePaisePerGram: Paise): string {
  return `${weight} × ${formatRupees(ratePaisePerGram)} per gram`
}

export interface PriceChange {
  readonly text: string
  /** Negative if the price fell. */
  readonly amount: Paise
}

/**
 * Why the price of a product differs: each cause with its share; the shares add up to the difference. The shares result
 * from replacing the inputs of the price one by one, rates first.
 */
export function priceChanges(before: PricedProduct, after: PricedProduct): readonly PriceChange[] {
  const { price: old } = before
  const { price: present } = after
  const isSameBasis = old.breakup !== null && old.breakup.metal === present.breakup?.metal
  const changes =
    isSameBasis && old.breakup && present.breakup
      ? basisChanges(old.breakup, present.breakup, old)
      : [
          {
            text: anewText(before, after),
            amount: differenceOf(old, present, old),
          },
        ]
  const offer = { text: offerText(old, present), amount: offerDifference(old, present) }
  return [...changes, offer].filter(({ amount }) => amount !== 0)
}

/** In the order in which the causes are stated. */
const CAUSES = {
  metalRatePerGram: ({ metal }, from, to) =>
    `${capitalized(METAL_NAMES[metal])} ${movement(from, to)} from ${perGram(from)} to ${perGram(to)} per gram`,
  diamondRatePerGram: (_, from, to) =>
    `Diamonds ${movement(from, to)} from ${perGram(from)} to ${perGram(to)} per gram`,
  makingChargePercent: (_, from, to) => `Making charges ${movement(from, to)} from ${from}% to ${to}%`,
  gstPercent: (_, from, to) => `GST ${movement(from, to)} from ${from}% to ${to}%`,
  metalWeightMg: (_, from, to) => `The weight changed from ${formatGrams(from)} to ${formatGrams(to)}`,
  diamondWeightMg: (_, from, to) =>
    `The weight of the diamonds changed from ${formatGrams(from)} to ${formatGrams(to)}`,
} satisfies Partial<Record<keyof PriceBasis, (basis: PriceBasis, from: number, to: number) => string>>

function basisChanges(from: PriceBasis, to: PriceBasis, offer: Price): PriceChange[] {
  let basis = from
  // The keys are those of the table.
  return (Object.keys(CAUSES) as (keyof typeof CAUSES)[]).map((cause) => {
    const next = { ...basis, [cause]: to[cause] }
    const amount = differenceOf(beforeOffer(breakupOf(basis)), beforeOffer(breakupOf(next)), offer)
    basis = next
    return { text: CAUSES[cause](to, from[cause], to[cause]), amount }
  })
}

function differenceOf(
  before: PriceBeforeOffer,
  after: PriceBeforeOffer,
  { offerPercent, offerOn }: Price,
): Paise {
  const amountOf = (price: PriceBeforeOffer) => withOffer(price, { offerPercent, offerOn }).amount
  return subtract(amountOf(after), amountOf(before))
}

function offerDifference(old: Price, present: Price): Paise {
  const { offerPercent, offerOn } = old
  return subtract(present.amount, withOffer(present, { offerPercent, offerOn }).amount)
}

function offerText({ offerPercent: from }: Price, { offerPercent: to }: Price): string {
  if (from === 0) return `A special offer of ${to}% began`
  return to === 0
    ? `The special offer of ${from}% ended`
    : `The special offer changed from ${from}% to ${to}%`
}

/** For a price that is now computed differently, or fixed. */
function anewText(before: PricedProduct, after: PricedProduct): string {
  const amounts = `from ${formatRupees(before.price.listPrice)} to ${formatRupees(after.price.listPrice)}`
  if (!after.price.breakup)
    return before.price.breakup
      ? 'The price no longer follows weight and rate'
      : `The fixed price ${movement(before.price.listPrice, after.price.listPrice)} ${amounts}`
  return before.price.breakup ? 'The metal changed' : 'The price follows weight and rate now'
}

function movement(from: number, to: number): string {
  return from < to ? 'went up' : 'came down'
}

function perGram(ratePaise: number): string {
  return formatRupees(paise(ratePaise))
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export interface CartChanges {
  /** Over the lines that can be bought before and after; negative if the cart costs less. */
  readonly difference: Paise
  /** The causes over all those lines, largest first. */
  readonly causes: readonly PriceChange[]
  readonly lines: readonly LineChange[]
  /** Products that could be bought before and cannot be bought now. */
  readonly unavailable: readonly PricedLine[]
}

export interface LineChange {
  readonly before: BuyableLine
  readonly after: BuyableLine
  /** For the whole line. */
  readonly causes: readonly PriceChange[]
}

/** Compares the prices of one cart in two collections. */
export function changesBetween(
  before: Pick<PricedCart, 'lines'>,
  after: Pick<PricedCart, 'lines'>,
): CartChanges {
  const pairs = before.lines.flatMap((line, index) => {
    const other = after.lines[index]
    return other && line.error === null ? [{ line, other }] : []
  })
  const lines = pairs.flatMap(({ line, other }): LineChange[] =>
    other.error === null && other.total !== line.total
      ? [{ before: line, after: other, causes: lineCauses(line, other) }]
      : [],
  )
  return {
    difference: sum(lines.map((one) => subtract(one.after.total, one.before.total))),
    causes: sumByText(lines.flatMap(({ causes }) => causes)),
    lines,
    unavailable: pairs.flatMap(({ other }) => (other.error === null ? [] : [other])),
  }
}

function lineCauses({ product, quantity }: BuyableLine, other: BuyableLine): PriceChange[] {
  return priceChanges(product, other.product).map(({ text, amount }) => ({
    text,
    amount: multiply(amount, quantity),
  }))
}

/** Largest first. */
export function sumByText(changes: readonly PriceChange[]): PriceChange[] {
  const amounts = new Map<string, Paise>()
  for (const { text, amount } of changes) amounts.set(text, sum([amounts.get(text) ?? ZERO, amount]))
  return Array.from(amounts, ([text, amount]) => ({ text, amount })).sort(
    (one, other) => Math.abs(other.amount) - Math.abs(one.amount),
  )
}

/** "Gold went up from ₹7,300.00 to ₹7,400.00 per gram: ₹565.00 more." */
export function changeText({ text, amount }: PriceChange): string {
  const size = formatRupees(paise(Math.abs(amount)))
  return `${text}: ${size} ${amount > 0 ? 'more' : 'less'}.`
}
