import { describe, expect, test } from 'vitest'
import type { OrderSummary } from '#contract/account.ts'
import { paise, rupees } from '#domain/money.ts'
import { directRefundEmail, refundSentEmail } from './refund-emails.ts'
import {
  contactMessageEmail,
  linesCancelledEmail,
  newsletterConfirmation,
  orderDeliveredEmail,
  orderDispatchedEmail,
  orderConfirmationEmail,
  orderSoldOutEmail,
  passwordReset,
  paymentFailedEmail,
  returnEmail,
} from './templates.ts'

const order: OrderSummary = {
  number: 'SJ-7F3K2M9Q4T8W1X5Z',
  status: 'completed',
  placedAt: '2026-05-02T18:20:00Z',
  completedAt: '2026-05-02T18:40:00Z',
  lines: [
    {
      type: 'tops',
      size: '',
      id: 1,
      name: 'Lotus Jhumka',
      quantity: 2,
      unitPrice: paise(61_728_50),
      total: paise(123_457_00),
      cancelled: 0,
      isMadeToOrder: false,
      firstPhotograph: null,
      facts: null,
    },
    {
      type: 'anklet',
      size: '',
      id: 1,
      name: 'Payal & Bells',
      quantity: 1,
      unitPrice: rupees(1450),
      total: rupees(1450),
      cancelled: 0,
      isMadeToOrder: false,
      firstPhotograph: null,
      facts: null,
    },
  ],
  offerCode: null,
  subtotal: paise(124_907_00),
  shipping: paise(0),
  total: paise(124_907_00),
  courierName: 'Blue Dart',
  estimatedDays: 2,
  shipTo: {
    name: 'Asha Verma',
    address: '12 Janpath, <3rd floor>',
    city: 'New Delhi',
    state: 'Delhi',
    pincode: '110001',
    phone: '9810012345',
    email: 'asha@example.in',
  },
  business: null,
  paymentId: 'pay_Ab12Cd34Ef56Gh',
  isTest: false,
}
const orderUrl = 'https://shop.example/account'

test('the email about sold pieces names them, the refund and the cart', () => {
  const { text } = orderSoldOutEmail({ order, orderUrl, pieces: 'Lotus Jhumka' })
  for (const part of [
    'bought what we had of: Lotus Jhumka',
    'refund your payment in full',
    'still in your cart',
  ])
    expect(text).toContain(part)
})

describe('the order confirmation', () => {
  const { subject, text, html } = orderConfirmationEmail({ order, orderUrl })

  test('names the order and its payment', () => {
    expect(subject).toBe('Your order SJ-7F3K2M9Q4T8W1X5Z is confirmed')
    for (const content of [text, html]) {
      expect(content).toContain('SJ-7F3K2M9Q4T8W1X5Z')
      expect(content).toContain('pay_Ab12Cd34Ef56Gh')
    }
  })

  test('lists each product with its total, and the sums', () => {
    expect(text).toContain(
      [
        'Lotus Jhumka × 2: ₹1,23,457.00',
        'Payal & Bells × 1: ₹1,450.00',
        'Subtotal: ₹1,24,907.00',
        'Shipping: Free',
        'Total Amount: ₹1,24,907.00',
      ].join('\n'),
    )
  })

  test('shows a shipping charge', () => {
    const paid = { ...order, shipping: rupees(81), total: paise(124_988_00) }
    expect(orderConfirmationEmail({ order: paid, orderUrl }).text).toContain(
      'Shipping: ₹81.00\nTotal Amount: ₹1,24,988.00',
    )
  })

  test('shows the time in India', () => {
    expect(text).toMatch(/Date: 3 May 2026.*12:10/)
  })

  test('shows the shipping address', () => {
    expect(text).toContain(
      '  Asha Verma\n  12 Janpath, <3rd floor>\n  New Delhi 110001\n  Delhi\n  9810012345',
    )
    expect(html).toContain('12 Janpath, &lt;3rd floor&gt;')
  })
})

test('e-mails about pieces name them with size and number, as in “Lotus Jhumka × 2”', () => {
  const pieces = [
    { type: 'tops', name: 'Lotus Jhumka', size: '', quantity: 2 },
    { type: 'rings', name: 'Tulsi Ring', size: '12', quantity: 1 },
  ] as const
  const cancelled = linesCancelledEmail({ order, orderUrl, amount: rupees(100), pieces })
  const returned = returnEmail({
    order,
    orderUrl,
    pieces,
    siteUrl: 'https://swarnika.example',
    state: 'requested',
    wasWithdrawn: false,
    refunded: rupees(100),
    label: '',
    reason: 'other',
    resolution: 'refund',
    explanation: '',
  })
  for (const { text, html } of [cancelled, returned]) {
    expect(text).toContain('\nLotus Jhumka × 2\nTulsi Ring (Size 12) × 1\n')
    expect(html).toContain('Lotus Jhumka</td>')
  }
})

