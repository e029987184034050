import { describe, expect, test } from 'vitest'
import { paise, rupees } from './money.ts'
import { differenceOfItem, notSettled, type SettledItem } from './settlement.ts'

const payment = (changes: Partial<SettledItem> = {}): SettledItem => ({
  type: 'payment',
  amount: rupees(1000),
  fee: paise(2360),
  credit: paise(97_640),
  debit: paise(0),
  ...changes,
})
const refund: SettledItem = {
  type: 'refund',
  amount: rupees(400),
  fee: paise(0),
  credit: paise(0),
  debit: rupees(400),
}

describe('a settled item', () => {
  test('agrees with the books if amount and fee add up', () => {
    expect(differenceOfItem(payment(), rupees(1000))).toBeNull()
    expect(differenceOfItem(refund, rupees(400))).toBeNull()
  })

  test.each([
    [
      'that the shop does not know',
      payment(),
      null,
      'unknown',
      'A payment of ₹1,000.00 is settled that the shop does not know.',
    ],
    [
      'of another amount',
      payment(),
      rupees(1001),
      'amount',
      'A payment of ₹1,001.00 is settled as ₹1,000.00.',
    ],
    [
      'paid short',
      payment({ credit: paise(97_540) }),
      rupees(1000),
      'sum',
      '₹975.40 instead of ₹976.40 was settled for a payment.',
    ],
    [
      'deducted twice',
      { ...refund, debit: rupees(800) },
      rupees(400),
      'sum',
      '₹800.00 instead of ₹400.00 was settled for a refund.',
    ],
    [
      'of another type',
      payment({ type: 'adjustment', credit: paise(0), debit: rupees(50) }),
      null,
      'other item',
      'The gateway kept ₹50.00 as adjustment.',
    ],
  ] as const)('%s differs', (_, item, recorded, kind, text) => {
    expect(differenceOfItem(item, recorded)).toEqual({ kind, text })
  })
})

test('an unsettled payment is stated in rupees', () => {
  expect(notSettled('payment', rupees(1000)).text).toBe('The gateway has not paid a payment of ₹1,000.00.')
  expect(notSettled('refund', rupees(400)).text).toBe('The gateway has not deducted a refund of ₹400.00.')
})
