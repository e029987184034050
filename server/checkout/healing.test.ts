import { createHmac, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { orderEvent, webhookEvent } from '#server/db/schema.ts'
import type { Person } from '#server/http.ts'
import { openTestDatabase } from '#server/testing.ts'
import type { PaymentGateway } from './gateway.ts'
import { reconcileDueOrders } from './reconcile.ts'
import { sendDueRefunds } from './refunds.ts'
import { lookAndSettle } from './settle.ts'
import { later } from './timing.ts'
import {
  advance,
  booksOf,
  checkoutOf,
  factsOf,
  nextCheckOf,
  openCheckoutShop,
  orderPaid,
  pay,
  RING,
  SITE_URL,
  somebody,
  webhook,
  type CheckoutShop,
} from './testing.ts'
import { workDueWebhooks } from './webhooks.ts'

const WEBHOOK = '/api/webhooks/razorpay'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The tests deliver webhooks themselves. */
const QUIET = { rates: { 'webhook-never': 1 } } as const

let database: OpenDatabase
let sandbox: Sandbox
let shop: CheckoutShop
let asha: Person

beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['razorpay', 'shiprocket'] })
}, 60_000)
afterAll(async () => {
  await sandbox.close()
  await database.close()
})
beforeEach(async () => {
  sandbox.faults.set(QUIET)
  shop = openCheckoutShop(database.db, sandbox)
  asha = await somebody(database.db, [{ ...RING, quantity: 1 }])
})

async function started() {
  const checkout = checkoutOf(asha)
  const { json } = await shop.ask(asha, 'POST', '/api/create-order', checkout)
  return { checkout, id: String(json.id), number: String(json.order_number) }
}

const strike = (target: string, faults: Record<string, true | number>) =>
  sandbox.faults.set({ ...QUIET, targets: { [target]: faults } })

/** The database may hold what other tests left due: a job runs until nothing is. */
async function untilDone(job: () => Promise<number>) {
  while ((await job()) > 0);
}
const workWebhooks = () => untilDone(() => workDueWebhooks(shop.parts))
const reconcile = () => untilDone(() => reconcileDueOrders(shop.parts))
const sendRefunds = () => untilDone(() => sendDueRefunds(shop.parts))

function passes(ms: number) {
  shop.clock.now = later(shop.clock.now, ms)
}
const facts = (number: string) => factsOf(database.db, number)

async function refundsAtGateway(gatewayOrderId: string) {
  const { payments, refunds } = await booksOf(sandbox)
  const own = new Set(payments.filter(({ order_id }) => order_id === gatewayOrderId).map(({ id }) => id))
  return refunds.filter(({ payment_id }) => own.has(payment_id))
}

