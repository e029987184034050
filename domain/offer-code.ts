/**
 * Offer codes: a word that a customer enters at the checkout for a lower price (D51). Its terms never change. A piece
 * on special offer gets the lower of the two prices, never both reductions.
 */
import { cartOf, type PricedCart, type PricedLine } from './cart.ts'
import { multiply } from './money.ts'
import { withOffer, type OfferBase } from './price.ts'
import { presentationOf } from './presentation.ts'
import { isProductType, skuOf, type Product, type ProductType, type Sku } from './product.ts'

export interface OfferCodeTerms {
  readonly code: string
  readonly percent: number
  readonly on: OfferBase
  /** Every piece if empty. */
  readonly appliesTo: readonly (ProductType | Sku)[]
}

/** A higher value would be a typing error. */
export const OFFER_PERCENT_MAX: Readonly<Record<OfferBase, number>> = { price: 50, 'making charge': 100 }

/** Letters and digits, easy to read aloud or print on a card. */
export const OFFER_CODE = /^[A-Z0-9]{4,20}$/

/** Accepts it as typed: in lower case, with spaces or hyphens. */
export function normalizeOfferCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '')
}

export function withOfferCode(cart: PricedCart, terms: OfferCodeTerms | null): PricedCart {
  return terms ? cartOf(cart.lines.map((line) => lineWithCode(line, terms))) : cart
}

function lineWithCode(line: PricedLine, terms: OfferCodeTerms): PricedLine {
  if (line.error !== null || !appliesTo(terms, line.product)) return line
  const { price } = line.product
  const offered = withOffer(price, { offerPercent: terms.percent, offerOn: terms.on, offerCode: terms.code })
  if (offered.saving <= price.saving) return line
  return {
    ...line,
    product: { ...line.product, price: offered },
    unitPrice: offered.amount,
    saving: multiply(offered.saving, line.quantity),
    total: multiply(offered.amount, line.quantity),
  }
}

export function appliesTo({ appliesTo: keys }: OfferCodeTerms, product: Product): boolean {
  return keys.length === 0 || keys.includes(product.type) || keys.includes(skuOf(product))
}

/** "10% off the making charges of rings, chains and selected pieces". */
export function offerTermsText({ percent, on, appliesTo: keys }: OfferCodeTerms): string {
  const off = on === 'price' ? `${percent}% off` : `${percent}% off the making charges`
  if (keys.length === 0) return off
  const types = keys.flatMap((key) => (isProductType(key) ? [presentationOf(key).label.toLowerCase()] : []))
  const names = types.length < keys.length ? [...types, 'selected pieces'] : types
  return `${off} ${on === 'price' ? '' : 'of '}${new Intl.ListFormat('en-IN').format(names)}`
}

/** `validUntil` is the first moment at which it is no longer valid; null: until the shop ends it. */
export interface OfferCodeValidity {
  readonly validFrom: Date
  readonly validUntil: Date | null
}

export type OfferCodeState = 'scheduled' | 'running' | 'ended'

export function offerCodeState({ validFrom, validUntil }: OfferCodeValidity, now: Date): OfferCodeState {
  if (validUntil && now >= validUntil) return 'ended'
  return now < validFrom ? 'scheduled' : 'running'
}
