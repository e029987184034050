import { describe, expect, test } from 'vitest'
import { paise, ZERO } from './money.ts'
import { areWithin, refundForLines, remainingLines } from './refund-lines.ts'

const TWO_RINGS = [{ position: 0, quantity: 2 }]
const ONE_RING = [{ position: 0, quantity: 1 }]

test('the remaining lines exclude refunded, cancelled and returning pieces', () => {
  const bought = [...TWO_RINGS, { position: 1, quantity: 1 }]
  expect(remainingLines(bought, [...ONE_RING, { position: 1, quantity: 1 }])).toEqual(ONE_RING)
})

test('lines can be chosen in part, but not beyond their quantity, twice, or empty', () => {
  expect(areWithin(ONE_RING, TWO_RINGS)).toBe(true)
  expect(areWithin([{ position: 0, quantity: 3 }], TWO_RINGS)).toBe(false)
  expect(areWithin([{ position: 1, quantity: 1 }], TWO_RINGS)).toBe(false)
  expect(areWithin([...ONE_RING, ...ONE_RING], TWO_RINGS)).toBe(false)
  expect(areWithin([], TWO_RINGS)).toBe(false)
})

describe('the refund for lines', () => {
  const order = {
    paid: [
      { position: 0, quantity: 2, unitPrice: paise(500) },
      { position: 1, quantity: 1, unitPrice: paise(300) },
    ],
    refunded: [],
    refundable: paise(1350),
  }
  const ring = { position: 0, quantity: 1, amount: 500 }

  test('is their price, without shipping', () => {
    expect(refundForLines(ONE_RING, order)).toEqual({ lines: [ring], extra: ZERO })
    expect(refundForLines(order.paid, order)?.lines.map(({ amount }) => amount)).toEqual([1000, 300])
  })

  test('excludes what is already refunded', () => {
    const after = { ...order, refunded: ONE_RING, refundable: paise(850) }
    expect(refundForLines(TWO_RINGS, after)).toEqual({ lines: [ring], extra: ZERO })
    expect(refundForLines(TWO_RINGS, { ...after, refunded: TWO_RINGS })).toBeNull()
  })

  test('is the rest of the payment if goodwill has left less than their price', () => {
    const left = paise(400)
    expect(refundForLines(ONE_RING, { ...order, refundable: left })).toEqual({ lines: [], extra: left })
    expect(refundForLines(ONE_RING, { ...order, refundable: ZERO })).toBeNull()
  })
})
