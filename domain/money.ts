/**
 * Money of the shop: whole paise in code, in the database and on the wire.
 * It becomes text only where a person reads it.
 */
import { groupDigits } from './number-format.ts'

declare const unit: unique symbol
export type Paise = number & { readonly [unit]: 'paise' }

const PAISE_PER_RUPEE = 100

/** Checks that `amount` is a whole number of paise. Throws a RangeError otherwise: a fraction of a paisa is a bug. */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of paise: ${amount}`)
  return amount as Paise
}

/** Rupees as a person writes them (at most two decimals) to paise. */
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

/** `quantity` is a whole number of pieces. */
export function multiply(amount: Paise, quantity: number): Paise {
  return paise(amount * quantity)
}

/** `percent` of an amount, rounded half-up to the paisa. */
export function percentOf(amount: Paise, percent: number): Paise {
  return paise(divideHalfUp(amount * percent, 100))
}

/** Division of whole numbers of which neither is negative, rounded half-up: 5 ÷ 2 = 3. */
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

/** ₹1,23,456 for limits and sliders, where the paise would only be noise. */
export function formatWholeRupees(amount: Paise): string {
  return `₹${groupDigits(divideHalfUp(amount, PAISE_PER_RUPEE))}`
}

/** ₹7,250 and ₹7,250.50: paise only where there are some (the anklet page). */
export function formatRupeesAsNeeded(amount: Paise): string {
  return formatRupees(amount).replace(/\.00$/, '')
}

/** The same amount in dollars, at `rupeesPerDollar`; an orientation, never a price. */
export function formatApproximateDollars(amount: Paise, rupeesPerDollar: number): string {
  const dollars = amount / PAISE_PER_RUPEE / rupeesPerDollar
  return `≈ ${dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`
}
