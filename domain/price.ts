/**
 * The shop's only price function.
 *
 * Without a fixed price: value = weight × rate of the metal (rings: + diamonds × diamond rate), making charge and GST a
 * percentage of the value. Each line is rounded half-up to the paisa; the price is the sum of the lines (D5).
 */
import { divideHalfUp, subtract, paise, percentOf, sum, ZERO, type Paise } from './money.ts'
import type { Metal, Product } from './product.ts'
import type { RatedMetal, PricingParameters } from './rates.ts'

/** The inputs of a price by weight. */
export interface PriceBasis {
  readonly metal: RatedMetal
  readonly metalWeightMg: number
  readonly metalRatePerGram: Paise
  readonly diamondWeightMg: number
  readonly diamondRatePerGram: Paise
  readonly makingChargePercent: number
  readonly gstPercent: number
}

export interface PriceBreakup extends PriceBasis {
  readonly metalValue: Paise
  readonly diamondValue: Paise
  readonly makingCharge: Paise
  readonly gst: Paise
}

export const OFFER_BASES = ['price', 'making charge'] as const
export type OfferBase = (typeof OFFER_BASES)[number]

export interface Price {
  readonly amount: Paise
  /** Before the special offer; equal to `amount` without one. */
  readonly listPrice: Paise
  /** `listPrice` − `amount`. */
  readonly saving: Paise
  /** 0 without a special offer. */
  readonly offerPercent: number
  /** The amount that the percentage is taken of; the price if omitted. */
  readonly offerOn?: OfferBase
  /** The customer's code, if the offer comes from one (offer-code.ts). */
  readonly offerCode?: string
  /** Null if the price is fixed. Its amounts add up to `listPrice`. */
  readonly breakup: PriceBreakup | null
}

const RATED_METAL: Record<Exclude<Metal, 'Gold Plated'>, RatedMetal> = {
  'Yellow Gold': 'gold',
  Gold: 'gold',
  'White Gold': 'gold18k',
  'Rose Gold': 'gold18k',
  Silver: 'silver',
  Platinum: 'platinum',
  Copper: 'copper',
  Bronze: 'copper',
}

/** Throws for a product with neither a fixed price nor a metal with a rate; no edition is published with one. */
export function priceOf(product: Product, rates: PricingParameters): Price {
  const basis = basisOf(product, rates)
  const breakup = basis && breakupOf(basis)
  const listPrice = breakup ? totalOf(breakup) : fixedPriceOf(product)
  return withOffer({ listPrice, breakup }, { offerPercent: product.onOffer ? rates.offerPercent : 0 })
}

/** Null for a product with a fixed price, or without a metal that has a rate. */
function basisOf(product: Product, rates: PricingParameters): PriceBasis | null {
  if (product.fixedPrice !== undefined || !('metal' in product)) return null
  const metal = ratedMetalOf(product.metal)
  if (!metal) return null
  return {
    metal,
    metalWeightMg: product.weightMg,
    metalRatePerGram: rates.perGram[metal],
    diamondWeightMg: product.type === 'rings' ? (product.diamondWeightMg ?? 0) : 0,
    diamondRatePerGram: rates.diamondPerGram,
    makingChargePercent: rates.makingChargePercent,
    gstPercent: rates.gstPercent,
  }
}

export function breakupOf(basis: PriceBasis): PriceBreakup {
  const metalValue = valueOf(basis.metalWeightMg, basis.metalRatePerGram)
  const diamondValue = valueOf(basis.diamondWeightMg, basis.diamondRatePerGram)
  const value = sum([metalValue, diamondValue])
  return {
    ...basis,
    metalValue,
    diamondValue,
    makingCharge: percentOf(value, basis.makingChargePercent),
    gst: percentOf(value, basis.gstPercent),
  }
}

function totalOf({ metalValue, diamondValue, makingCharge, gst }: PriceBreakup): Paise {
  return sum([metalValue, diamondValue, makingCharge, gst])
}

export type PriceBeforeOffer = Pick<Price, 'listPrice' | 'breakup'>
type Offer = Pick<Price, 'offerPercent' | 'offerOn' | 'offerCode'>

/** An offer on the making charge saves nothing on a fixed price, which has none. */
export function withOffer({ listPrice, breakup }: PriceBeforeOffer, offer: Offer): Price {
  const base = offer.offerOn === 'making charge' ? (breakup?.makingCharge ?? ZERO) : listPrice
  const saving = percentOf(base, offer.offerPercent)
  return { amount: subtract(listPrice, saving), listPrice, saving, ...offer, breakup }
}

/** Derived from the breakup of the price before the offer. */
export function beforeOffer(breakup: PriceBreakup): PriceBeforeOffer {
  return { listPrice: totalOf(breakup), breakup }
}

function fixedPriceOf(product: Product): Paise {
  if (product.fixedPrice === undefined)
    throw new Error(`${product.type}/${product.id} has neither a fixed price nor a metal with a rate`)
  return product.fixedPrice
}

/** The metal of a fixed-price piece at the current rate, for comparison; null if its metal has no rate. */
function metalValueOf(product: Product, rates: PricingParameters): Paise | null {
  const metal = 'metal' in product ? ratedMetalOf(product.metal) : undefined
  return metal ? valueOf(product.weightMg, rates.perGram[metal]) : null
}

/** A fixed price and the value of the metal, if that is higher: the price stays when the rate rises. */
export interface BelowMetal {
  readonly price: Paise
  readonly metalValue: Paise
}

/** Null for a piece that nobody can buy, and for a price that follows the rate. */
export function belowMetalOf(product: Product, rates: PricingParameters): BelowMetal | null {
  if (product.fixedPrice === undefined || product.retired) return null
  const metalValue = metalValueOf(product, rates)
  const { amount: price } = priceOf(product, rates)
  return metalValue !== null && price < metalValue ? { price, metalValue } : null
}

/** Whether their prices can differ only because of the rates. */
export function isPricedAlike(one: Product, other: Product): boolean {
  return (
    one.fixedPrice === other.fixedPrice &&
    one.weightMg === other.weightMg &&
    one.onOffer === other.onOffer &&
    one.retired === other.retired &&
    ('metal' in one ? one.metal : null) === ('metal' in other ? other.metal : null)
  )
}

function valueOf(weightMg: number, ratePaisePerGram: Paise): Paise {
  return paise(divideHalfUp(weightMg * ratePaisePerGram, 1000))
}

/** Undefined for gold plate, which has no rate. */
export function ratedMetalOf(metal: Metal): RatedMetal | undefined {
  return metal === 'Gold Plated' ? undefined : RATED_METAL[metal]
}
