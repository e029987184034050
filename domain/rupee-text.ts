/** Amounts as people in India type them. */
import { paise, type Paise } from './money.ts'

/** Grouped as in India (1,14,500) or in thousands (114,500), or not at all. */
const AMOUNT =
  /^(?:₹|rs\.?|inr)?\s*(\d{1,10}|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?(?:\s*\/-)?$/i

/** 11450, 11,450.5, ₹ 1,14,500.00, Rs. 500/-; null for ambiguous text, such as 11,45. */
export function parseRupees(text: string): Paise | null {
  const [, whole = '', decimals = ''] = AMOUNT.exec(text.trim()) ?? []
  const digits = whole.replaceAll(',', '')
  if (digits === '' || digits.length > MAX_DIGITS) return null
  return paise(Number(digits) * 100 + Number(decimals.padEnd(2, '0')))
}

const MAX_DIGITS = 10
