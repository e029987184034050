import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderEntity, PaymentEntity, RefundEntity } from './entities.ts'
import { useGateway, type ErrorBody } from './testing.ts'

const { receiver, sandbox, gateway } = useGateway()

beforeEach(() => {
  sandbox.faults.set({})
})

const callExpectingError = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  gateway.call<ErrorBody>(method, path, body, headers)

describe('authentication', () => {
  test('rejects a wrong secret with 401', async () => {
    const response = await fetch(`${sandbox.razorpay.apiUrl}/orders`, {
      headers: { authorization: `Basic ${btoa(`${sandbox.razorpay.keyId}:wrong`)}` },
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
    })
  })

  test('requires the scheme to be spelled Basic', async () => {
    const credentials = btoa(`${sandbox.razorpay.keyId}:${sandbox.razorpay.keySecret}`)
    const response = await fetch(`${sandbox.razorpay.apiUrl}/orders`, {
      headers: { authorization: `basic ${credentials}` },
    })
    expect(response.status).toBe(401)
  })
})

describe('orders', () => {
  test('have the documented shape', async () => {
    const { status, body } = await gateway.call<OrderEntity>('POST', '/orders', {
      amount: 1_842_500,
      currency: 'INR',
      receipt: 'ord_7f3k2_1',
      notes: { shop_order: '7f3k2' },
      payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 12 } },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 1_842_500,
      amount_paid: 0,
      amount_due: 1_842_500,
      currency: 'INR',
      receipt: 'ord_7f3k2_1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { shop_order: '7f3k2' },
      created_at: expect.any(Number),
    })
    expect(await gateway.order(body.id)).toEqual(body)
  })

  test('return empty notes as a list', async () => {
    expect((await gateway.createOrder({ notes: {} })).notes).toEqual([])
  })

  test.each([
    [{ amount: 100.5 }, 'The amount must be an integer.'],
    [{ amount: '100.50' }, 'The amount must be an integer.'],
    [{ amount: -100 }, 'The amount must be at least INR 1.00'],
    [{ amount: 99 }, 'Order amount less than minimum amount allowed'],
    [{ amount: 1_000_000_001 }, 'Amount exceeds maximum amount allowed.'],
    [{ amount: undefined }, 'The amount field is required.'],
    [{ currency: undefined }, 'The currency field is required.'],
    [{ receipt: 'r'.repeat(41) }, 'The receipt may not be greater than 40 characters.'],
    [{ colour: 'gold' }, 'colour is/are not required and should not be sent'],
    [{ notes: { long: 'n'.repeat(257) } }, 'Each note may not be longer than 256 characters.'],
    [
      { notes: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`n${at}`, 'x'])) },
      'The notes may not have more than 15 key-value pairs.',
    ],
    [{ payment: { capture: 'sometimes' } }, 'The selected payment.capture is invalid.'],
    [
      { payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 5 } } },
      'The automatic_expiry_period must be between 12 and 7200.',
    ],
  ])('are rejected with %j', async (fields, description) => {
    const { status, body } = await callExpectingError('POST', '/orders', {
      amount: 50_000,
      currency: 'INR',
      ...fields,
    })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description, source: 'business' })
  })

  test('accept one rupee and a receipt of 40 characters', async () => {
    const order = await gateway.createOrder({ amount: 100, receipt: 'r'.repeat(40) })
    expect(order.amount_due).toBe(100)
  })

  test('reject a body that is not JSON', async () => {
    const response = await fetch(`${sandbox.razorpay.apiUrl}/orders`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${sandbox.razorpay.keyId}:${sandbox.razorpay.keySecret}`)}` },
      body: '{"amount":',
    })
    expect(response.status).toBe(400)
  })

  test('reject an unknown id', async () => {
    const { status, body } = await callExpectingError('GET', '/orders/order_00000000000000')
    expect([status, body.error.description]).toEqual([400, 'The id provided does not exist'])
  })

  test('respond with 404 to an unknown path', async () => {
    expect((await callExpectingError('GET', '/nothing')).status).toBe(404)
  })

  test('are found by their receipt', async () => {
    const order = await gateway.createOrder({ receipt: 'lost-answer-1' })
    const { body } = await gateway.call('GET', '/orders?receipt=lost-answer-1')
    expect(body).toEqual({ entity: 'collection', count: 1, items: [order] })
  })

  test('with unique_receipt are created once', async () => {
    const first = await gateway.createOrder({ receipt: 'once-1', unique_receipt: true })
    const second = await gateway.createOrder({ receipt: 'once-1', unique_receipt: true })
    expect(second.id).toBe(first.id)
  })

  test('without unique_receipt are created each time', async () => {
    const first = await gateway.createOrder({ receipt: 'twice-1' })
    const second = await gateway.createOrder({ receipt: 'twice-1' })
    expect(second.id).not.toBe(first.id)
  })

  test('are listed by ten, and by a hundred at most', async () => {
    for (let made = 0; made < 11; made += 1) await gateway.createOrder({ receipt: 'many' })
    const ten = await gateway.call<{ count: number }>('GET', '/orders?receipt=many')
    const one = await gateway.call<{ count: number }>('GET', '/orders?receipt=many&skip=10')
    expect([ten.body.count, one.body.count]).toEqual([10, 1])
    expect((await callExpectingError('GET', '/orders?count=101')).status).toBe(400)
  })

  test('can change only their notes', async () => {
    const order = await gateway.createOrder()
    const { body } = await gateway.call('PATCH', `/orders/${order.id}`, { notes: { packed: 'yes' } })
    expect(body).toEqual({ ...order, notes: { packed: 'yes' } })
    expect((await callExpectingError('PATCH', `/orders/${order.id}`, { amount: 1 })).status).toBe(400)
  })
})

