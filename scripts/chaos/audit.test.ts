import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { audit } from './audit.ts'
import type { Snapshot } from './snapshot.ts'

const NUMBER = 'SJ-0000000000000001'
const AT = new Date('2026-11-20T10:00:00Z')

/** Asha bought a ring for ₹32,883, paid once, and has another one in her cart. */
function snapshotOf(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    scenarios: [
      {
        checkout: 0,
        shopper: 'asha@example.in',
        plan: 'pays',
        mark: '14 Johari Bazaar',
        lines: [{ type: 'rings', id: 801, size: '12', quantity: 1 }],
        total: paise(3_288_300),
        orderNumbers: new Set([NUMBER]),
        gatewayOrderIds: new Set(['order_1']),
        restarts: 0,
        reportedPaid: true,
        reportedFailed: new Set(),
        complaints: [],
      },
    ],
    put: new Map([['asha@example.in rings-801/12', 2]]),
    gateway: {
      orders: [{ id: 'order_1', receipt: `${NUMBER}-1`, amount: 3_288_300 }],
      payments: [PAID],
      refunds: [],
      webhooks: { waiting: 0, delivered: 3, abandoned: 0 },
    },
    courier: [],
    emails: [emailFor(`order-confirmation:${NUMBER}`)],
    shop: {
      orders: [ORDER],
      lines: [
        {
          orderNumber: NUMBER,
          position: 0,
          type: 'rings',
          productId: 801,
          name: 'A ring',
          size: '12',
          quantity: 1,
          unitPrice: paise(3_288_300),
          saving: paise(0),
          total: paise(3_288_300),
          cancelled: 0,
          facts: null,
          isMadeToOrder: false,
          codes: null,
        },
      ],
      gatewayOrders: [
        {
          receipt: `${NUMBER}-1`,
          gatewayOrderId: 'order_1',
          orderNumber: NUMBER,
          amount: paise(3_288_300),
          currency: 'INR',
          createdAt: AT,
        },
      ],
      payments: [],
      refunds: [],
      gatewayRefunds: [],
      refundRequests: [],
      returns: [],
      pickups: [],
      parcels: [],
      events: ['placed', 'paid', 'completed'].map(stepOf),
      carts: [{ email: 'asha@example.in', line: 'rings-801/12', quantity: 1 }],
      webhooksUnworked: 0,
      levels: [{ key: 'rings-801', onHand: 1 }],
      holds: [],
      movements: [moved(2, 'opening'), moved(-1, 'sold')],
      offerCodes: [],
      redemptions: [],
    },
    outbox: [{ dedupeKey: `order-confirmation:${NUMBER}`, sentAt: AT, attempts: 1 }],
    kills: 0,
    bugs: [],
    ...changes,
  }
}

const PAID: Snapshot['gateway']['payments'][number] = {
  id: 'pay_1',
  order_id: 'order_1',
  amount: 3_288_300,
  currency: 'INR',
  status: 'captured',
  captured: true,
}
const SECOND = { ...PAID, id: 'pay_2' }
const BACK = { id: 'rfnd_1', payment_id: 'pay_2', amount: 3_288_300, status: 'processed' }
const ORDER: Snapshot['shop']['orders'][number] = {
  number: NUMBER,
  userId: 'asha',
  email: 'asha@example.in',
  checkoutId: 'checkout-1',
  status: 'completed',
  subtotal: paise(3_288_300),
  saving: paise(0),
  shipping: paise(0),
  total: paise(3_288_300),
  currency: 'INR',
  edition: null,
  shipTo: {
    name: 'Asha',
    address: '14 Johari Bazaar',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302003',
    phone: '9829012345',
    email: 'asha@example.in',
  },
  gstin: null,
  businessName: null,
  courierId: 43,
  courierName: 'Delhivery Surface',
  estimatedDays: 4,
  weightMg: 500_000,
  placedAt: AT,
  paidAt: AT,
  completedAt: AT,
  packedAt: null,
  paymentId: 'pay_1',
  isTest: true,
  nextReconcileAt: null,
  reconcileAttempts: 3,
  rejectedSince: null,
  consentDueAt: null,
  offerCode: null,
}
function moved(change: number, cause: Snapshot['shop']['movements'][number]['cause'], orderNumber = NUMBER) {
  const order = cause === 'sold' ? orderNumber : null
  return { id: 0, key: 'rings-801', change, cause, orderNumber: order, at: AT, actor: 'shop', reason: '' }
}
const heldUntil = (time: string) => ({
  orderNumber: NUMBER,
  key: 'rings-801',
  quantity: 1,
  expiresAt: new Date(time),
})
const stepOf = (event: string, id = 0) => ({
  id,
  orderNumber: NUMBER,
  at: AT,
  event,
  source: 'webhook',
  actor: null,
  detail: {},
})
function emailFor(dedupeKey: string) {
  const hash = createHash('sha256').update(dedupeKey).digest('hex').slice(0, 40)
  return { messageId: `<${hash}@swarnika.example>`, subject: dedupeKey }
}

