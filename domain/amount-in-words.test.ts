import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'
import { paise } from './money.ts'

test.each([
  [0, 'Rupees Zero Only'],
  [50, 'Rupees Zero and Fifty Paise Only'],
  [100, 'Rupees One Only'],
  [1_900, 'Rupees Nineteen Only'],
  [10_001, 'Rupees One Hundred and One Paise Only'],
  [3_288_300, 'Rupees Thirty Two Thousand Eight Hundred Eighty Three Only'],
  [180_000_550, 'Rupees Eighteen Lakh Five and Fifty Paise Only'],
  [
    12_345_678_990,
    'Rupees Twelve Crore Thirty Four Lakh Fifty Six Thousand Seven Hundred Eighty Nine and Ninety Paise Only',
  ],
  [1_000_000_000_000, 'Rupees One Thousand Crore Only'],
])('%i paise are written as “%s”', (amount, words) => {
  expect(amountInWords(paise(amount))).toBe(words)
})
