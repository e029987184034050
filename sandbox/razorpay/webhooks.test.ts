import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FaultInput } from '#sandbox/faults.ts'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { openTestShop, type TestShop } from '#sandbox/testing.ts'
import { gatewayOf, type Gateway } from './testing.ts'

const AT_ONCE = { webhookAfterMs: 0, webhookRetryMs: 20, webhookTimeoutMs: 100 }

let shop: TestShop
let sandbox: Sandbox
let gateway: Gateway

beforeEach(async () => {
  shop = await openTestShop()
  sandbox = await startSandbox({ port: 0, shopUrl: shop.url, providers: ['razorpay'] })
  gateway = gatewayOf(sandbox)
  sandbox.faults.set({ timing: AT_ONCE })
})
afterEach(async () => {
  await sandbox.close()
  await shop.close()
})

function misbehave(faults: FaultInput) {
  sandbox.faults.set({ ...faults, timing: { ...AT_ONCE, ...faults.timing } })
}

const events = () => shop.received.map(({ event }) => event)

describe('a success', () => {
  test('emits authorised, captured and order.paid, in that order', async () => {
    const order = await gateway.newOrder()
    await gateway.pay(order.id)
    await shop.receives(3)
    expect(events()).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
    expect(shop.received[0]?.path).toBe('/api/webhooks/razorpay')
  })

  test('is signed over the raw body with the webhook secret, each event with its own id', async () => {
    const order = await gateway.newOrder({ notes: { shop: 'स्वर्णिका ₹' } })
    await gateway.pay(order.id)
    const received = await shop.receives(3)
    for (const { headers, body } of received) {
      const signature = createHmac('sha256', sandbox.razorpay.webhookSecret).update(body).digest('hex')
      expect(headers['x-razorpay-signature']).toBe(signature)
    }
    expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3)
  })

  test('order.paid carries payment and order as they are', async () => {
    const order = await gateway.newOrder()
    const proof = await gateway.pay(order.id)
    const received = await shop.receives(3)
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

  test('payment events carry the payment as it was at that moment, and no order', async () => {
    const order = await gateway.newOrder()
    await gateway.pay(order.id)
    const [authorised] = await shop.receives(3)
    const body = JSON.parse(authorised?.body ?? '')
    expect(body.contains).toEqual(['payment'])
    expect(Object.keys(body.payload)).toEqual(['payment'])
    expect(body.payload.payment.entity).toMatchObject({ status: 'authorized', captured: false })
  })
})

test('a failure emits payment.failed with its reason', async () => {
  const order = await gateway.newOrder()
  await gateway.pay(order.id, 'failure')
  const [failed] = await shop.receives(1)
  expect(JSON.parse(failed?.body ?? '')).toMatchObject({
    event: 'payment.failed',
    payload: { payment: { entity: { status: 'failed', error_reason: 'payment_failed' } } },
  })
})

test('a refund emits created and processed with refund and payment', async () => {
  const order = await gateway.newOrder()
  const { razorpay_payment_id: id } = await gateway.pay(order.id)
  await gateway.call('POST', `/payments/${id}/refund`, { amount: 50_000 })
  const received = await shop.receives(5)
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
  test('is tried again until the shop answers 2xx, each time after twice as long', async () => {
    shop.answers.push(500, 302)
    const order = await gateway.newOrder()
    await gateway.pay(order.id, 'failure')
    const received = await shop.receives(3)
    expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1)
    const [first = 0, second = 0, third = 0] = received.map(({ at }) => at)
    expect(second - first).toBeGreaterThanOrEqual(19)
    expect(third - second).toBeGreaterThanOrEqual(39)
  })

  test('is tried again when no answer comes in time', async () => {
    shop.answers.push(null)
    const order = await gateway.newOrder()
    await gateway.pay(order.id, 'failure')
    expect(await shop.receives(2)).toHaveLength(2)
  })

  test('a retry that waits can be made due at once', async () => {
    misbehave({ timing: { webhookRetryMs: 3_600_000 } })
    shop.answers.push(503)
    const order = await gateway.newOrder()
    await gateway.pay(order.id, 'failure')
    await shop.receives(1)
    while ((await gateway.advance(order.id)).webhooks === 0) await shop.receives(1)
    expect(await shop.receives(2)).toHaveLength(2)
  })

  test('survives a restart of the sandbox', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    const options = {
      port: 0,
      shopUrl: shop.url,
      providers: ['razorpay'],
      storeFile: join(folder, 'store.db'),
    } as const
    const before = await startSandbox(options)
    before.faults.set({ timing: { webhookAfterMs: 150 } })
    const order = await gatewayOf(before).newOrder()
    await gatewayOf(before).pay(order.id, 'failure')
    await before.close()
    expect(shop.received).toEqual([])

    const after = await startSandbox(options)
    const [failed] = await shop.receives(1)
    expect(failed?.event).toBe('payment.failed')
    expect((await gatewayOf(after).order(order.id)).status).toBe('attempted')
    await after.close()
    rmSync(folder, { recursive: true })
  })
})

describe('faults', () => {
  test('duplicate: each event twice under one id', async () => {
    misbehave({ rates: { 'webhook-duplicate': 1 } })
    const order = await gateway.newOrder()
    await gateway.pay(order.id, 'failure')
    const received = await shop.receives(2)
    expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1)
  })

  test('reordered: last first', async () => {
    misbehave({ rates: { 'webhook-reordered': 1 } })
    const order = await gateway.newOrder()
    await gateway.pay(order.id)
    await shop.receives(3)
    expect(events()).toEqual(['order.paid', 'payment.captured', 'payment.authorized'])
  })

  test('before the handler: the shop knows when the handler is called', async () => {
    misbehave({ rates: { 'webhook-before-handler': 1 }, timing: { webhookAfterMs: 60_000 } })
    const order = await gateway.newOrder()
    await gateway.pay(order.id)
    expect(shop.received).toHaveLength(3)
  })

  test('delayed: nothing comes until its time, then all', async () => {
    misbehave({ rates: { 'webhook-delayed': 1 }, timing: { webhookDelayMs: 60_000 } })
    const order = await gateway.newOrder()
    await gateway.pay(order.id)
    expect(shop.received).toEqual([])
    expect((await gateway.advance()).webhooks).toBe(3)
    expect(await shop.receives(3)).toHaveLength(3)
  })

  test('never: of two orders only the one aimed at is silent', async () => {
    misbehave({ targets: { 'silent-1': { 'webhook-never': true } } })
    const silent = await gateway.newOrder({ receipt: 'silent-1' })
    const loud = await gateway.newOrder({ receipt: 'loud-1' })
    await gateway.pay(silent.id)
    await gateway.pay(loud.id)
    const received = await shop.receives(3)
    expect(received.every(({ body }) => body.includes(loud.id))).toBe(true)
    expect(sandbox.faults.counts()['webhook-never']).toBe(1)
  })
})
