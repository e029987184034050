import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS, addMs } from '#domain/time.ts'
import { webhookEvent } from '#server/db/schema.ts'
import {
  createActions,
  orderPaid,
  pay,
  SILENT,
  RING,
  setUpCheckout,
  webhook,
} from '#server/checkout/testing.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { startCheckout, readFacts, advance, processWebhooks } = createActions(fixture)

const WEBHOOK = '/api/webhooks/razorpay'

describe('a webhook', () => {
  test('is stored and acknowledged at once, and processed afterwards', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id)
    const { status, json } = await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    expect([status, json]).toEqual([200, { success: true }])
    expect(fixture.server.wakes()).toEqual(['webhooks'])
    expect((await readFacts(number)).row.status).toBe('created')
    await processWebhooks()
    expect((await readFacts(number)).row.status).toBe('completed')
  })

  // Shows D28.emptied, D26.one-order
  test('completes the order after the browser has closed, and removes the products from the cart', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id)
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    await processWebhooks()
    const { steps, emails, cart } = await readFacts(number)
    expect(steps.slice(-3)).toEqual(['payment observed', 'paid', 'completed'])
    expect(emails).toEqual([`order-confirmation:${number}`])
    expect(cart).toEqual([])
  })

  test('that arrives before the verify call completes the order, which the call confirms', async () => {
    const { id, number, checkout } = await startCheckout()
    const proof = await pay(fixture.sandbox, id)
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    await processWebhooks()
    const before = await readFacts(number)
    const { amount, items } = checkout
    const { status } = await fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', {
      ...proof,
      amount,
      items,
    })
    expect(status).toBe(200)
    expect(await readFacts(number)).toEqual(before)
  })

  // Shows D26.one-order
  test('and a concurrent verify call complete the order once', async () => {
    const { id, number, checkout } = await startCheckout()
    const proof = await pay(fixture.sandbox, id)
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    const { amount, items } = checkout
    await Promise.all([
      processWebhooks(),
      fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', { ...proof, amount, items }),
    ])
    const { steps, emails } = await readFacts(number)
    expect(steps.filter((step) => step === 'completed')).toHaveLength(1)
    expect(emails).toHaveLength(1)
  })

  test('delivered three times is stored once and processed once', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id)
    const eventId = randomUUID()
    for (const delivery of [1, 2, 3]) {
      const { status } = await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id), eventId))
      expect([delivery, status]).toEqual([delivery, 200])
      await processWebhooks()
    }
    const stored = await fixture.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId))
    expect(stored).toMatchObject([{ attempts: 1, nextAttemptAt: null }])
    expect((await readFacts(number)).emails).toHaveLength(1)
  })

  test('delivered out of order reverts no later state', async () => {
    const { id, number } = await startCheckout()
    const { razorpay_payment_id } = await pay(fixture.sandbox, id)
    const about = (event: string, status: string) => ({
      entity: 'event',
      event,
      payload: { payment: { entity: { id: razorpay_payment_id, order_id: id, status } } },
    })
    for (const event of [
      orderPaid(id),
      about('payment.captured', 'captured'),
      about('payment.authorized', 'authorized'),
      about('payment.failed', 'failed'),
    ]) {
      await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, event))
      await processWebhooks()
    }
    const { row, steps } = await readFacts(number)
    expect(row.status).toBe('completed')
    expect(steps.filter((step) => step === 'paid')).toHaveLength(1)
  })

  test('is not trusted: the state at the gateway counts', async () => {
    const { id, number } = await startCheckout()
    const lie = {
      entity: 'event',
      event: 'payment.captured',
      payload: {
        payment: {
          entity: { id: 'pay_Lie00000000000', order_id: id, status: 'captured', amount: 3_288_300 },
        },
      },
    }
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, lie))
    await processWebhooks()
    expect((await readFacts(number)).row.status).toBe('created')
  })

  test('about a gateway order of another shop is stored without effect', async () => {
    const eventId = randomUUID()
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid('order_Unknown0000000'), eventId))
    await processWebhooks()
    const [stored] = await fixture.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId))
    expect(stored?.processedAt).not.toBeNull()
  })

  test('is stored without personal data', async () => {
    const { id } = await startCheckout()
    const eventId = randomUUID()
    const entity = {
      id: 'pay_Any00000000000',
      order_id: id,
      status: 'captured',
      amount: 3_288_300,
      email: 'asha@example.in',
      contact: '+919829012345',
      vpa: 'asha@upi',
      acquirer_data: { rrn: '432109876543' },
      notes: { name: 'Asha Verma' },
    }
    const event = { entity: 'event', event: 'payment.captured', payload: { payment: { entity } } }
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, event, eventId))
    const [stored] = await fixture.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId))
    expect(stored?.body).not.toMatch(/asha|98290|432109876543/i)
    expect(JSON.parse(stored?.body ?? '')).toEqual({
      event: 'payment.captured',
      payload: {
        payment: {
          entity: {
            id: 'pay_Any00000000000',
            order_id: id,
            status: 'captured',
            amount: 3_288_300,
          },
        },
      },
    })
  })

  test('is processed later if the gateway is unreachable', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id)
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    fixture.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    await processWebhooks()
    expect((await readFacts(number)).row.status).toBe('created')
    fixture.sandbox.faults.set(SILENT)
    await processWebhooks()
    expect((await readFacts(number)).row.status).toBe('created')
    advance(5000)
    await processWebhooks()
    expect((await readFacts(number)).row.status).toBe('completed')
  })

  test.each([
    ['of the payment that completed the order does not call the gateway', {}, null],
    ['of another payment calls the gateway', { id: 'pay_Another0Paymen' }, 1],
    ['that also reports a refund calls the gateway', { amount_refunded: 100 }, 1],
    ['that the payment failed calls the gateway', { status: 'failed' }, 1],
  ])('%s', async (_, fields, attemptsLeft) => {
    const { id, checkout } = await startCheckout()
    const proof = await pay(fixture.sandbox, id)
    const { amount, items } = checkout
    await fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', { ...proof, amount, items })
    const eventId = randomUUID()
    const entity = { id: proof.razorpay_payment_id, order_id: id, status: 'captured', ...fields }
    const event = { entity: 'event', event: `payment.${entity.status}`, payload: { payment: { entity } } }
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, event, eventId))
    fixture.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    await processWebhooks()
    fixture.sandbox.faults.set(SILENT)
    const [stored] = await fixture.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId))
    expect(stored?.nextAttemptAt === null ? null : stored?.attempts).toBe(attemptsLeft)
  })

  test('is processed once the lease of a crashed server has run out', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id)
    const eventId = randomUUID()
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id), eventId))
    // A killed process leaves it claimed.
    await fixture.db
      .update(webhookEvent)
      .set({ attempts: 1, nextAttemptAt: addMs(fixture.server.clock.now, MINUTE_MS) })
      .where(eq(webhookEvent.eventId, eventId))
    await processWebhooks()
    expect((await readFacts(number)).row.status).toBe('created')
    advance(MINUTE_MS)
    await processWebhooks()
    expect((await readFacts(number)).row.status).toBe('completed')
  })

  describe('is rejected and not stored', () => {
    async function rejects(init: RequestInit, expected: { status: number; code: string }) {
      const before = await fixture.db.$count(webhookEvent)
      const { status, json } = await fixture.server.send(WEBHOOK, init)
      expect({ status, code: json.code }).toEqual(expected)
      expect(await fixture.db.$count(webhookEvent)).toBe(before)
      expect(fixture.server.wakes()).toEqual([])
    }
    const signed = (body: string, secret = fixture.sandbox.razorpay.webhookSecret): RequestInit => ({
      method: 'POST',
      body,
      headers: {
        'x-razorpay-event-id': randomUUID(),
        'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
      },
    })
    const genuine = JSON.stringify(orderPaid('order_Unknown0000000'))

    test('rejects a webhook without a signature', () =>
      rejects({ method: 'POST', body: genuine }, { status: 401, code: 'invalid-signature' }))

    test('rejects a webhook signed with the key secret', () =>
      rejects(signed(genuine, fixture.sandbox.razorpay.keySecret), {
        status: 401,
        code: 'invalid-signature',
      }))

    test('rejects a webhook with one changed byte', () =>
      rejects({ ...signed(genuine), body: `${genuine} ` }, { status: 401, code: 'invalid-signature' }))

    test('rejects a signed body that is not JSON', () =>
      rejects(signed('{"event":'), { status: 400, code: 'invalid-request' }))

    test('rejects signed JSON that is not an event', () =>
      rejects(signed('[1]'), { status: 400, code: 'invalid-request' }))

    test('rejects a signed body larger than 256 KB', () =>
      rejects(signed(' '.repeat(257 * 1024)), { status: 413, code: 'too-large' }))
  })
})
