/**
 * The GST that documents state (D38). Pages keep the 6% of the price (D30); the statutory tax is extracted from the
 * total paid, so that page and document show the same total.
 */
import { divideHalfUp, paise, subtract, ZERO, type Paise } from './money.ts'
import { INDIAN_STATES, type IndianState } from './pincode.ts'
import type { Metal, Product } from './product.ts'

/**
 * Headings of the customs tariff as India Compliance lists them; rates of the CGST and IGST rate notifications as of
 * 22 September 2025. The owner states at the desk that the accountant has confirmed them (shop-particulars.ts): until
 * then every document is a specimen.
 */
export interface TaxClass {
  readonly hsn: string
  readonly ratePercent: number
}

const SILVER_JEWELLERY: TaxClass = { hsn: '711311', ratePercent: 3 }
export const GOLD_JEWELLERY: TaxClass = { hsn: '711319', ratePercent: 3 }
const IMITATION_JEWELLERY: TaxClass = { hsn: '711719', ratePercent: 3 }

const JEWELLERY: Record<Metal, TaxClass> = {
  'Yellow Gold': GOLD_JEWELLERY,
  'White Gold': GOLD_JEWELLERY,
  'Rose Gold': GOLD_JEWELLERY,
  Gold: GOLD_JEWELLERY,
  Platinum: GOLD_JEWELLERY,
  Silver: SILVER_JEWELLERY,
  Copper: IMITATION_JEWELLERY,
  Bronze: IMITATION_JEWELLERY,
  'Gold Plated': IMITATION_JEWELLERY,
}

const SILVER_WARES: TaxClass = { hsn: '711411', ratePercent: 3 }
const GOLD_WARES: TaxClass = { hsn: '711419', ratePercent: 3 }
const PLATED_STATUETTE: TaxClass = { hsn: '830621', ratePercent: 5 }
const BASE_METAL_STATUETTE: TaxClass = { hsn: '830629', ratePercent: 5 }

const IDOLS: Record<Metal, TaxClass> = {
  'Yellow Gold': GOLD_WARES,
  'White Gold': GOLD_WARES,
  'Rose Gold': GOLD_WARES,
  Gold: GOLD_WARES,
  Platinum: GOLD_WARES,
  Silver: SILVER_WARES,
  Copper: BASE_METAL_STATUETTE,
  Bronze: BASE_METAL_STATUETTE,
  'Gold Plated': PLATED_STATUETTE,
}

const DIAMOND: TaxClass = { hsn: '7102', ratePercent: 1.5 }
const PEARL: TaxClass = { hsn: '7101', ratePercent: 3 }
const RUBY_SAPPHIRE_EMERALD: TaxClass = { hsn: '710391', ratePercent: 0.25 }
const OTHER_STONE: TaxClass = { hsn: '710399', ratePercent: 0.25 }

/** By the name of the stone in a gem's name. */
const STONES: readonly (readonly [word: RegExp, taxClass: TaxClass])[] = [
  [/\b(?:diamond|heera)\b/i, DIAMOND],
  [/\b(?:pearl|moti)\b/i, PEARL],
  [/\b(?:ruby|sapphire|emerald)\b/i, RUBY_SAPPHIRE_EMERALD],
  [
    /\b(?:amethyst|aquamarine|chrysoberyl|citrine|garnet|moonstone|opal|peridot|spinel|tanzanite|topaz|tourmaline|turquoise|zircon)\b/i,
    OTHER_STONE,
  ],
]

/** Null for a gem whose name does not name its stone. */
export function taxClassOf(product: Product): TaxClass | null {
  if (product.type === 'idols') return IDOLS[product.metal]
  if (product.type !== 'gems') return JEWELLERY[product.metal]
  return STONES.find(([word]) => word.test(product.name))?.[1] ?? null
}

/** Union territories without a legislature, where the Union Territory GST Act governs the second half of the tax. */
const UTGST: ReadonlySet<IndianState> = new Set([
  'Andaman and Nicobar Islands',
  'Chandigarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Ladakh',
  'Lakshadweep',
])

/** The name of the second half of the tax within a state; Delhi, Puducherry and Jammu and Kashmir have SGST. */
export function stateTaxName(state: IndianState): 'SGST' | 'UTGST' {
  return UTGST.has(state) ? 'UTGST' : 'SGST'
}

/**
 * Between two states: IGST. Within one: CGST and SGST, which are equal. They add up to the total with the taxable
 * value.
 */
export interface TaxAmounts {
  readonly taxableValue: Paise
  readonly cgst: Paise
  readonly sgst: Paise
  readonly igst: Paise
}

const PER_PERCENT = 100

/** The tax within a total that includes it; each amount of tax is rounded half-up to the paisa. */
export function taxWithin(total: Paise, ratePercent: number, isWithinState: boolean): TaxAmounts {
  // In hundredths of a percent, which are whole numbers.
  const rate = Math.round(ratePercent * PER_PERCENT)
  const whole = 100 * PER_PERCENT
  if (isWithinState) {
    const half = paise(divideHalfUp(total * rate, 2 * (whole + rate)))
    return { taxableValue: subtract(subtract(total, half), half), cgst: half, sgst: half, igst: ZERO }
  }
  const igst = paise(divideHalfUp(total * rate, whole + rate))
  return { taxableValue: subtract(total, igst), cgst: ZERO, sgst: ZERO, igst }
}

/** The state that an address names; null if it names none. Not guessed from the pincode. */
export function stateNamed(text: string): IndianState | null {
  const name = normalized(text)
  return INDIAN_STATES.find((state) => normalized(state) === name) ?? null
}

function normalized(text: string): string {
  return text.trim().toLowerCase().replaceAll('&', 'and').replaceAll(/\s+/g, ' ')
}