describe('a webhook', () => {
  test('is kept and answered at once, and worked on afterwards', async () => {
    const { id, number } = await started()
    await pay(sandbox, id)
    const { status, json } = await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id)))
    expect([status, json]).toEqual([200, { success: true }])
    expect(shop.pokes()).toBe(1)
    expect((await facts(number)).row.status).toBe('created')
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('completed')
  })

  // Shows D28.emptied, D26.one-order
  test('completes the order with the browser gone, and takes the pieces out of the cart', async () => {
    const { id, number } = await started()
    await pay(sandbox, id)
    await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id)))
    await workWebhooks()
    const { steps, mails, cart } = await facts(number)
    expect(steps.slice(-3)).toEqual(['payment seen', 'paid', 'completed'])
    expect(mails).toEqual([`order-confirmation:${number}`])
    expect(cart).toEqual([])
  })

  test('before the handler leaves nothing for the handler to do but to say so', async () => {
    const { id, number, checkout } = await started()
    const proof = await pay(sandbox, id)
    await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id)))
    await workWebhooks()
    const before = await facts(number)
    const { amount, items } = checkout
    const { status } = await shop.ask(asha, 'POST', '/api/verify-payment', { ...proof, amount, items })
    expect(status).toBe(200)
    expect(await facts(number)).toEqual(before)
  })

  // Shows D26.one-order
  test('and the handler at the same moment complete the order once', async () => {
    const { id, number, checkout } = await started()
    const proof = await pay(sandbox, id)
    await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id)))
    const { amount, items } = checkout
    await Promise.all([
      workWebhooks(),
      shop.ask(asha, 'POST', '/api/verify-payment', { ...proof, amount, items }),
    ])
    const { steps, mails } = await facts(number)
    expect(steps.filter((step) => step === 'completed')).toHaveLength(1)
    expect(mails).toHaveLength(1)
  })

  test('delivered three times is kept once and worked on once', async () => {
    const { id, number } = await started()
    await pay(sandbox, id)
    const eventId = randomUUID()
    for (const delivery of [1, 2, 3]) {
      const { status } = await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id), eventId))
      expect([delivery, status]).toEqual([delivery, 200])
      await workWebhooks()
    }
    const kept = await database.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId))
    expect(kept).toMatchObject([{ attempts: 1, nextAttemptAt: null }])
    expect((await facts(number)).mails).toHaveLength(1)
  })

  test('in the wrong order takes nothing back', async () => {
    const { id, number } = await started()
    const { razorpay_payment_id } = await pay(sandbox, id)
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
      await shop.send(WEBHOOK, webhook(sandbox, event))
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
    await shop.send(WEBHOOK, webhook(sandbox, lie))
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('created')
  })

  test('about a gateway order that is not the shop’s is kept, and nothing follows', async () => {
    const eventId = randomUUID()
    await shop.send(WEBHOOK, webhook(sandbox, orderPaid('order_Unknown0000000'), eventId))
    await workWebhooks()
    const [kept] = await database.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId))
    expect(kept?.workedAt).not.toBeNull()
  })

  test('that cannot be worked on while the gateway is silent is worked on later', async () => {
    const { id, number } = await started()
    await pay(sandbox, id)
    await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id)))
    sandbox.faults.set({ ...QUIET, rates: { ...QUIET.rates, 'api-5xx': 1 } })
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('created')
    sandbox.faults.set(QUIET)
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('created')
    passes(5000)
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('completed')
  })

  test('whose work is cut off by a crash is worked on when its lease has run out', async () => {
    const { id, number } = await started()
    await pay(sandbox, id)
    const eventId = randomUUID()
    await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id), eventId))
    // What a killed process leaves: claimed, and never finished.
    await database.db
      .update(webhookEvent)
      .set({ attempts: 1, nextAttemptAt: later(shop.clock.now, MINUTE_MS) })
      .where(eq(webhookEvent.eventId, eventId))
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('created')
    passes(MINUTE_MS)
    await workWebhooks()
    expect((await facts(number)).row.status).toBe('completed')
  })

  describe('is refused and leaves no trace', () => {
    async function refuses(init: RequestInit, expected: { status: number; code: string }) {
      const before = await database.db.$count(webhookEvent)
      const { status, json } = await shop.send(WEBHOOK, init)
      expect({ status, code: json.code }).toEqual(expected)
      expect(await database.db.$count(webhookEvent)).toBe(before)
      expect(shop.pokes()).toBe(0)
    }
    const signed = (body: string, secret = sandbox.razorpay.webhookSecret): RequestInit => ({
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
      refuses(signed(genuine, sandbox.razorpay.keySecret), { status: 401, code: 'not-signed-in' }))

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

describe('the reconciliation', () => {
  // Shows D26.one-order
  test('completes a paid order of which nobody told the shop', async () => {
    const { id, number } = await started()
    strike(id, { 'handler-never': true })
    await pay(sandbox, id)
    passes(3 * MINUTE_MS)
    await reconcile()
    const { row, mails, cart } = await facts(number)
    expect(row.status).toBe('completed')
    expect(mails).toEqual([`order-confirmation:${number}`])
    expect(cart).toEqual([])
  })

  test('does not ask before three minutes have passed', async () => {
    const { id, number } = await started()
    await pay(sandbox, id)
    passes(3 * MINUTE_MS - 1)
    await reconcile()
    expect((await facts(number)).row.status).toBe('created')
  })

  test('asks again at growing intervals', async () => {
    const { number } = await started()
    const intervals: number[] = []
    for (const minutes of [3, 6, 12]) {
      passes(minutes * MINUTE_MS)
      await reconcile()
      const next = await nextCheckOf(database.db, number)
      intervals.push((Number(next) - shop.clock.now.getTime()) / MINUTE_MS)
    }
    expect(intervals).toEqual([6, 12, 24])
  })

  test('captures what is authorised', async () => {
    const { id, number } = await started()
    strike(id, { 'stuck-authorised': true })
    await pay(sandbox, id)
    passes(3 * MINUTE_MS)
    await reconcile()
    expect((await facts(number)).payments).toMatchObject([{ status: 'captured' }])
    expect((await facts(number)).row.status).toBe('completed')
  })

  test('tells the shopper once, minutes later, that the bank declined', async () => {
    const { id, number } = await started()
    await pay(sandbox, id, 'failure')
    await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id)))
    await workWebhooks()
    expect(await facts(number)).toMatchObject({ row: { status: 'failed' }, mails: [] })
    passes(3 * MINUTE_MS)
    await reconcile()
    passes(6 * MINUTE_MS)
    await reconcile()
    expect((await facts(number)).mails).toEqual([`payment-failed:${number}`])
  })

  test('writes no mail where only the page says that the bank declined', async () => {
    const { number } = await started()
    const declined = { orderId: number, outcome: 'failed', reason: 'Payment failed' }
    await shop.ask(asha, 'POST', '/api/abandon-payment', declined)
    passes(3 * MINUTE_MS)
    await reconcile()
    expect(await facts(number)).toMatchObject({ row: { status: 'failed' }, mails: [] })
  })

  test('completes an order whose failed payment the bank authorises after all', async () => {
    const { id, number } = await started()
    await pay(sandbox, id, 'late')
    passes(3 * MINUTE_MS)
    await reconcile()
    expect((await facts(number)).row.status).toBe('failed')
    await advance(sandbox, id)
    await vi.waitFor(async () =>
      expect((await booksOf(sandbox)).payments.find(({ order_id }) => order_id === id)?.status).toBe(
        'captured',
      ),
    )
    passes(6 * MINUTE_MS)
    await reconcile()
    expect((await facts(number)).row.status).toBe('completed')
  })

  test('gives an unpaid order up after three days, and says so once', async () => {
    const { number } = await started()
    passes(3 * DAY_MS)
    await reconcile()
    passes(DAY_MS)
    await reconcile()
    const { row, steps } = await facts(number)
    expect(row.status).toBe('cancelled')
    expect(steps.filter((step) => step === 'expired')).toHaveLength(1)
  })

  test('does not give up an order while the gateway is silent', async () => {
    const { number } = await started()
    passes(3 * DAY_MS)
    sandbox.faults.set({ ...QUIET, rates: { ...QUIET.rates, 'api-5xx': 1 } })
    await reconcile()
    expect((await facts(number)).row.status).toBe('created')
  })

  test('does not give up an order that a bank has promised to pay', async () => {
    const { id, number } = await started()
    strike(id, { 'stuck-authorised': true })
    await pay(sandbox, id)
    const { gateway } = shop.parts
    const unable: PaymentGateway = {
      ...gateway,
      capture: async () => ({ ok: false, problem: 'unreachable', detail: 'HTTP 502' }),
    }
    passes(3 * DAY_MS)
    await untilDone(() => reconcileDueOrders({ ...shop.parts, gateway: unable }))
    expect((await facts(number)).steps).not.toContain('expired')
    passes(DAY_MS / 2)
    await reconcile()
    expect((await facts(number)).row.status).toBe('completed')
  })

  test('completes a payment found only after three days, since the order was never given up', async () => {
    const { id, number } = await started()
    await pay(sandbox, id)
    passes(5 * DAY_MS)
    await reconcile()
    expect((await facts(number)).row.status).toBe('completed')
  })

  test('stops asking after a week', async () => {
    const { number } = await started()
    passes(7 * DAY_MS)
    await reconcile()
    expect(await nextCheckOf(database.db, number)).toBeNull()
  })

  test('run by two servers at once completes an order once', async () => {
    const { id, number } = await started()
    await pay(sandbox, id)
    const other = openCheckoutShop(database.db, sandbox)
    passes(3 * MINUTE_MS)
    other.clock.now = shop.clock.now
    await Promise.all([reconcile(), untilDone(() => reconcileDueOrders(other.parts))])
    const { steps, mails } = await facts(number)
    expect(steps.filter((step) => step === 'completed')).toHaveLength(1)
    expect(mails).toHaveLength(1)
  })
})

