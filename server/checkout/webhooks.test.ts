import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS, addMs } from '#domain/time.ts'
import { webhookEvent } from '#server/db/schema.ts'
import { actionsIn, orderPaid, pay, SILENT, RING, setUpCheckout, webhook } from './testing.ts'

const scene = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { started, facts, passes, workWebhooks } = actionsIn(scene)

const WEBHOOK = '/api/webhooks/razorpay'

describe('a webhook', () => {
  test('is kept and answered at once, and worked on afterwards', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id)
    const { status, json } = await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id)))
    expect([status, json]).toEqual([200, { success: true }])
    expect(scene.shop.wakes()).toBe(1)
    expect((await facts(number)).row.status).toBe('created')
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('completed')
  })

  // Shows D28.emptied, D26.one-order
  test('completes the order with the browser gone, and takes the pieces out of the cart', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id)
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id)))
    await workWebhooks()
    const { steps, mails, cart } = await facts(number)
    expect(steps.slice(-3)).toEqual(['payment seen', 'paid', 'completed'])
    expect(mails).toEqual([`order-confirmation:${number}`])
    expect(cart).toEqual([])
  })

  test('before the handler leaves nothing for the handler to do but to say so', async () => {
    const { id, number, checkout } = await started()
    const proof = await pay(scene.sandbox, id)
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id)))
    await workWebhooks()
    const before = await facts(number)
    const { amount, items } = checkout
    const { status } = await scene.shop.ask(scene.asha, 'POST', '/api/verify-payment', {
      ...proof,
      amount,
      items,
    })
    expect(status).toBe(200)
    expect(await facts(number)).toEqual(before)
  })

  // Shows D26.one-order
  test('and the handler at the same moment complete the order once', async () => {
    const { id, number, checkout } = await started()
    const proof = await pay(scene.sandbox, id)
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id)))
    const { amount, items } = checkout
    await Promise.all([
      workWebhooks(),
      scene.shop.ask(scene.asha, 'POST', '/api/verify-payment', { ...proof, amount, items }),
    ])
    const { steps, mails } = await facts(number)
    expect(steps.filter((step) => step === 'completed')).toHaveLength(1)
    expect(mails).toHaveLength(1)
  })

  test('delivered three times is kept once and worked on once', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id)
    const eventId = randomUUID()
    for (const delivery of [1, 2, 3]) {
      const { status } = await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id), eventId))
      expect([delivery, status]).toEqual([delivery, 200])
      await workWebhooks()
    }
    const kept = await scene.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId))
    expect(kept).toMatchObject([{ attempts: 1, nextAttemptAt: null }])
    expect((await facts(number)).mails).toHaveLength(1)
  })

  test('in the wrong order takes nothing back', async () => {
    const { id, number } = await started()
    const { razorpay_payment_id } = await pay(scene.sandbox, id)
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
      await scene.shop.send(WEBHOOK, webhook(scene.sandbox, event))
      await workWebhooks()
    }
    const { row, steps } = await facts(number)
    expect(row.status).toBe('completed')
    expect(steps.filter((step) => step === 'paid')).toHaveLength(1)
  })

  test('is not believed: what the gateway itself says counts', async () => {
    const { id, number } = await started()
    const lie = {
      entity: 'event',
      event: 'payment.captured',
      payload: {
        payment: {
          entity: { id: 'pay_Lie00000000000', order_id: id, status: 'captured', amount: 3_288_300 },
        },
      },
    }
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, lie))
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('created')
  })

  test('about a gateway order that is not the shop’s is kept, and nothing follows', async () => {
    const eventId = randomUUID()
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid('order_Unknown0000000'), eventId))
    await workWebhooks()
    const [kept] = await scene.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId))
    expect(kept?.workedAt).not.toBeNull()
  })

  test('is stored without what it says about the person', async () => {
    const { id } = await started()
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
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, event, eventId))
    const [kept] = await scene.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId))
    expect(kept?.body).not.toMatch(/asha|98290|432109876543/i)
    expect(JSON.parse(kept?.body ?? '')).toEqual({
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

  test('that cannot be worked on while the gateway is silent is worked on later', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id)
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id)))
    scene.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('created')
    scene.sandbox.faults.set(SILENT)
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('created')
    passes(5000)
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('completed')
  })

  test('whose work is cut off by a crash is worked on when its lease has run out', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id)
    const eventId = randomUUID()
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id), eventId))
    // What a killed process leaves: claimed, and never finished.
    await scene.db
      .update(webhookEvent)
      .set({ attempts: 1, nextAttemptAt: addMs(scene.shop.clock.now, MINUTE_MS) })
      .where(eq(webhookEvent.eventId, eventId))
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('created')
    passes(MINUTE_MS)
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('completed')
  })

  describe('is refused and leaves no trace', () => {
    async function refuses(init: RequestInit, expected: { status: number; code: string }) {
      const before = await scene.db.$count(webhookEvent)
      const { status, json } = await scene.shop.send(WEBHOOK, init)
      expect({ status, code: json.code }).toEqual(expected)
      expect(await scene.db.$count(webhookEvent)).toBe(before)
      expect(scene.shop.wakes()).toBe(0)
    }
    const signed = (body: string, secret = scene.sandbox.razorpay.webhookSecret): RequestInit => ({
      method: 'POST',
      body,
      headers: {
        'x-razorpay-event-id': randomUUID(),
        'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
      },
    })
    const genuine = JSON.stringify(orderPaid('order_Unknown0000000'))

    test('without a signature', () =>
      refuses({ method: 'POST', body: genuine }, { status: 401, code: 'not-signed-in' }))

    test('with the signature of the key secret', () =>
      refuses(signed(genuine, scene.sandbox.razorpay.keySecret), { status: 401, code: 'not-signed-in' }))

    test('with one byte changed', () =>
      refuses({ ...signed(genuine), body: `${genuine} ` }, { status: 401, code: 'not-signed-in' }))

    test('where it is signed and no JSON', () =>
      refuses(signed('{"event":'), { status: 400, code: 'invalid-request' }))

    test('where it is signed and no event', () =>
      refuses(signed('[1]'), { status: 400, code: 'invalid-request' }))

    test('where it is signed and larger than 256 KB', () =>
      refuses(signed(' '.repeat(257 * 1024)), { status: 413, code: 'too-large' }))
  })
})
