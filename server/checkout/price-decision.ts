/**
 * Decides the price of an order. The shop charges the current price, except that a price it has shown stays valid after
 * a rise: for 15 minutes from when a signed quote showed it, or from when the order was placed. After a fall the
 * request is rejected until the shopper confirms the lower total.
 */
import { priceCart, type PricedCart, type Quote, QUOTE_VALID_MS, quoteCart } from '#domain/cart.ts'
import type { FindProduct } from '#domain/collection.ts'
import { changesBetween, changeText, type PriceChange } from '#domain/explain-price.ts'
import { formatRupees, subtract, type Paise } from '#domain/money.ts'
import { withOfferCode, type OfferCodeTerms } from '#domain/offer-code.ts'
import { isSameProduct } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import { shipmentWeightMg, type ShippingRate } from '#domain/shipping.ts'
import { addMs } from '#domain/time.ts'
import { loadPastPrices } from '#server/collection/past-prices.ts'
import { digestOf, type QuoteSigner } from '#server/collection/signed-quotes.ts'
import type { Deps } from '#server/context.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import type { CheckoutContent } from './checkout-id.ts'
import { matchesQuote } from './items.ts'

export interface PricedOrder {
  readonly edition: number
  readonly quote: Quote
  readonly shippingRate: ShippingRate
  readonly weightMg: number
}

export interface PriceDecisionDeps extends Pick<Deps, 'db' | 'now'> {
  readonly quotes: QuoteSigner
}

interface CheckoutPricing {
  readonly userId: string
  readonly checkout: CheckoutContent
  /** The open order of this checkout. */
  readonly existingOrder: OrderRow | null
  readonly quoteToken: string | undefined
  /** Null without an offer code. */
  readonly terms: OfferCodeTerms | null
  /** Prices from the current collection. */
  readonly current: PricedOrder
}

const PRICES_CHANGED = errorResponse('prices-changed', 'Prices have changed. Please review your cart.')

export async function decidePrice(
  deps: PriceDecisionDeps,
  pricing: CheckoutPricing,
): Promise<Result<PricedOrder, ErrorResponse>> {
  const { checkout, existingOrder, terms, current } = pricing
  const isValid = (quoted: QuotedTotal) => isTotalValid(quoted, current.quote.total, deps.now())
  if (existingOrder) {
    const { total, shipping } = existingOrder
    if (isValid({ total, validUntil: addMs(existingOrder.placedAt, QUOTE_VALID_MS) }))
      return { ok: true, value: current }
    const find = existingOrder.edition === null ? null : await lookupIn(deps, existingOrder.edition, current)
    const lines = find ? withOfferCode(priceCart(checkout.lines, find), terms).lines : []
    return { ok: false, error: pricesChanged({ total, shipping, lines }, current.quote) }
  }
  if (matchesCheckout(checkout, current.quote)) return { ok: true, value: current }
  const shown = await priceFromQuote(deps, pricing)
  if (!shown || !matchesCheckout(checkout, shown.priced.quote))
    return { ok: false, error: await explainWithoutQuote(deps, pricing) }
  return isValid({ total: shown.priced.quote.total, validUntil: shown.validUntil })
    ? { ok: true, value: shown.priced }
    : { ok: false, error: pricesChanged(shown.priced.quote, current.quote) }
}

/**
 * A page that shows the previous edition has no quote of its prices. They are not charged, but their change is
 * explained.
 */
async function explainWithoutQuote(
  deps: PriceDecisionDeps,
  { checkout, terms, current }: CheckoutPricing,
): Promise<ErrorResponse> {
  const find = await lookupIn(deps, current.edition - 1, current)
  const cart = find && withOfferCode(priceCart(checkout.lines, find), terms)
  const before = cart && quoteCart(cart, current.shippingRate.rate)
  return before?.ok && matchesCheckout(checkout, before.value)
    ? pricesChanged(before.value, current.quote)
    : PRICES_CHANGED
}

interface QuotedTotal {
  readonly total: Paise
  readonly validUntil: Date
}

function isTotalValid({ total, validUntil }: QuotedTotal, current: Paise, now: Date): boolean {
  return total === current || (current > total && now < validUntil)
}

function matchesCheckout({ total, lines }: CheckoutContent, quote: Quote): boolean {
  return total === quote.total && matchesQuote(lines, quote.lines)
}

interface ShownPrice {
  readonly priced: PricedOrder
  readonly validUntil: Date
}

/** Null without a quote that the shop signed for this user, these lines and the chosen delivery. */
async function priceFromQuote(
  deps: PriceDecisionDeps,
  { userId, checkout, quoteToken, terms, current }: CheckoutPricing,
): Promise<ShownPrice | null> {
  const signed = quoteToken === undefined ? null : deps.quotes.verify(quoteToken)
  if (!signed || signed.userId !== userId || signed.linesDigest !== digestOf(checkout.lines)) return null
  const [, rate] =
    signed.shippingRates.find(([courierId]) => courierId === current.shippingRate.courierId) ?? []
  if (rate === undefined || signed.pincode !== checkout.shipTo.pincode) return null
  const find = await lookupIn(deps, signed.edition, current)
  const cart = find && withOfferCode(priceCart(checkout.lines, find), terms)
  const quoted = cart && quoteCart(cart, rate)
  // After a restore from a backup, another edition may have the number.
  if (!quoted?.ok || quoted.value.subtotal !== signed.subtotal) return null
  return {
    validUntil: new Date(signed.validUntil),
    priced: {
      edition: signed.edition,
      quote: quoted.value,
      shippingRate: { ...current.shippingRate, rate },
      weightMg: shipmentWeightMg(quoted.value.lines),
    },
  }
}

/** With the prices of the edition; the current one decides whether a product can be bought. */
async function lookupIn(
  { db }: PriceDecisionDeps,
  edition: number,
  { quote: { lines } }: PricedOrder,
): Promise<FindProduct | null> {
  const past = await loadPastPrices(
    db,
    edition,
    lines.map(({ key }) => key),
  )
  if (!past) return null
  return (key) => {
    const product = past.find(key)
    const currentLine = lines.find((line) => isSameProduct(line.key, key))
    return product && currentLine && { ...product, inStock: currentLine.product.inStock }
  }
}

type Prices = Pick<Quote, 'shipping' | 'total'> & Pick<PricedCart, 'lines'>

function pricesChanged(before: Prices, after: Prices): ErrorResponse {
  if (before.total === after.total) return PRICES_CHANGED
  const causes = [...changesBetween(before, after).causes, ...shippingChange(before, after)]
  const totals = `The total was ${formatRupees(before.total)} and is ${formatRupees(after.total)} now.`
  return {
    ...PRICES_CHANGED,
    message: [PRICES_CHANGED.message, totals, ...causes.map(changeText)].join(' '),
    priceChange: { before: before.total, after: after.total, causes },
  }
}

function shippingChange({ shipping: before }: Prices, { shipping: after }: Prices): PriceChange[] {
  if (before === after) return []
  const movement = before < after ? 'went up' : 'came down'
  const text = `Shipping ${movement} from ${formatRupees(before)} to ${formatRupees(after)}`
  return [{ text, amount: subtract(after, before) }]
}
