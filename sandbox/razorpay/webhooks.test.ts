import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { FaultInput } from '#sandbox/faults.ts'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#sandbox/testing.ts'
import { createGatewayClient, type GatewayClient } from './testing.ts'

const FAST = { webhookAfterMs: 0, webhookRetryMs: 20, webhookTimeoutMs: 100 }

let receiver: WebhookReceiver
let sandbox: Sandbox
let gateway: GatewayClient

beforeEach(async () => {
  receiver = await startWebhookReceiver()
  sandbox = await startSandbox({ port: 0, shopUrl: receiver.url, providers: ['razorpay'] })
  gateway = createGatewayClient(sandbox)
  sandbox.faults.set({ timing: FAST })
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

function setFaults(faults: FaultInput) {
  sandbox.faults.set({ ...faults, timing: { ...FAST, ...faults.timing } })
}

const events = () => receiver.received.map(({ event }) => event)

describe('a successful payment', () => {
  test('emits authorized, captured and order.paid, in this order', async () => {
    const order = await gateway.createOrder()
    await gateway.pay(order.id)
    await receiver.waitFor(3)
    expect(events()).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
    expect(receiver.received[0]?.path).toBe('/api/webhooks/razorpay')
  })

  test('signs the raw body with the webhook secret and gives each event its own id', async () => {
    const order = await gateway.createOrder({ notes: { shop: 'स्वर्णिका ₹' } })
    await gateway.pay(order.id)
    const received = await receiver.waitFor(3)
    for (const { headers, body } of received) {
      const signature = createHmac('sha256', sandbox.razorpay.webhookSecret).update(body).digest('hex')
      expect(headers['x-razorpay-signature']).toBe(signature)
    }
    expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3)
  })

  test('sends payment and order with order.paid', async () => {
    const order = await gateway.createOrder()
    const proof = await gateway.pay(order.id)
    const received = await receiver.waitFor(3)
    expect(JSON.parse(received[2]?.body ?? '')).toMatchObject({
      entity: 'event',
      account_id: expect.stringMatching(/^acc_/),
      event: 'order.paid',
      contains: ['payment', 'order'],
      payload: {
        payment: { entity: { id: proof.razorpay_payment_id, status: 'captured', order_id: order.id } },
        order: { entity: { id: order.id, status: 'paid', amount_due: 0, receipt: 'ord_7f3k2_1' } },
      },
      created_at: expect.any(Number),
    })
  })

  test('sends the payment as it was at each event, without the order', async () => {
    const order = await gateway.createOrder()
    await gateway.pay(order.id)
    const [authorized] = await receiver.waitFor(3)
    const body = JSON.parse(authorized?.body ?? '')
    expect(body.contains).toEqual(['payment'])
    expect(Object.keys(body.payload)).toEqual(['payment'])
    expect(body.payload.payment.entity).toMatchObject({ status: 'authorized', captured: false })
  })
})

test('a failed payment emits payment.failed with the reason', async () => {
  const order = await gateway.createOrder()
  await gateway.pay(order.id, 'failure')
  const [failed] = await receiver.waitFor(1)
  expect(JSON.parse(failed?.body ?? '')).toMatchObject({
    event: 'payment.failed',
    payload: { payment: { entity: { status: 'failed', error_reason: 'payment_failed' } } },
  })
})

test('a refund emits created and processed with refund and payment', async () => {
  const order = await gateway.createOrder()
  const { razorpay_payment_id: id } = await gateway.pay(order.id)
  await gateway.call('POST', `/payments/${id}/refund`, { amount: 50_000 })
  const received = await receiver.waitFor(5)
  expect(events().slice(3)).toEqual(['refund.created', 'refund.processed'])
  expect(JSON.parse(received[4]?.body ?? '')).toMatchObject({
    contains: ['refund', 'payment'],
    payload: {
      refund: { entity: { amount: 50_000, payment_id: id } },
      payment: { entity: { id, amount_refunded: 50_000, refund_status: 'partial' } },
    },
  })
})

describe('delivery', () => {
  test('is retried until the shop responds with 2xx, with exponential back-off', async () => {
    receiver.statuses.push(500, 302)
    const order = await gateway.createOrder()
    await gateway.pay(order.id, 'failure')
    const received = await receiver.waitFor(3)
    expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1)
    const [first = 0, second = 0, third = 0] = received.map(({ at }) => at)
    expect(second - first).toBeGreaterThanOrEqual(19)
    expect(third - second).toBeGreaterThanOrEqual(39)
  })

  test('is retried after a time-out', async () => {
    receiver.statuses.push(null)
    const order = await gateway.createOrder()
    await gateway.pay(order.id, 'failure')
    expect(await receiver.waitFor(2)).toHaveLength(2)
  })

  test('can be made due at once', async () => {
    setFaults({ timing: { webhookRetryMs: HOUR_MS } })
    receiver.statuses.push(503)
    const order = await gateway.createOrder()
    await gateway.pay(order.id, 'failure')
    await receiver.waitFor(1)
    while ((await gateway.advance(order.id)).webhooks === 0) await receiver.waitFor(1)
    expect(await receiver.waitFor(2)).toHaveLength(2)
  })

  test('survives a restart of the sandbox', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    const options = {
      port: 0,
      shopUrl: receiver.url,
      providers: ['razorpay'],
      storeFile: join(folder, 'store.db'),
    } as const
    const before = await startSandbox(options)
    before.faults.set({ timing: { webhookAfterMs: 150 } })
    const order = await createGatewayClient(before).createOrder()
    await createGatewayClient(before).pay(order.id, 'failure')
    await before.close()
    expect(receiver.received).toEqual([])

    const after = await startSandbox(options)
    const [failed] = await receiver.waitFor(1)
    expect(failed?.event).toBe('payment.failed')
    expect((await createGatewayClient(after).order(order.id)).status).toBe('attempted')
    await after.close()
    rmSync(folder, { recursive: true })
  })
})

