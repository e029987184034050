import { beforeEach, expect, test } from 'vitest'
import { FAULT_KINDS } from '#sandbox/faults.ts'
import type { RefundEntity } from './entities.ts'
import { useGateway } from './testing.ts'

const { receiver, sandbox, gateway } = useGateway()

beforeEach(() => {
  sandbox.faults.set({})
})

test('handler-never: the payment succeeds and the page is not notified', async () => {
  const order = await gateway.createOrder({ receipt: 'mute-1' })
  sandbox.faults.set({ targets: { 'mute-1': { 'handler-never': true } } })
  expect(await gateway.pay(order.id)).toBeNull()
  expect((await gateway.order(order.id)).status).toBe('paid')
})

test('late-authorization: refunds the first payment, which is authorized after the retry has paid', async () => {
  sandbox.faults.set({ rates: { 'late-authorization': 1 } })
  const order = await gateway.createOrder({ receipt: 'slow-bank-1' })
  expect((await gateway.pay(order.id)).error.reason).toBe('payment_timed_out')
  await gateway.pay(order.id)
  receiver.received.length = 0
  await gateway.advance(order.id)
  while (!receiver.received.some(({ event }) => event === 'refund.processed')) {
    await receiver.waitFor(receiver.received.length + 1)
  }
  const payments = await gateway.payments(order.id)
  expect(payments.filter(({ status }) => status === 'captured')).toHaveLength(1)
  expect(payments.filter(({ status }) => status === 'refunded')).toHaveLength(1)
})

test('late-authorization: pays the order of a dismissed dialog', async () => {
  sandbox.faults.set({ rates: { 'late-authorization': 1 }, timing: { lateAuthorizationMs: 0 } })
  const order = await gateway.createOrder({ receipt: 'slow-bank-2' })
  receiver.received.length = 0
  await gateway.pay(order.id, 'dismissed')
  await receiver.waitFor(3)
  expect((await gateway.order(order.id)).status).toBe('paid')
})

test('stuck-authorized: leaves the payment to be captured by the shop', async () => {
  sandbox.faults.set({ rates: { 'stuck-authorized': 1 } })
  const order = await gateway.createOrder()
  await gateway.pay(order.id)
  expect((await gateway.payments(order.id))[0]?.status).toBe('authorized')
  expect((await gateway.order(order.id)).status).toBe('attempted')
})

test('double-capture: captures two payments for one attempt', async () => {
  sandbox.faults.set({ rates: { 'double-capture': 1 } })
  const order = await gateway.createOrder()
  const proof = await gateway.pay(order.id)
  const payments = await gateway.payments(order.id)
  expect(payments.map(({ status, amount }) => [status, amount])).toEqual([
    ['captured', order.amount],
    ['captured', order.amount],
  ])
  expect(payments.map(({ id }) => id)).toContain(proof.razorpay_payment_id)
})

test('wrong-amount: captures a rupee less', async () => {
  sandbox.faults.set({ rates: { 'wrong-amount': 1 } })
  const order = await gateway.createOrder({ amount: 50_000 })
  await gateway.pay(order.id)
  expect((await gateway.payments(order.id))[0]).toMatchObject({ status: 'captured', amount: 49_900 })
})

test('clock-skew: sets the gateway’s clock a quarter of an hour ahead', async () => {
  sandbox.faults.set({ rates: { 'clock-skew': 1 } })
  const before = Math.floor(Date.now() / 1000)
  const { created_at } = await gateway.createOrder()
  expect(created_at).toBeGreaterThanOrEqual(before + 900)
})

