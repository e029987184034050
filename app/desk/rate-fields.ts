/** The fields of new rates, as text. */
import { formatWholeRupees, paise } from '#domain/money.ts'
import {
  PRICING_PARAMETER_FIELDS,
  RATE_MAX,
  type PricingParameterName,
  type PricingParameterValues,
} from '#domain/rates.ts'
import { parseRupees } from '#domain/rupee-text.ts'

interface Rate {
  readonly name: PricingParameterName
  readonly value: number
}

export type RateErrors = Partial<Record<PricingParameterName, string>>
export type RateChanges = Partial<PricingParameterValues>

export function rateText({ name, value }: Rate): string {
  return isPercentage(name) ? String(value) : (value / 100).toFixed(2)
}

/** Fields that differ from the current value, and the error of each field. */
export function readRateFields(
  rates: readonly Rate[],
  textOf: (name: PricingParameterName) => string,
): { readonly changes: RateChanges; readonly errors: RateErrors } {
  const changes: Partial<Record<PricingParameterName, number>> = {}
  const errors: RateErrors = {}
  for (const { name, value } of rates) {
    const read = isPercentage(name) ? readPercentage(textOf(name)) : readRate(textOf(name))
    if (typeof read === 'string') errors[name] = read
    else if (read !== value) changes[name] = read
  }
  return { changes, errors }
}

function isPercentage(name: PricingParameterName): boolean {
  return PRICING_PARAMETER_FIELDS[name].unit === 'percent'
}

const PERCENTAGE = /^(\d{1,2})\s*%?$/

/** Its value, or its error. */
function readPercentage(text: string): number | string {
  const [, digits] = PERCENTAGE.exec(text.trim()) ?? []
  return digits === undefined ? 'Enter a whole number from 0 to 99, for example 7.' : Number(digits)
}

function readRate(text: string): number | string {
  const amount = parseRupees(text)
  if (amount === null) return 'Enter rupees per gram, for example 11450, 11,450 or 11,450.50.'
  if (amount <= 0) return 'Enter more than ₹0 per gram.'
  if (amount > RATE_MAX) return `Enter at most ${formatWholeRupees(paise(RATE_MAX))} per gram.`
  return amount
}
