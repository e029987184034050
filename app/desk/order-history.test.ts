import { expect, test } from 'vitest'
import { eventSourceText, eventText } from './order-history.ts'

const at = '2026-11-24T06:30:00.000Z'

// Shows D44.history
test.each([
  ['placed', 'shopper', null, 'placed by the customer'],
  ['completed', 'shopper', null, 'order confirmed by the shop itself, reported by the customer’s browser'],
  ['completed', 'webhook', null, 'order confirmed by the shop itself, reported by Razorpay'],
  ['packed', 'desk', 'Ravi Nair', 'packed by Ravi Nair'],
  ['packed', 'desk', null, 'packed at the desk'],
  ['paid order cancelled', 'shopper', null, 'order cancelled by the customer'],
  ['refund sent', 'refunds', null, 'refund sent by the shop itself'],
  ['delivered', 'courier', null, 'delivered by the courier'],
])('%s, from %s, by %s: "%4$s"', (event, source, by, text) => {
  const step = { event, source, by, at }
  expect(`${eventText(event)} ${eventSourceText(step)}`).toBe(text)
})