const right = snapshotOf()
const [scenario] = right.scenarios
if (!scenario) throw new Error('No scenario')
const { gateway, shop } = right

/** ₹50 of Asha's payment is refunded on the dashboard. */
const partialRefund = {
  gateway: {
    ...gateway,
    refunds: [{ id: 'rfnd_hand', payment_id: 'pay_1', amount: 5000, status: 'processed' }],
  },
  shop: {
    ...shop,
    gatewayRefunds: [
      {
        gatewayRefundId: 'rfnd_hand',
        orderNumber: NUMBER,
        paymentId: 'pay_1',
        amount: paise(5000),
        createdAt: AT,
        recordedAt: AT,
        processedAt: null,
        failedAt: null,
      },
    ],
  },
  outbox: [...right.outbox, { dedupeKey: 'refund:rfnd_hand', sentAt: AT, attempts: 1 }],
  emails: [...right.emails, emailFor('refund:rfnd_hand')],
}

const CODE: Snapshot['shop']['offerCodes'][number] = {
  code: 'CHAOS20',
  percent: 20,
  base: 'price',
  appliesTo: [],
  validFrom: AT,
  validUntil: null,
  ordersMax: 1,
  ordersPerCustomerMax: 1,
  createdAt: AT,
  createdBy: 'chaos run',
}
const WITH_CODE = { ...ORDER, offerCode: CODE.code }
const USED = { orderNumber: NUMBER, code: CODE.code, reservedUntil: null }

test('accepts an order that uses an offer code within its limits', () => {
  const used = { ...shop, orders: [WITH_CODE], redemptions: [USED], offerCodes: [CODE] }
  expect(audit(snapshotOf({ shop: used }))).toEqual([])
})

/** Staff cancelled the order, and the refund has been sent. */
const REFUND_REQUEST: Snapshot['shop']['refundRequests'][number] = {
  id: '00000000-0000-4000-8000-000000000001',
  orderNumber: NUMBER,
  paymentId: 'pay_1',
  amount: paise(3_288_300),
  lines: [],
  extra: paise(3_288_300),
  reason: 'changed her mind',
  state: 'sent',
  requestedBy: 'meera@example.in',
  requestedAt: AT,
  cancels: false,
  cancelledLines: null,
  decidedBy: null,
  decidedAt: null,
  gatewayRefundId: 'rfnd_1',
  attempts: 1,
  nextAttemptAt: null,
  lastError: null,
}
const RETURN: Snapshot['shop']['returns'][number] = {
  id: REFUND_REQUEST.id,
  orderNumber: NUMBER,
  lines: [{ position: 0, quantity: 1 }],
  reason: 'other',
  note: '',
  resolution: 'refund',
  state: 'accepted',
  requestedAt: AT,
  tracking: '',
  explanation: '',
  codes: [],
}
const SENT_REFUND = { ...BACK, payment_id: 'pay_1', receipt: REFUND_REQUEST.id }
const cancelled = {
  gateway: { ...gateway, refunds: [SENT_REFUND] },
  shop: {
    ...shop,
    orders: [{ ...ORDER, status: 'refunded' as const }],
    refundRequests: [REFUND_REQUEST],
    gatewayRefunds: [
      { ...partialRefund.shop.gatewayRefunds[0], gatewayRefundId: 'rfnd_1', amount: paise(3_288_300) },
    ] as Snapshot['shop']['gatewayRefunds'],
  },
  outbox: [...right.outbox, { dedupeKey: 'refund:rfnd_1', sentAt: AT, attempts: 1 }],
  emails: [...right.emails, emailFor('refund:rfnd_1')],
}

