import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderEntity, RazorpayError } from './entities.ts'
import type { PaymentProof } from './payments.ts'
import { useGateway } from './testing.ts'

const { receiver, sandbox, gateway } = useGateway()
let order: OrderEntity

beforeEach(async () => {
  order = await gateway.createOrder({ amount: 1_842_500 })
})

const dialog = (query: Record<string, string>) =>
  fetch(
    `${sandbox.url}/razorpay/v1/checkout/public?${new URLSearchParams({
      order_id: order.id,
      key_id: sandbox.razorpay.keyId,
      origin: receiver.url,
      ...query,
    })}`,
  )

async function pay(instrument: Record<string, string>, customer: Record<string, unknown> = {}) {
  const response = await fetch(`${sandbox.url}/razorpay/v1/checkout/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: order.id, key_id: sandbox.razorpay.keyId, customer, instrument }),
  })
  // The tests below look at each field.
  const body = (await response.json()) as { end: string; proof: PaymentProof; error: RazorpayError }
  return { status: response.status, ...body }
}

const card = (number: string, otp = '1234') => pay({ method: 'card', number, name: 'Asha Verma', otp })

describe('the dialog', () => {
  test('shows the amount of the order, and that no money moves', async () => {
    const text = await (await dialog({})).text()
    expect(text).toContain('₹18,425.00')
    expect(text).toContain('Test mode: no money moves')
  })

  test('can be framed only by the shop and runs only its own script', async () => {
    const policy = (await dialog({})).headers.get('content-security-policy')
    const { port } = new URL(receiver.url)
    expect(policy).toContain(`frame-ancestors http://127.0.0.1:${port} http://localhost:${port}`)
    expect(policy).toContain("script-src 'self'")
  })

  test('is not served to another page', async () => {
    expect((await dialog({ origin: 'https://elsewhere.example' })).status).toBe(400)
  })

  test('reports an unknown key or order', async () => {
    expect(await (await dialog({ key_id: 'rzp_test_another' })).text()).toContain(
      'The id provided does not exist',
    )
    expect(await (await dialog({ order_id: 'order_00000000000000' })).text()).toContain(
      'The id provided does not exist',
    )
  })

  test('accepts no payment for a paid order', async () => {
    await gateway.pay(order.id)
    const text = await (await dialog({})).text()
    expect(text).toContain('This order has already been paid.')
    expect(text).not.toContain('role="tablist"')
  })

  test.each(['checkout.js', 'checkout/dialog.js', 'checkout/dialog.css'])('serves %s', async (file) => {
    const response = await fetch(`${sandbox.url}/razorpay/v1/${file}`)
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  })
})

describe('paying in the dialog', () => {
  test('with success@razorpay returns a proof signed by the key secret', async () => {
    const { end, proof } = await pay({ method: 'upi', vpa: 'success@razorpay' })
    const signature = createHmac('sha256', sandbox.razorpay.keySecret)
      .update(`${order.id}|${proof.razorpay_payment_id}`)
      .digest('hex')
    expect([end, proof.razorpay_order_id, proof.razorpay_signature]).toEqual(['paid', order.id, signature])
  })

  test('with failure@razorpay returns the documented error', async () => {
    const { end, error } = await pay({ method: 'upi', vpa: 'failure@razorpay' })
    expect(end).toBe('failed')
    expect(error).toEqual({
      code: 'BAD_REQUEST_ERROR',
      description: expect.any(String),
      source: 'bank',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
    })
  })

  test.each(['4100 2800 0000 1007', '5500 6700 0000 1002', '6527 6589 0000 1005', '3402 560004 01007'])(
    'with card %s and a password of four digits succeeds',
    async (number) => {
      expect((await card(number)).end).toBe('paid')
    },
  )

  test.each([
    ['4100 2800 0008 0001', 'insufficient_fund'],
    ['4100 2800 0007 0002', 'payment_cancelled'],
    ['4100 2800 0006 0003', 'card_declined'],
    ['4100 2800 0009 0000', 'payment_timed_out'],
    ['4100 2800 0002 0007', 'gateway_technical_error'],
    ['4111 1111 1111 1111', 'card_number_invalid'],
  ])('with card %s fails: %s', async (number, reason) => {
    expect((await card(number)).error.reason).toBe(reason)
  })

  test('rejects a password of three digits', async () => {
    expect((await card('4100 2800 0000 1007', '123')).error.reason).toBe('incorrect_otp')
  })

  test('by netbanking has the chosen outcome', async () => {
    const failed = await pay({ method: 'netbanking', bank: 'HDFC', outcome: 'failure' })
    const paid = await pay({ method: 'netbanking', bank: 'HDFC', outcome: 'success' })
    expect([failed.end, paid.end]).toEqual(['failed', 'paid'])
    expect((await gateway.payments(order.id))[0]).toMatchObject({ method: 'netbanking', bank: 'HDFC' })
  })

  test('stores only the last four digits of a card', async () => {
    await card('4100 2800 0000 1007')
    const [payment] = await gateway.payments(order.id)
    expect(payment?.card).toMatchObject({ last4: '1007', network: 'Visa', name: 'Asha Verma' })
    expect(JSON.stringify(payment)).not.toContain('4100280000001007')
  })

  test('stores what the shop prefilled', async () => {
    await pay(
      { method: 'upi', vpa: 'success@razorpay' },
      {
        email: 'asha@example.in',
        contact: '+919000011111',
        description: 'Jewelry Purchase',
        notes: { shop: '7' },
      },
    )
    expect((await gateway.payments(order.id))[0]).toMatchObject({
      email: 'asha@example.in',
      contact: '+919000011111',
      description: 'Jewelry Purchase',
      notes: { shop: '7' },
    })
  })

  test('rejects an unknown method', async () => {
    expect((await pay({ method: 'gold-coins' })).status).toBe(400)
  })

  test('rejects a cross-site request', async () => {
    const response = await fetch(`${sandbox.url}/razorpay/v1/checkout/pay`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(403)
  })
})
