/**
 * The shop's only price function.
 *
 * Without a fixed price: value = weight × rate of the metal (rings: + diamonds × diamond rate), making charge and GST a
 * percentage of the value. Each line is rounded half-up to the paisa; the price is the sum of the lines (D5).
 */
import { divideHalfUp, subtract, paise, percentOf, sum, type Paise } from './money.ts'
import type { Metal, Product } from './product.ts'
import type { RatedMetal, Rates } from './rates.ts'

export interface PriceBreakup {
  readonly metal: RatedMetal
  readonly metalWeightMg: number
  readonly metalRatePerGram: Paise
  readonly metalValue: Paise
  readonly diamondWeightMg: number
  readonly diamondRatePerGram: Paise
  readonly diamondValue: Paise
  readonly makingChargePercent: number
  readonly makingCharge: Paise
  readonly gstPercent: number
  readonly gst: Paise
}

export interface Price {
  readonly amount: Paise
  /** Before the special offer; equal to `amount` where there is none. */
  readonly before: Paise
  /** `before` − `amount`. */
  readonly saving: Paise
  /** 0 where there is no special offer. */
  readonly offerPercent: number
  /** Null where the price is fixed. Its amounts add up to `before`. */
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
export function priceOf(product: Product, rates: Rates): Price {
  const breakup = breakupOf(product, rates)
  const before = breakup ? totalOf(breakup) : fixedPriceOf(product)
  const offerPercent = product.onOffer ? rates.offerPercent : 0
  const saving = percentOf(before, offerPercent)
  return { amount: subtract(before, saving), before, saving, offerPercent, breakup }
}

function breakupOf(product: Product, rates: Rates): PriceBreakup | null {
  if (product.fixedPrice !== undefined || !('metal' in product)) return null
  const metal = ratedMetalOf(product.metal)
  if (!metal) return null
  const { diamondPerGram: diamondRatePerGram, makingChargePercent, gstPercent } = rates
  const metalRatePerGram = rates.perGram[metal]
  const metalWeightMg = product.weightMg
  const diamondWeightMg = product.type === 'rings' ? (product.diamondWeightMg ?? 0) : 0
  const metalValue = valueOf(metalWeightMg, metalRatePerGram)
  const diamondValue = valueOf(diamondWeightMg, diamondRatePerGram)
  const value = sum([metalValue, diamondValue])
  return {
    metal,
    metalWeightMg,
    metalRatePerGram,
    metalValue,
    diamondWeightMg,
    diamondRatePerGram,
    diamondValue,
    makingChargePercent,
    makingCharge: percentOf(value, makingChargePercent),
    gstPercent,
    gst: percentOf(value, gstPercent),
  }
}

function totalOf({ metalValue, diamondValue, makingCharge, gst }: PriceBreakup): Paise {
  return sum([metalValue, diamondValue, makingCharge, gst])
}

function fixedPriceOf(product: Product): Paise {
  if (product.fixedPrice === undefined)
    throw new Error(`${product.type}/${product.id} has neither a fixed price nor a metal with a rate`)
  return product.fixedPrice
}

function valueOf(weightMg: number, ratePaisePerGram: Paise): Paise {
  return paise(divideHalfUp(weightMg * ratePaisePerGram, 1000))
}

/** Undefined for gold plate, which has no rate. */
export function ratedMetalOf(metal: Metal): RatedMetal | undefined {
  return metal === 'Gold Plated' ? undefined : RATED_METAL[metal]
}