test('accepts an order that was cancelled at the desk and refunded in full', () => {
  expect(audit(snapshotOf(cancelled))).toEqual([])
})

test('finds no violation in records that agree', () => {
  expect(audit(right)).toEqual([])
})

test('accepts a second payment that was refunded in full', () => {
  const refunded = { ...gateway, payments: [PAID, { ...SECOND, status: 'refunded' }], refunds: [BACK] }
  expect(audit(snapshotOf({ gateway: refunded }))).toEqual([])
})

describe('if both orders of a restarted purchase were paid, and the cart held the products once', () => {
  const secondOrder = { ...ORDER, number: 'SJ-0000000000000002', paymentId: 'pay_2' }
  const secondLines = shop.lines.map((line) => ({ ...line, orderNumber: secondOrder.number }))
  const bothPaid = {
    ...shop,
    orders: [ORDER, secondOrder],
    lines: [...shop.lines, ...secondLines],
  }
  const cartOf = (quantity: number) => [{ email: 'asha@example.in', line: 'rings-801/12', quantity }]
  const hasWrongCart = (carts: Snapshot['shop']['carts'], put: number) =>
    audit(
      snapshotOf({
        put: new Map([['asha@example.in rings-801/12', put]]),
        shop: { ...bothPaid, carts },
      }),
    ).some(({ rule }) => rule === 'cart')

  test('accepts an empty cart', () => {
    expect(hasWrongCart([], 1)).toBe(false)
  })

  test('accepts additions after the second order found the cart empty', () => {
    expect(hasWrongCart(cartOf(1), 2)).toBe(false)
  })

  test('finds more in the cart than was ever added', () => {
    expect(hasWrongCart(cartOf(2), 2)).toBe(true)
  })
})

test('accepts a partial refund from the dashboard once it is recorded and announced', () => {
  expect(audit(snapshotOf(partialRefund))).toEqual([])
})

test('counts a refund that failed at the bank and was sent again as one', () => {
  const refunds = [
    { ...BACK, status: 'failed' },
    { ...BACK, id: 'rfnd_2' },
  ]
  expect(audit(snapshotOf({ gateway: { ...gateway, payments: [PAID, SECOND], refunds } }))).toEqual([])
})

test('an email sent again after a kill is not a violation', () => {
  expect(audit(snapshotOf({ emails: [...right.emails, ...right.emails], kills: 1 }))).toEqual([])
})