describe('payments', () => {
  test('that succeed are captured and pay the order', async () => {
    const order = await gateway.createOrder({ amount: 1_842_500 })
    const proof = await gateway.pay(order.id)
    const { body } = await gateway.call<PaymentEntity>('GET', `/payments/${proof.razorpay_payment_id}`)
    expect(body).toMatchObject({
      entity: 'payment',
      status: 'captured',
      captured: true,
      amount: 1_842_500,
      currency: 'INR',
      order_id: order.id,
      method: 'upi',
      vpa: 'success@razorpay',
      // 2% of 18,425.00 is 368.50; the tax on it, 18%, is 66.33.
      fee: 43_483,
      tax: 6633,
      error_code: null,
    })
    expect(await gateway.order(order.id)).toMatchObject({
      status: 'paid',
      attempts: 1,
      amount_paid: 1_842_500,
      amount_due: 0,
    })
  })

  test('that fail are stored with the reason, and the order can be paid again', async () => {
    const order = await gateway.createOrder()
    const { error } = await gateway.pay(order.id, 'failure')
    const [failed] = await gateway.payments(order.id)
    expect(error).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      reason: 'payment_failed',
      metadata: { order_id: order.id, payment_id: failed?.id },
    })
    expect(failed).toMatchObject({ status: 'failed', captured: false, error_reason: 'payment_failed' })
    expect((await gateway.order(order.id)).status).toBe('attempted')

    await gateway.pay(order.id)
    expect((await gateway.payments(order.id)).map(({ status }) => status)).toEqual(['captured', 'failed'])
    expect(await gateway.order(order.id)).toMatchObject({ status: 'paid', attempts: 2 })
  })

  test('are not created when the dialog is dismissed', async () => {
    const order = await gateway.createOrder()
    expect(await gateway.pay(order.id, 'dismissed')).toBeNull()
    expect(await gateway.payments(order.id)).toEqual([])
    expect((await gateway.order(order.id)).status).toBe('created')
  })

  test('that are authorized late fail first and are captured later', async () => {
    const order = await gateway.createOrder({ receipt: 'late-1' })
    const { error } = await gateway.pay(order.id, 'late')
    expect(error.reason).toBe('payment_timed_out')
    expect((await gateway.payments(order.id))[0]?.status).toBe('failed')

    receiver.received.length = 0
    expect((await gateway.advance(order.id)).late_authorizations).toBe(1)
    await receiver.waitFor(3)
    expect((await gateway.payments(order.id))[0]).toMatchObject({
      status: 'captured',
      late_authorized: true,
      error_code: null,
    })
    expect((await gateway.order(order.id)).status).toBe('paid')
  })

  test('that are authorized late are refunded if the order was paid meanwhile', async () => {
    const order = await gateway.createOrder({ receipt: 'late-2' })
    await gateway.pay(order.id, 'late')
    await gateway.pay(order.id)
    receiver.received.length = 0
    await gateway.advance(order.id)
    while (!receiver.received.some(({ event }) => event === 'refund.processed')) {
      await receiver.waitFor(receiver.received.length + 1)
    }
    expect((await gateway.payments(order.id)).map(({ status }) => status)).toEqual(['captured', 'refunded'])
  })

  test('of a paid order are refunded in full', async () => {
    const order = await gateway.createOrder()
    const first = await gateway.pay(order.id)
    const second = await gateway.pay(order.id)
    const payments = await gateway.payments(order.id)
    expect(payments.map(({ id, status, captured }) => [id, status, captured])).toEqual([
      [second.razorpay_payment_id, 'refunded', false],
      [first.razorpay_payment_id, 'captured', true],
    ])
    expect((await gateway.order(order.id)).amount_paid).toBe(order.amount)
  })
})