test('api-5xx: changes nothing, and the retry succeeds', async () => {
  sandbox.faults.set({ targets: { 'flaky-1': { 'api-5xx': 1 } } })
  const fields = { amount: 50_000, currency: 'INR', receipt: 'flaky-1' }
  const headers = {
    authorization: `Basic ${btoa(`${sandbox.razorpay.keyId}:${sandbox.razorpay.keySecret}`)}`,
  }
  const first = await fetch(`${sandbox.razorpay.apiUrl}/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
  })
  expect(first.status).toBeGreaterThanOrEqual(500)
  expect((await gateway.call('GET', '/orders?receipt=flaky-1')).body).toMatchObject({ count: 0 })
  expect((await gateway.call('POST', '/orders', fields)).status).toBe(200)
})

test('api-dropped: handles the request without a response', async () => {
  sandbox.faults.set({ targets: { 'cut-1': { 'api-dropped': 1 } } })
  await expect(gateway.createOrder({ receipt: 'cut-1' })).rejects.toThrow('fetch failed')
  expect((await gateway.call('GET', '/orders?receipt=cut-1')).body).toMatchObject({ count: 1 })
})

test('api-timeout: handles the request and holds the response back', async () => {
  sandbox.faults.set({ targets: { 'hung-1': { 'api-timeout': 1 } }, timing: { hangMs: 50 } })
  await expect(gateway.createOrder({ receipt: 'hung-1' })).rejects.toThrow('fetch failed')
  expect((await gateway.call('GET', '/orders?receipt=hung-1')).body).toMatchObject({ count: 1 })
})

test('api-dropped: a retried refund with the same key is made once', async () => {
  const order = await gateway.createOrder({ receipt: 'cut-2' })
  const { razorpay_payment_id: id } = await gateway.pay(order.id)
  sandbox.faults.set({ targets: { [order.id]: { 'api-dropped': 1 } } })
  const refund = () =>
    gateway.call('POST', `/payments/${id}/refund`, {}, { 'x-refund-idempotency': 'refund-cut-2' })
  await expect(refund()).rejects.toThrow('fetch failed')
  expect((await refund()).status).toBe(200)
  expect((await gateway.call('GET', `/payments/${id}/refunds`)).body).toMatchObject({ count: 1 })
})

test('the same seed affects the same receipts, another seed others', async () => {
  const injected = (seed: number) => {
    sandbox.faults.set({ seed, rates: { 'handler-never': 0.5 } })
    return Array.from({ length: 40 }, (_, at) => sandbox.faults.shouldInject('handler-never', [`ord_${at}`]))
  }
  const first = injected(7)
  expect(injected(7)).toEqual(first)
  expect(injected(8)).not.toEqual(first)
  expect(new Set(first)).toEqual(new Set([true, false]))
})

test('faults are set and counted over HTTP, and invalid ones are rejected', async () => {
  const put = (body: unknown) => fetch(`${sandbox.url}/faults`, { method: 'PUT', body: JSON.stringify(body) })
  expect((await put({ seed: 3, rates: { 'webhook-never': 0.25 } })).status).toBe(200)
  const set = await (await fetch(`${sandbox.url}/faults`)).json()
  expect(set).toMatchObject({ seed: 3, rates: { 'webhook-never': 0.25 }, timing: { webhookTimeoutMs: 5000 } })

  expect((await put({ rates: { 'webhook-never': 2 } })).status).toBe(400)
  expect((await put({ rates: { 'webhook-sometimes': 1 } })).status).toBe(400)
  expect(sandbox.faults.settings().seed).toBe(3)

  const counts: unknown = await (await fetch(`${sandbox.url}/faults/counts`)).json()
  expect(Object.keys(counts ?? {})).toEqual(FAULT_KINDS)
})

test('all records can be read for an audit', async () => {
  const order = await gateway.createOrder({ receipt: 'audit-1' })
  await gateway.pay(order.id)
  const state = await (await fetch(`${sandbox.url}/razorpay/sandbox/state`)).json()
  expect(state).toMatchObject({
    orders: expect.arrayContaining([expect.objectContaining({ id: order.id, status: 'paid' })]),
    payments: expect.arrayContaining([expect.objectContaining({ order_id: order.id, status: 'captured' })]),
    webhooks: { waiting: expect.any(Number), delivered: expect.any(Number), abandoned: 0 },
  })
})

test('refund-failed: the first refund fails at the bank, the second succeeds', async () => {
  sandbox.faults.set({ targets: { 'unlucky-1': { 'refund-failed': true } }, timing: { refundFailsMs: 0 } })
  const order = await gateway.createOrder({ receipt: 'unlucky-1' })
  const { razorpay_payment_id: id } = await gateway.pay(order.id)
  receiver.received.length = 0
  const refund = async (key: string) =>
    (
      await gateway.call<RefundEntity>(
        'POST',
        `/payments/${id}/refund`,
        { amount: order.amount },
        {
          'x-refund-idempotency': key,
        },
      )
    ).body
  expect((await refund('first-attempt')).status).toBe('pending')
  while (!receiver.received.some(({ event }) => event === 'refund.failed')) {
    await receiver.waitFor(receiver.received.length + 1)
  }
  const [paid] = await gateway.payments(order.id)
  expect(paid).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null })
  expect((await refund('first-attempt')).status).toBe('failed')
  expect((await refund('second-attempt')).status).toBe('processed')
  expect((await gateway.payments(order.id))[0]).toMatchObject({ status: 'refunded' })
})
