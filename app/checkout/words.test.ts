import { describe, expect, it } from 'vitest'
import type { CallTrouble } from '#app/api.ts'
import { createOrderTroubleWords, shippingTroubleWords } from './words.ts'

const trouble = (part: Partial<CallTrouble>): CallTrouble => ({
  ok: false,
  status: 500,
  code: 'unknown',
  message: '',
  fields: {},
  ...part,
})

describe('what is said when shipping rates cannot be had', () => {
  it.each([
    ['Authentication required', { status: 401, code: 'no-token' }],
    ['No shipping options available', { status: 422, message: 'No shipping options available' }],
    ['Server error: 502', { status: 502 }],
    ['Failed to fetch shipping rates', { status: 0, code: 'no-connection' }],
    ['Failed to fetch shipping rates', { status: 200, code: 'unreadable-answer' }],
  ])('%s', (words, part) => {
    expect(shippingTroubleWords(trouble(part))).toBe(words)
  })
})

describe('what is said when an order cannot be created', () => {
  it.each([
    ['Failed to create order: Prices have changed.', { status: 409, message: 'Prices have changed.' }],
    ['Failed to create order: Server error: 500', { status: 500 }],
    [
      'Failed to create order: Invalid order response from server',
      { status: 200, code: 'unreadable-answer' },
    ],
  ])('%s', (words, part) => {
    expect(createOrderTroubleWords(trouble(part))).toBe(words)
  })
})