// Shows D41.exchange
test('e-mails about an exchange say so, and the last links to the shop', () => {
  const common = {
    order,
    orderUrl,
    pieces: [],
    siteUrl: 'https://swarnika.example',
    wasWithdrawn: false,
    refunded: rupees(100),
    label: '',
    reason: 'wrong size',
    resolution: 'exchange',
    explanation: '',
  } as const
  const [requested, accepted] = (['requested', 'accepted'] as const).map((state) =>
    returnEmail({ ...common, state }),
  )
  expect(requested?.subject).toBe('We have your request for an exchange: order SJ-7F3K2M9Q4T8W1X5Z')
  expect(accepted?.subject).toBe('Your exchange is accepted: order SJ-7F3K2M9Q4T8W1X5Z')
  expect(requested?.text).not.toContain('/allproducts')
  expect(accepted?.text).toContain('https://swarnika.example/allproducts')
})

test('an e-mail has one button, and links for the rest', () => {
  const tracked = { courierName: 'Blue Dart', awb: '1904', trackingUrl: 'https://courier.example/1904' }
  const { html, text } = orderDispatchedEmail({ order, orderUrl, ...tracked, expectedOn: new Date() })
  expect(html.match(/bgcolor/g)).toHaveLength(1)
  expect(text).toContain(`See your order:\n${orderUrl}`)
})

test('the approval of a return leaves open whether the customer sends the pieces or the courier collects them', () => {
  const approved = returnEmail({
    order,
    orderUrl,
    pieces: [],
    siteUrl: 'https://swarnika.example',
    state: 'approved',
    wasWithdrawn: false,
    refunded: rupees(100),
    label: 'Returns, 14 Dariba Kalan',
    reason: 'other',
    resolution: 'refund',
    explanation: '',
  })
  expect(approved.subject).toBe('Your return is approved: order SJ-7F3K2M9Q4T8W1X5Z')
  expect(approved.text).toContain('then send nothing yourself')
})

test('a message keeps its lines in programs without CSS', () => {
  const { html } = contactMessageEmail({ name: 'Asha', email: 'a@b.in', message: 'One\nTwo' })
  expect(html).toContain('One<br>Two')
})

test('the e-mail about a failed payment shows the order and its lines', () => {
  const { subject, text } = paymentFailedEmail({ order: { ...order, paymentId: null }, cartUrl: orderUrl })
  expect(subject).toBe('Payment for order SJ-7F3K2M9Q4T8W1X5Z did not go through')
  expect(text).toContain('Total Amount: ₹1,24,907.00')
})

test('the e-mail about a failed payment contains no text that its sender entered', () => {
  const written = { ...order.shipTo, name: 'You won, claim it', address: 'https://elsewhere.example' }
  const { text, html } = paymentFailedEmail({ order: { ...order, shipTo: written }, cartUrl: orderUrl })
  expect(text).toContain('Dear customer,')
  expect(text + html).not.toMatch(/You won|elsewhere/)
})

test('the e-mail about a refund shows the amount', () => {
  const { text } = refundSentEmail({ order, orderUrl, amount: rupees(1450) })
  expect(text).toContain('We have sent ₹1,450.00 back')
  expect(text).toContain('Refund: ₹1,450.00')
})

test('the reset link is in the text and in the button', () => {
  const resetUrl = 'https://shop.example/reset-password?token=abc'
  const { text, html } = passwordReset({ name: 'Asha', resetUrl })
  expect(text).toContain(resetUrl)
  expect(html).toContain(`href="${resetUrl}"`)
})

test('the newsletter confirmation links to confirming and unsubscribing', () => {
  const { text, html } = newsletterConfirmation({
    confirmUrl: 'https://shop.example/newsletter/confirm?token=abc',
    unsubscribeUrl: 'https://shop.example/newsletter/unsubscribe?token=abc',
  })
  for (const content of [text, html]) {
    expect(content).toContain('https://shop.example/newsletter/confirm?token=abc')
    expect(content).toContain('https://shop.example/newsletter/unsubscribe?token=abc')
  }
})

describe('text entered by others', () => {
  const wrong = `<script>alert("1")</script><a href='x'>&amp;`
  test.each([
    ['a message', contactMessageEmail({ name: wrong, email: 'a@b.in', message: wrong })],
    ['a name', passwordReset({ name: wrong, resetUrl: 'https://shop.example/' })],
    [
      'an address',
      orderConfirmationEmail({ order: { ...order, shipTo: { ...order.shipTo, address: wrong } }, orderUrl }),
    ],
  ])('is escaped in the HTML of %s', (_, { html }) => {
    expect(html).not.toContain('<script')
    expect(html).not.toContain(`<a href='x'>`)
    expect(html).toContain(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;a href=&#39;x&#39;&gt;&amp;amp;',
    )
  })
})

test('every e-mail about an order placed under test keys says so', () => {
  const email = { order: { ...order, isTest: true }, orderUrl: 'https://shop.example/account/orders/1' }
  for (const { text } of [
    orderConfirmationEmail(email),
    paymentFailedEmail({ ...email, cartUrl: 'https://shop.example/cart' }),
    refundSentEmail({ ...email, amount: order.total }),
    directRefundEmail({ ...email, amount: order.total, method: 'cash', reference: '', paidOn: '2026-05-04' }),
    orderDispatchedEmail({ ...email, courierName: '', awb: null, trackingUrl: null, expectedOn: new Date() }),
    orderDeliveredEmail(email),
  ])
    expect(text).toContain('Test order: no money moved, and nothing is sent.')
  expect(orderConfirmationEmail({ ...email, order }).text).not.toContain('Test order')
})