describe('manual capture', () => {
  const manual = { payment: { capture: 'manual' } }

  test('of the authorized amount pays the order', async () => {
    const order = await gateway.createOrder(manual)
    const { razorpay_payment_id: id } = await gateway.pay(order.id)
    expect((await gateway.payments(order.id))[0]).toMatchObject({ status: 'authorized', fee: null })
    const { body } = await gateway.call<PaymentEntity>('POST', `/payments/${id}/capture`, {
      amount: order.amount,
      currency: 'INR',
    })
    expect(body.status).toBe('captured')
    expect((await gateway.order(order.id)).status).toBe('paid')
  })

  test('rejects another amount, a second capture and a failed payment', async () => {
    const order = await gateway.createOrder(manual)
    await gateway.pay(order.id, 'failure')
    const [failed] = await gateway.payments(order.id)
    const { razorpay_payment_id: id } = await gateway.pay(order.id)
    const capture = async (payment: string | undefined, amount: number) =>
      (await callExpectingError('POST', `/payments/${payment}/capture`, { amount, currency: 'INR' })).body
        .error?.description

    expect(await capture(id, order.amount - 1)).toBe('Capture amount must be equal to the amount authorized.')
    expect(await capture(failed?.id, order.amount)).toBe(
      'Only payments which have been authorized and not yet captured can be captured',
    )
    expect(await capture(id, order.amount)).toBeUndefined()
    expect(await capture(id, order.amount)).toBe('This payment has already been captured')
  })

  test('allows no new payment while one is authorized', async () => {
    const order = await gateway.createOrder(manual)
    await gateway.pay(order.id)
    expect((await gateway.pay(order.id)).error.code).toBe('BAD_REQUEST_ERROR')
    expect(await gateway.payments(order.id)).toHaveLength(1)
  })

  test('refunds a payment that is not captured in time', async () => {
    sandbox.faults.set({ timing: { captureWindowMs: 0 } })
    const order = await gateway.createOrder({ ...manual, receipt: 'window-1' })
    receiver.received.length = 0
    await gateway.pay(order.id)
    await receiver.waitFor(3)
    expect((await gateway.payments(order.id))[0]).toMatchObject({ status: 'refunded', captured: false })
  })
})