describe('faults', () => {
  test('duplicate: delivers each event twice under one id', async () => {
    setFaults({ rates: { 'webhook-duplicate': 1 } })
    const order = await gateway.createOrder()
    await gateway.pay(order.id, 'failure')
    const received = await receiver.waitFor(2)
    expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1)
  })

  test('reordered: delivers the last one first', async () => {
    setFaults({ rates: { 'webhook-reordered': 1 } })
    const order = await gateway.createOrder()
    await gateway.pay(order.id)
    await receiver.waitFor(3)
    expect(events()).toEqual(['order.paid', 'payment.captured', 'payment.authorized'])
  })

  test('before the handler: delivers before the handler is called', async () => {
    setFaults({ rates: { 'webhook-before-handler': 1 }, timing: { webhookAfterMs: MINUTE_MS } })
    const order = await gateway.createOrder()
    await gateway.pay(order.id)
    expect(receiver.received).toHaveLength(3)
  })

  test('delayed: delivers nothing until then', async () => {
    setFaults({ rates: { 'webhook-delayed': 1 }, timing: { webhookDelayMs: MINUTE_MS } })
    const order = await gateway.createOrder()
    await gateway.pay(order.id)
    expect(receiver.received).toEqual([])
    expect((await gateway.advance()).webhooks).toBe(3)
    expect(await receiver.waitFor(3)).toHaveLength(3)
  })

  test('never: affects only the targeted order', async () => {
    setFaults({ targets: { 'silent-1': { 'webhook-never': true } } })
    const silent = await gateway.createOrder({ receipt: 'silent-1' })
    const loud = await gateway.createOrder({ receipt: 'loud-1' })
    await gateway.pay(silent.id)
    await gateway.pay(loud.id)
    const received = await receiver.waitFor(3)
    expect(received.every(({ body }) => body.includes(loud.id))).toBe(true)
    expect(sandbox.faults.counts()['webhook-never']).toBe(1)
  })
})