describe('money that buys nothing', () => {
  /** An order that was paid twice, with the refund due. */
  async function owing() {
    const opened = await started()
    sandbox.faults.set({ rates: { ...QUIET.rates, 'double-capture': 1 } })
    await pay(sandbox, opened.id)
    await lookAndSettle(shop.parts, opened.number, 'reconciliation')
    return opened
  }

  test('goes back once when it was a second payment, however often the jobs run', async () => {
    const { id, number } = await started()
    strike(id, { 'double-capture': true })
    await pay(sandbox, id)
    passes(3 * MINUTE_MS)
    await reconcile()
    await Promise.all([sendRefunds(), sendRefunds()])
    passes(6 * MINUTE_MS)
    await reconcile()
    await sendRefunds()
    const { row, refunds, mails, steps } = await facts(number)
    expect(row.status).toBe('completed')
    expect(refunds).toMatchObject([{ amount: 3_288_300, gatewayRefundId: expect.stringMatching(/^rfnd_/) }])
    expect(await refundsAtGateway(id)).toMatchObject([
      { payment_id: refunds[0]?.paymentId, amount: 3_288_300 },
    ])
    expect(mails.toSorted()).toEqual([`order-confirmation:${number}`, `refund:${refunds[0]?.paymentId}`])
    expect(steps.filter((step) => step === 'refund sent')).toHaveLength(1)
  })

  test('is settled and sent back at the same moment without one waiting for the other for ever', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, owing))
    const looks = orders.flatMap(({ number }) =>
      [1, 2, 3].map(() => lookAndSettle(shop.parts, number, 'reconciliation')),
    )
    await expect(Promise.all([...looks, sendRefunds(), sendRefunds(), sendRefunds()])).resolves.toBeDefined()
    for (const { id } of orders) expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('goes back when the amount differs, and the order stays unpaid', async () => {
    const { id, number } = await started()
    strike(id, { 'wrong-amount': true })
    await pay(sandbox, id)
    passes(3 * MINUTE_MS)
    await reconcile()
    await sendRefunds()
    expect((await facts(number)).row.status).toBe('created')
    expect(await refundsAtGateway(id)).toMatchObject([{ amount: 3_288_200 }])
  })

  test('goes back when it comes for an order that was given up', async () => {
    const { id, number } = await started()
    passes(3 * DAY_MS)
    await reconcile()
    await pay(sandbox, id)
    await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id)))
    await workWebhooks()
    await sendRefunds()
    const { row, refunds, cart } = await facts(number)
    expect(row.status).toBe('cancelled')
    expect(refunds).toMatchObject([{ reason: 'the order had expired' }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
    expect(cart).toEqual([{ ...RING, quantity: 1 }])
    const shown = await shop.ask(asha, 'GET', '/api/orders')
    expect(shown.json.orders).toMatchObject([{ number, status: 'cancelled' }])
  })

  test('goes back once though the answer of the gateway was lost', async () => {
    const { id, number } = await owing()
    const lossy: PaymentGateway = {
      ...shop.parts.gateway,
      async refund(wanted) {
        await shop.parts.gateway.refund(wanted)
        return { ok: false, problem: 'unreachable', detail: 'ECONNRESET' }
      },
    }
    await untilDone(() => sendDueRefunds({ ...shop.parts, gateway: lossy }))
    expect((await facts(number)).refunds).toMatchObject([{ sentAt: null }])
    passes(5000)
    await sendRefunds()
    expect((await facts(number)).refunds).toMatchObject([{ sentAt: shop.clock.now }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('goes back once though the server was killed between the gateway and the note', async () => {
    const { id, number } = await owing()
    const killed: PaymentGateway = {
      ...shop.parts.gateway,
      async refund(wanted) {
        await shop.parts.gateway.refund(wanted)
        throw new Error('Killed')
      },
    }
    await expect(sendDueRefunds({ ...shop.parts, gateway: killed })).rejects.toThrow('Killed')
    passes(MINUTE_MS)
    await sendRefunds()
    expect((await facts(number)).refunds).toMatchObject([{ sentAt: shop.clock.now }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('is tried again while the gateway is silent', async () => {
    const { id, number } = await owing()
    sandbox.faults.set({ ...QUIET, rates: { ...QUIET.rates, 'api-5xx': 1 } })
    await sendRefunds()
    expect((await facts(number)).refunds).toMatchObject([{ sentAt: null, attempts: 1 }])
    sandbox.faults.set(QUIET)
    passes(5000)
    await sendRefunds()
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('is sent again under another name when the gateway could not bring it back', async () => {
    const { number } = await owing()
    const keys: string[] = []
    const failing: PaymentGateway = {
      ...shop.parts.gateway,
      async refund({ idempotencyKey }) {
        keys.push(idempotencyKey)
        return {
          ok: true,
          fact: { id: `rfnd_${keys.length}`, state: keys.length === 2 ? 'failed' : 'pending' },
        }
      },
    }
    const send = () => untilDone(() => sendDueRefunds({ ...shop.parts, gateway: failing }))
    const failed = (refundId: string) =>
      webhook(sandbox, {
        entity: 'event',
        event: 'refund.failed',
        payload: { refund: { entity: { id: refundId } } },
      })
    const paymentId = (await facts(number)).refunds[0]?.paymentId
    await send()
    await shop.send(WEBHOOK, failed('rfnd_1'))
    await workWebhooks()
    await send()
    passes(MINUTE_MS)
    await send()
    // A late copy about a refund that has been replaced.
    await shop.send(WEBHOOK, failed('rfnd_1'))
    await workWebhooks()
    await send()
    expect(keys).toEqual([`refund-${paymentId}`, `refund-${paymentId}-rfnd_1`, `refund-${paymentId}-rfnd_2`])
    expect((await facts(number)).refunds).toMatchObject([{ gatewayRefundId: 'rfnd_3' }])
  })

  describe('that the bank could not take, where the webhook about it is lost,', () => {
    async function failedAtBank() {
      const { id, number } = await owing()
      sandbox.faults.set({ rates: { ...QUIET.rates, 'refund-failed': 1 }, timing: { refundFailsMs: 0 } })
      await sendRefunds()
      await vi.waitFor(async () => expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }]))
      return { id, number }
    }

    test('is sent again once the gateway is asked', async () => {
      const { id, number } = await failedAtBank()
      passes(3 * MINUTE_MS)
      await reconcile()
      await sendRefunds()
      expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }, { status: 'processed' }])
      const { steps, mails, refunds } = await facts(number)
      expect(steps.slice(-4)).toEqual(['refund owed', 'refund sent', 'refund failed', 'refund sent'])
      expect(mails.filter((mail) => mail === `refund:${refunds[0]?.paymentId}`)).toHaveLength(1)
      passes(6 * MINUTE_MS)
      await reconcile()
      await sendRefunds()
      expect(await refundsAtGateway(id)).toHaveLength(2)
    })

    test('is found though it was sent after the week for which an order is watched', async () => {
      const { id, number } = await started()
      passes(8 * DAY_MS)
      await reconcile()
      expect(await nextCheckOf(database.db, number)).toBeNull()
      await pay(sandbox, id)
      await shop.send(WEBHOOK, webhook(sandbox, orderPaid(id)))
      await workWebhooks()
      sandbox.faults.set({ rates: { ...QUIET.rates, 'refund-failed': 1 }, timing: { refundFailsMs: 0 } })
      await sendRefunds()
      await vi.waitFor(async () => expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }]))
      passes(3 * MINUTE_MS)
      await reconcile()
      await sendRefunds()
      expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }, { status: 'processed' }])
    })

    test('is not taken for failed by a look that was before it', async () => {
      const { number } = await failedAtBank()
      passes(2 * MINUTE_MS)
      await lookAndSettle(shop.parts, number, 'webhook')
      expect((await facts(number)).steps.at(-1)).toBe('refund sent')
    })
  })

  test('of a completed order that the gateway gave back makes it a refunded one', async () => {
    const { id, number, checkout } = await started()
    const { razorpay_payment_id, ...proof } = await pay(sandbox, id)
    const { amount, items } = checkout
    const verification = { razorpay_payment_id, ...proof, amount, items }
    await shop.ask(asha, 'POST', '/api/verify-payment', verification)
    await shop.parts.gateway.refund({
      paymentId: razorpay_payment_id,
      amount: (await facts(number)).row.total,
      idempotencyKey: 'by-hand-on-the-dashboard',
    })
    passes(3 * MINUTE_MS)
    await reconcile()
    const { row, refunds } = await facts(number)
    expect(row.status).toBe('refunded')
    expect(refunds).toEqual([])
    const again = await shop.ask(asha, 'POST', '/api/create-order', checkout)
    expect([again.status, again.json.code]).toEqual([409, 'conflict'])
  })
})

test('the ledger of an order cannot be rewritten', async () => {
  const { number } = await started()
  const entry = and(eq(orderEvent.orderNumber, number), eq(orderEvent.what, 'placed'))
  const refused = { cause: { message: 'the ledger of an order is append-only' } }
  await expect(database.db.update(orderEvent).set({ by: 'nobody' }).where(entry)).rejects.toMatchObject(
    refused,
  )
  await expect(database.db.delete(orderEvent).where(entry)).rejects.toMatchObject(refused)
})