describe('refunds', () => {
  async function payOrder() {
    const order = await gateway.createOrder({ amount: 200_000 })
    return (await gateway.pay(order.id)).razorpay_payment_id
  }

  test('without an amount return the whole payment', async () => {
    const id = await payOrder()
    const { body } = await gateway.call<RefundEntity>('POST', `/payments/${id}/refund`)
    expect(body).toEqual({
      id: expect.stringMatching(/^rfnd_[0-9A-Za-z]{14}$/),
      entity: 'refund',
      amount: 200_000,
      currency: 'INR',
      payment_id: id,
      notes: [],
      receipt: null,
      acquirer_data: { arn: null },
      created_at: expect.any(Number),
      batch_id: null,
      status: 'processed',
      speed_processed: 'normal',
      speed_requested: 'normal',
    })
    const payment = await gateway.call<PaymentEntity>('GET', `/payments/${id}`)
    expect(payment.body).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      amount_refunded: 200_000,
    })
  })

  test('leave the order paid', async () => {
    const order = await gateway.createOrder()
    const { razorpay_payment_id: id } = await gateway.pay(order.id)
    await gateway.call('POST', `/payments/${id}/refund`, {})
    expect((await gateway.order(order.id)).status).toBe('paid')
  })

  test('can be partial, up to the captured amount', async () => {
    const id = await payOrder()
    await gateway.call('POST', `/payments/${id}/refund`, { amount: 50_000 })
    const payment = await gateway.call<PaymentEntity>('GET', `/payments/${id}`)
    expect(payment.body).toMatchObject({ status: 'captured', refund_status: 'partial' })

    const tooMuch = await callExpectingError('POST', `/payments/${id}/refund`, { amount: 150_001 })
    expect(tooMuch.body.error.description).toBe('The refund amount provided is greater than amount captured.')
    await gateway.call('POST', `/payments/${id}/refund`, { amount: 150_000 })
    const again = await callExpectingError('POST', `/payments/${id}/refund`, {})
    expect([again.status, again.body.error.description]).toEqual([
      400,
      'The payment has been fully refunded already.',
    ])
  })

  test('under the same idempotency key and body are made once', async () => {
    const id = await payOrder()
    const key = { 'x-refund-idempotency': 'refund-of-7f3k2' }
    const body = { amount: 50_000, speed: 'normal' }
    const first = await gateway.call<RefundEntity>('POST', `/payments/${id}/refund`, body, key)
    const second = await gateway.call<RefundEntity>('POST', `/payments/${id}/refund`, body, key)
    expect(second.body).toEqual(first.body)
    const all = await gateway.call<{ count: number }>('GET', `/payments/${id}/refunds`)
    expect(all.body.count).toBe(1)
  })

  test('under the same key with another body are a conflict', async () => {
    const id = await payOrder()
    const key = { 'x-refund-idempotency': 'refund-of-8g4l3' }
    await gateway.call('POST', `/payments/${id}/refund`, { amount: 50_000 }, key)
    const other = await callExpectingError('POST', `/payments/${id}/refund`, { amount: 60_000 }, key)
    expect([other.status, other.body.error.description]).toEqual([
      409,
      'Different request with the same idempotency key has already been processed.',
    ])
  })

  test('reject a key that is too short', async () => {
    const id = await payOrder()
    const response = await callExpectingError(
      'POST',
      `/payments/${id}/refund`,
      {},
      { 'x-refund-idempotency': 'short' },
    )
    expect(response.status).toBe(400)
  })

  test('are found by id and under their payment, not under another', async () => {
    const id = await payOrder()
    const other = await payOrder()
    const { body } = await gateway.call<RefundEntity>('POST', `/payments/${id}/refund`, {})
    expect((await gateway.call('GET', `/refunds/${body.id}`)).body).toEqual(body)
    expect((await gateway.call('GET', `/payments/${id}/refunds/${body.id}`)).body).toEqual(body)
    expect((await callExpectingError('GET', `/payments/${other}/refunds/${body.id}`)).status).toBe(400)
  })

  test('of a failed payment are rejected', async () => {
    const order = await gateway.createOrder()
    const { error } = await gateway.pay(order.id, 'failure')
    const response = await callExpectingError('POST', `/payments/${error.metadata.payment_id}/refund`, {})
    expect(response.status).toBe(400)
  })
})