describe('the audit finds', () => {
  test.each<[string, string, Partial<Snapshot>]>([
    [
      'a refund of the desk that was sent twice',
      'money',
      { ...cancelled, gateway: { ...gateway, refunds: [SENT_REFUND, { ...SENT_REFUND, id: 'rfnd_2' }] } },
    ],
    ['a requested refund that the gateway does not have', 'money', { ...cancelled, gateway }],
    [
      'a refund of the desk that was never sent',
      'pending',
      { ...cancelled, shop: { ...cancelled.shop, refundRequests: [{ ...REFUND_REQUEST, state: 'due' }] } },
    ],
    ['an accepted return that is not refunded', 'money', { shop: { ...shop, returns: [RETURN] } }],
    [
      'an accepted return whose piece is not in stock again',
      'stock',
      { ...cancelled, shop: { ...cancelled.shop, returns: [RETURN] } },
    ],
    ['a refund from the dashboard that is not recorded', 'money', { ...partialRefund, shop }],
    ['a refund from the dashboard without an email', 'mail', { ...partialRefund, emails: right.emails }],
    [
      'a second payment that was not refunded',
      'money',
      { gateway: { ...gateway, payments: [PAID, SECOND] } },
    ],
    [
      'a second payment that was refunded in part',
      'money',
      { gateway: { ...gateway, payments: [PAID, SECOND], refunds: [{ ...BACK, amount: 3_288_200 }] } },
    ],
    [
      'a second payment that was refunded twice',
      'money',
      { gateway: { ...gateway, payments: [PAID, SECOND], refunds: [BACK, { ...BACK, id: 'rfnd_2' }] } },
    ],
    [
      'a refunded payment of a completed order',
      'money',
      { gateway: { ...gateway, refunds: [{ ...BACK, payment_id: 'pay_1' }] } },
    ],
    [
      'a refund that failed and was not sent again',
      'money',
      { gateway: { ...gateway, payments: [PAID, SECOND], refunds: [{ ...BACK, status: 'failed' }] } },
    ],
    [
      'a total that the shopper did not see',
      'money',
      { scenarios: [{ ...scenario, total: paise(3_288_200) }] },
    ],
    ['other products than were ordered', 'money', { scenarios: [{ ...scenario, lines: [] }] }],
    [
      'another size than was ordered',
      'money',
      { scenarios: [{ ...scenario, lines: scenario.lines.map((line) => ({ ...line, size: '14' })) }] },
    ],
    ['an order completed without a payment', 'unpaid', { gateway: { ...gateway, payments: [] } }],
    [
      'an order completed by a payment only authorized',
      'unpaid',
      { gateway: { ...gateway, payments: [{ ...PAID, captured: false }] } },
    ],
    [
      'an order completed by a payment that is a rupee short',
      'unpaid',
      { gateway: { ...gateway, payments: [{ ...PAID, amount: 3_288_200 }] } },
    ],
    [
      'an order completed by the payment of another',
      'unpaid',
      { gateway: { ...gateway, payments: [{ ...PAID, order_id: 'order_2' }] } },
    ],
    [
      'two orders of one checkout',
      'double',
      { shop: { ...shop, orders: [ORDER, { ...ORDER, number: 'SJ-0000000000000002', paymentId: 'pay_2' }] } },
    ],
    [
      'two order numbers shown for one checkout',
      'double',
      { scenarios: [{ ...scenario, orderNumbers: new Set([NUMBER, 'SJ-0000000000000002']) }] },
    ],
    ['an order that nobody placed', 'double', { scenarios: [] }],
    [
      'an order reported as paid that is not complete',
      'promise',
      { shop: { ...shop, orders: [{ ...ORDER, status: 'cancelled', paymentId: null, completedAt: null }] } },
    ],
    [
      'a payment reported as failed that succeeded',
      'promise',
      { scenarios: [{ ...scenario, reportedFailed: new Set(['pay_1']) }] },
    ],
    ['a forgery that was accepted', 'promise', { scenarios: [{ ...scenario, complaints: ['accepted'] }] }],
    [
      'an unwanted extra order',
      'double',
      { shop: { ...shop, orders: [ORDER, { ...ORDER, number: 'SJ-2' }] } },
    ],
    ['a second purchase reported as the first one', 'repeat', { scenarios: [scenario, { ...scenario }] }],
    ['a confirmation that never came', 'mail', { emails: [] }],
    ['an email twice without a kill', 'mail', { emails: [...right.emails, ...right.emails] }],
    [
      'an email without a dedupe key',
      'mail',
      { emails: [...right.emails, emailFor('order-confirmation:SJ-2')] },
    ],
    [
      'a cart that was not emptied',
      'cart',
      { shop: { ...shop, carts: [{ email: 'asha@example.in', line: 'rings-801/12', quantity: 2 }] } },
    ],
    ['a cart that was emptied twice', 'cart', { shop: { ...shop, carts: [] } }],
    [
      'an order left as created',
      'pending',
      { shop: { ...shop, orders: [{ ...ORDER, status: 'created', paymentId: null }] } },
    ],
    [
      'an order that is still reconciled',
      'pending',
      { shop: { ...shop, orders: [{ ...ORDER, nextReconcileAt: AT }] } },
    ],
    ['an unprocessed webhook', 'pending', { shop: { ...shop, webhooksUnworked: 1 } }],
    [
      'an authorized payment that is not captured',
      'pending',
      { gateway: { ...gateway, payments: [PAID, { ...SECOND, captured: false, status: 'authorized' }] } },
    ],
    [
      'an email not sent',
      'pending',
      { outbox: [...right.outbox, { dedupeKey: 'refund:pay_2', sentAt: null, attempts: 1 }] },
    ],
    [
      'an order completed twice',
      'events',
      { shop: { ...shop, events: [...shop.events, stepOf('completed', 4)] } },
    ],
    ['an order completed without its event', 'events', { shop: { ...shop, events: [stepOf('placed')] } }],
    [
      'a piece sold twice to an order',
      'stock',
      { shop: { ...shop, movements: [...shop.movements, moved(-1, 'sold')] } },
    ],
    ['a completed order without a sale', 'stock', { shop: { ...shop, movements: [moved(1, 'opening')] } }],
    [
      'a level that its movements do not explain',
      'stock',
      { shop: { ...shop, levels: [{ key: 'rings-801', onHand: 2 }] } },
    ],
    [
      'a sale to an order that was not completed',
      'stock',
      { shop: { ...shop, orders: [{ ...ORDER, status: 'cancelled', completedAt: null }] } },
    ],
    [
      'a paid order without a piece that was not refunded',
      'stock',
      {
        shop: {
          ...shop,
          movements: [moved(1, 'opening')],
          orders: [{ ...ORDER, status: 'cancelled', completedAt: null }],
          events: ['placed', 'sold out'].map((event) => stepOf(event)),
        },
      },
    ],
    [
      'a piece that a completed order still holds',
      'stock',
      { shop: { ...shop, holds: [heldUntil('2026-11-20T10:05:00Z')] } },
    ],
    [
      'a piece that is held for ever',
      'stock',
      {
        shop: {
          ...shop,
          levels: [{ key: 'rings-801', onHand: 2 }],
          movements: [moved(2, 'opening')],
          orders: [{ ...ORDER, status: 'cancelled', completedAt: null }],
          holds: [heldUntil('2026-11-20T10:15:01Z')],
        },
      },
    ],
    [
      'an offer code that is used more often than it may be',
      'offer',
      {
        shop: { ...shop, orders: [WITH_CODE], redemptions: [USED], offerCodes: [{ ...CODE, ordersMax: 0 }] },
      },
    ],
    [
      'an offer code that a customer uses more often than one may',
      'offer',
      {
        shop: {
          ...shop,
          orders: [WITH_CODE],
          redemptions: [USED],
          offerCodes: [{ ...CODE, ordersPerCustomerMax: 0 }],
        },
      },
    ],
    [
      'an order completed without using its offer code',
      'offer',
      { shop: { ...shop, orders: [WITH_CODE], offerCodes: [CODE] } },
    ],
    [
      'an offer code used by an order without it',
      'offer',
      { shop: { ...shop, redemptions: [USED], offerCodes: [CODE] } },
    ],
    [
      'a payment that found its offer code used up and was not refunded',
      'offer',
      { shop: { ...shop, events: [stepOf('placed'), stepOf('offer code used up')] } },
    ],
    ['a bug in the log', 'bug', { bugs: ['{"message":"job failed"}'] }],
  ])('%s', (_, rule, changes) => {
    expect(audit(snapshotOf(changes)).map((violation) => violation.rule)).toContain(rule)
  })
})
