/** Money is whole paise in code, database and API. */
import { groupDigits } from './number-format.ts'

declare const unit: unique symbol
export type Paise = number & { readonly [unit]: 'paise' }

const PAISE_PER_RUPEE = 100

/** Throws a RangeError for a fraction of a paisa, which is a bug. */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of paise: ${amount}`)
  return amount as Paise
}

/** `amount` has at most two decimals. */
export function rupees(amount: number): Paise {
  return paise(Math.round(amount * PAISE_PER_RUPEE))
}

export const ZERO = paise(0)

export function sum(amounts: readonly Paise[]): Paise {
  return paise(amounts.reduce((total, amount) => total + amount, 0))
}

export function subtract(from: Paise, amount: Paise): Paise {
  return paise(from - amount)
}

export function atMost(limit: Paise, amount: Paise): Paise {
  return amount < limit ? amount : limit
}

export function multiply(amount: Paise, quantity: number): Paise {
  return paise(amount * quantity)
}

/** Rounded half-up to the paisa. */
export function percentOf(amount: Paise, percent: number): Paise {
  return paise(divideHalfUp(amount * percent, 100))
}

/** For non-negative whole numbers; rounded half-up: 5 ÷ 2 = 3. */
export function divideHalfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor))
}

/** ₹1,23,456.00, always with two decimals. */
export function formatRupees(amount: Paise): string {
  const size = Math.abs(amount)
  const whole = Math.floor(size / PAISE_PER_RUPEE)
  const decimals = String(size % PAISE_PER_RUPEE).padStart(2, '0')
  return `${amount < 0 ? '-' : ''}₹${groupDigits(whole)}.${decimals}`
}

/** ₹1,23,456, for limits and sliders. */
export function formatWholeRupees(amount: Paise): string {
  return `₹${groupDigits(divideHalfUp(amount, PAISE_PER_RUPEE))}`
}

/** ₹7,250 and ₹7,250.50: omits zero paise (anklet page). */
export function formatRupeesAsNeeded(amount: Paise): string {
  return formatRupees(amount).replace(/\.00$/, '')
}

/** An approximation, never a price. */
export function formatApproximateDollars(amount: Paise, rupeesPerDollar: number): string {
  const dollars = amount / PAISE_PER_RUPEE / rupeesPerDollar
  return `≈ ${dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`
}
