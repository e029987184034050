/**
 * The pricing parameters, which turn weights into prices. Part of an edition, so that a new gold rate is published, not
 * deployed (D37, D38).
 */
import { paise, type Paise } from './money.ts'

/** Metals that have a rate of their own (`9.rates`). */
export const RATED_METALS = ['gold', 'gold18k', 'silver', 'platinum', 'copper'] as const
export type RatedMetal = (typeof RATED_METALS)[number]

export interface PricingParameters {
  readonly perGram: Readonly<Record<RatedMetal, Paise>>
  readonly diamondPerGram: Paise
  readonly makingChargePercent: number
  readonly gstPercent: number
  /** Discount on products on offer (D10). */
  readonly offerPercent: number
}

/** ₹10,00,000 per gram: keeps the price of the heaviest product an exact number. */
export const RATE_MAX = 10 ** 8

export type PricingParameterName = RatedMetal | 'diamond' | 'makingCharge' | 'gst' | 'offer'

/** As staff read and write them. */
export const PRICING_PARAMETER_FIELDS: Readonly<
  Record<PricingParameterName, { readonly label: string; readonly unit: 'rupees per gram' | 'percent' }>
> = {
  gold: { label: 'Gold 22K', unit: 'rupees per gram' },
  gold18k: { label: 'Gold 18K', unit: 'rupees per gram' },
  silver: { label: 'Silver', unit: 'rupees per gram' },
  platinum: { label: 'Platinum', unit: 'rupees per gram' },
  copper: { label: 'Copper', unit: 'rupees per gram' },
  diamond: { label: 'Diamond', unit: 'rupees per gram' },
  makingCharge: { label: 'Making charge', unit: 'percent' },
  gst: { label: 'GST in prices', unit: 'percent' },
  offer: { label: 'Offer', unit: 'percent' },
}

// `Object.keys` loses the key type.
export const PRICING_PARAMETER_NAMES = Object.keys(
  PRICING_PARAMETER_FIELDS,
) as readonly PricingParameterName[]

export type PricingParameterValues = Readonly<Record<PricingParameterName, number>>

/** Money in paise, the others in percent. */
export function toPricingValues(rates: PricingParameters): PricingParameterValues {
  const { perGram, diamondPerGram, makingChargePercent, gstPercent, offerPercent } = rates
  return {
    ...perGram,
    diamond: diamondPerGram,
    makingCharge: makingChargePercent,
    gst: gstPercent,
    offer: offerPercent,
  }
}

/** Changed parameters only. */
export type PricingChanges = Partial<Omit<PricingParameters, 'perGram'>> & {
  readonly perGram?: Partial<PricingParameters['perGram']>
}

export function toPricingChange(name: PricingParameterName, value: number): PricingChanges {
  switch (name) {
    case 'diamond':
      return { diamondPerGram: paise(value) }
    case 'makingCharge':
      return { makingChargePercent: value }
    case 'gst':
      return { gstPercent: value }
    case 'offer':
      return { offerPercent: value }
    default:
      return { perGram: { [name]: paise(value) } }
  }
}

/** The changed values, in the order of the names. */
export function changedValues({
  perGram,
  diamondPerGram,
  makingChargePercent,
  gstPercent,
  offerPercent,
}: PricingChanges): readonly (readonly [PricingParameterName, number])[] {
  const values: Partial<PricingParameterValues> = {
    ...perGram,
    ...(diamondPerGram !== undefined && { diamond: diamondPerGram }),
    ...(makingChargePercent !== undefined && { makingCharge: makingChargePercent }),
    ...(gstPercent !== undefined && { gst: gstPercent }),
    ...(offerPercent !== undefined && { offer: offerPercent }),
  }
  return PRICING_PARAMETER_NAMES.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [[name, value] as const]
  })
}

/** The later of two changes of one rate applies. */
export function mergePricing<Base extends PricingChanges>(rates: Base, changes: PricingChanges): Base {
  return { ...rates, ...changes, perGram: { ...rates.perGram, ...changes.perGram } }
}
