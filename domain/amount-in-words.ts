/** Amounts in words as on Indian invoices: lakh and crore. */
import type { Paise } from './money.ts'

const UNITS =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

const GROUPS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const

function wordsOf(whole: number): string[] {
  for (const [size, name] of GROUPS)
    if (whole >= size) return [...wordsOf(Math.floor(whole / size)), name, ...wordsOf(whole % size)]
  if (whole < UNITS.length) return whole === 0 ? [] : [UNITS[whole] ?? '']
  return [TENS[Math.floor(whole / 10)] ?? '', ...wordsOf(whole % 10)]
}

/** Such as `Rupees Eighteen Lakh Five and Fifty Paise Only`. `amount` is not negative. */
export function amountInWords(amount: Paise): string {
  const [rupees, paise] = [Math.floor(amount / 100), amount % 100]
  const whole = rupees === 0 ? ['Zero'] : wordsOf(rupees)
  const fraction = paise === 0 ? [] : ['and', ...wordsOf(paise), 'Paise']
  return ['Rupees', ...whole, ...fraction, 'Only'].join(' ')
}
