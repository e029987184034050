import { describe, expect, test } from 'vitest'
import type { CallError } from '#app/api.ts'
import {
  BANNERS,
  createOrderErrorText,
  FAILURE_TEXT,
  LOADING_SHIPPING,
  shippingErrorText,
  START_ERROR_TEXT,
} from './texts.ts'

const error = (part: Partial<CallError>): CallError => ({
  status: 500,
  code: 'unknown',
  message: '',
  fields: {},
  ...part,
})

// Shows 8.shipping.words
describe('the error text of shipping rates', () => {
  test.each([
    ['Authentication required', { status: 401, code: 'no-token' }],
    ['No shipping options available', { status: 422, message: 'No shipping options available' }],
    ['Server error: 502', { status: 502 }],
    ['Failed to fetch shipping rates', { status: 0, code: 'no-connection' }],
    ['Failed to fetch shipping rates', { status: 200, code: 'unreadable-response' }],
  ])('%s', (text, part) => {
    expect(shippingErrorText(error(part))).toBe(text)
  })
})

// Shows 8.order.words
describe('the error text of an order that cannot be created', () => {
  test.each([
    ['Failed to create order: Prices have changed.', { status: 409, message: 'Prices have changed.' }],
    ['Failed to create order: Server error: 500', { status: 500 }],
    [
      'Failed to create order: Invalid order response from server',
      { status: 200, code: 'unreadable-response' },
    ],
  ])('%s', (text, part) => {
    expect(createOrderErrorText(error(part))).toBe(text)
  })
})

// Shows 4.payment.banners
test('each payment stage has a banner', () => {
  expect(BANNERS).toEqual({
    creating: 'Initializing payment...',
    verifying: 'Verifying payment...',
    success: 'Payment successful!',
    failed: 'Payment failed. Please try again.',
    cancelled: 'Payment cancelled.',
  })
})

// Shows 5.payment.script, 5.payment.total, 5.payment.signed-in, 5.payment.token
test('each missing precondition of a payment has a text', () => {
  expect(START_ERROR_TEXT).toMatchObject({
    'no script': 'Payment system is not initialized. Please refresh the page.',
    'no total': 'Cart total must be greater than 0',
    'not signed in': 'User must be logged in',
    'no token': 'Authentication token not available',
  })
})

// Shows 2.failed.default, 8.shipping.boxes
test('loading rates and a failure without a reason have the required texts', () => {
  expect(FAILURE_TEXT.default).toBe('Payment was cancelled or failed')
  expect(LOADING_SHIPPING).toBe('Loading shipping options...')
})
