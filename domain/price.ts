/**
 * The shop's only price function.
 *
 * Without a fixed price: value = weight × rate of the metal (rings: + diamonds × diamond rate), making charge 7% of the
 * value, GST 6% of the value. Each line is rounded half-up to the paisa; the price is the sum of the lines (D5).
 */
import { divideHalfUp, subtract, paise, percentOf, sum, type Paise } from './money.ts'
import type { Metal, Product } from './product.ts'
import {
  DIAMOND_RATE_PAISE_PER_GRAM,
  GST_PERCENT,
  MAKING_CHARGE_PERCENT,
  OFFER_PERCENT,
  RATE_PAISE_PER_GRAM,
  type RatedMetal,
} from './shop.ts'

export interface PriceBreakup {
  readonly metal: RatedMetal
  readonly metalWeightMg: number
  readonly metalValue: Paise
  readonly diamondValue: Paise
  readonly makingCharge: Paise
  readonly gst: Paise
}

export interface Price {
  readonly amount: Paise
  /** Before the special offer; equal to `amount` where there is none. */
  readonly before: Paise
  /** `before` − `amount`. */
  readonly saving: Paise
  /** Null where the price is fixed. Its lines add up to `before`. */
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

/** Throws for a product with neither a fixed price nor a metal with a rate; the catalogue test excludes such. */
export function priceOf(product: Product): Price {
  const breakup = breakupOf(product)
  const before = breakup ? totalOf(breakup) : fixedPriceOf(product)
  const saving = product.onOffer ? percentOf(before, OFFER_PERCENT) : paise(0)
  return { amount: subtract(before, saving), before, saving, breakup }
}

function breakupOf(product: Product): PriceBreakup | null {
  if (product.fixedPrice !== undefined || !('metal' in product)) return null
  const metal = ratedMetalOf(product.metal)
  if (!metal) return null
  const metalWeightMg = product.weightMg
  const diamondWeightMg = product.type === 'rings' ? (product.diamondWeightMg ?? 0) : 0
  const metalValue = valueOf(metalWeightMg, RATE_PAISE_PER_GRAM[metal])
  const diamondValue = valueOf(diamondWeightMg, DIAMOND_RATE_PAISE_PER_GRAM)
  const value = sum([metalValue, diamondValue])
  return {
    metal,
    metalWeightMg,
    metalValue,
    diamondValue,
    makingCharge: percentOf(value, MAKING_CHARGE_PERCENT),
    gst: percentOf(value, GST_PERCENT),
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
