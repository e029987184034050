import { describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { PaymentGateway } from './gateway.ts'
import { reconcileOrder } from './settle.ts'
import {
  actionsIn,
  advanceClock,
  readOrderState,
  dashboardRefund,
  nextCheckAt,
  orderPaid,
  pay,
  SILENT,
  RING,
  setUpCheckout,
  webhook,
} from './testing.ts'

const scene = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { started, paidAtGateway, facts, strike, passes, workWebhooks, reconcile, sendRefunds } =
  actionsIn(scene)

const WEBHOOK = '/api/webhooks/razorpay'

async function refundsAtGateway(gatewayOrderId: string) {
  const { payments, refunds } = await readOrderState(scene.sandbox)
  const own = new Set(payments.filter(({ order_id }) => order_id === gatewayOrderId).map(({ id }) => id))
  return refunds.filter(({ payment_id }) => own.has(payment_id))
}

describe('money that buys nothing', () => {
  /** An order that was paid twice, with the refund due. */
  async function owing(opened: Awaited<ReturnType<typeof started>>) {
    scene.sandbox.faults.set({ rates: { ...SILENT.rates, 'double-capture': 1 } })
    await pay(scene.sandbox, opened.id)
    await reconcileOrder(scene.shop.parts, opened.number, 'reconciliation')
    return opened
  }

  test('goes back once when it was a second payment, however often the jobs run', async () => {
    const { id, number } = await started()
    strike(id, { 'double-capture': true })
    await pay(scene.sandbox, id)
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
    const opened = await Promise.all(Array.from({ length: 12 }, () => started()))
    const orders = await Promise.all(opened.map(owing))
    const looks = orders.flatMap(({ number }) =>
      [1, 2, 3].map(() => reconcileOrder(scene.shop.parts, number, 'reconciliation')),
    )
    await expect(Promise.all([...looks, sendRefunds(), sendRefunds(), sendRefunds()])).resolves.toBeDefined()
    for (const { id } of orders) expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('goes back when the amount differs, and the order stays unpaid', async () => {
    const { id, number } = await started()
    strike(id, { 'wrong-amount': true })
    await pay(scene.sandbox, id)
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
    await pay(scene.sandbox, id)
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id)))
    await workWebhooks()
    await sendRefunds()
    const { row, refunds, cart } = await facts(number)
    expect(row.status).toBe('cancelled')
    expect(refunds).toMatchObject([{ reason: 'the order had expired' }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
    expect(cart).toEqual([{ ...RING, quantity: 1 }])
    const shown = await scene.shop.ask(scene.asha, 'GET', '/api/orders')
    expect(shown.json.orders).toMatchObject([{ number, status: 'cancelled' }])
  })

  test('goes back once though the answer of the gateway was lost', async () => {
    const { id, number } = await owing(await started())
    const lossy: PaymentGateway = {
      ...scene.shop.parts.gateway,
      async refund(wanted) {
        await scene.shop.parts.gateway.refund(wanted)
        return { ok: false, error: { kind: 'unreachable', detail: 'ECONNRESET' } }
      },
    }
    await sendRefunds({ gateway: lossy })
    expect((await facts(number)).refunds).toMatchObject([{ sentAt: null }])
    passes(5000)
    await sendRefunds()
    expect((await facts(number)).refunds).toMatchObject([{ sentAt: scene.shop.clock.now }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('goes back once though the server was killed between the gateway and the note', async () => {
    const { id, number } = await owing(await started())
    const killed: PaymentGateway = {
      ...scene.shop.parts.gateway,
      async refund(wanted) {
        await scene.shop.parts.gateway.refund(wanted)
        throw new Error('Killed')
      },
    }
    await expect(sendRefunds({ gateway: killed })).rejects.toThrow('Killed')
    passes(MINUTE_MS)
    await sendRefunds()
    expect((await facts(number)).refunds).toMatchObject([{ sentAt: scene.shop.clock.now }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('is tried again while the gateway is silent', async () => {
    const { id, number } = await owing(await started())
    scene.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    await sendRefunds()
    expect((await facts(number)).refunds).toMatchObject([{ sentAt: null, attempts: 1 }])
    scene.sandbox.faults.set(SILENT)
    passes(5000)
    await sendRefunds()
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('is sent again under another name when the gateway could not bring it back', async () => {
    const { number } = await owing(await started())
    const keys: string[] = []
    const failing: PaymentGateway = {
      ...scene.shop.parts.gateway,
      async refund({ idempotencyKey }) {
        keys.push(idempotencyKey)
        return {
          ok: true,
          value: { id: `rfnd_${keys.length}`, state: keys.length === 2 ? 'failed' : 'pending' },
        }
      },
    }
    const send = () => sendRefunds({ gateway: failing })
    const failed = (refundId: string) =>
      webhook(scene.sandbox, {
        entity: 'event',
        event: 'refund.failed',
        payload: { refund: { entity: { id: refundId } } },
      })
    const paymentId = (await facts(number)).refunds[0]?.paymentId
    await send()
    await scene.shop.send(WEBHOOK, failed('rfnd_1'))
    await workWebhooks()
    await send()
    passes(MINUTE_MS)
    await send()
    // A late copy about a refund that has been replaced.
    await scene.shop.send(WEBHOOK, failed('rfnd_1'))
    await workWebhooks()
    await send()
    expect(keys).toEqual([`refund-${paymentId}`, `refund-${paymentId}-rfnd_1`, `refund-${paymentId}-rfnd_2`])
    expect((await facts(number)).refunds).toMatchObject([{ gatewayRefundId: 'rfnd_3' }])
  })

  describe('that the bank could not take, where the webhook about it is lost,', () => {
    async function failedAtBank() {
      const { id, number } = await owing(await started())
      scene.sandbox.faults.set({
        rates: { ...SILENT.rates, 'refund-failed': 1 },
        timing: { refundFailsMs: 0 },
      })
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
      expect(await nextCheckAt(scene.db, number)).toBeNull()
      await pay(scene.sandbox, id)
      await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id)))
      await workWebhooks()
      scene.sandbox.faults.set({
        rates: { ...SILENT.rates, 'refund-failed': 1 },
        timing: { refundFailsMs: 0 },
      })
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
      await reconcileOrder(scene.shop.parts, number, 'webhook')
      expect((await facts(number)).steps.at(-1)).toBe('refund sent')
    })
  })
})

describe('a refund made on the gateway’s dashboard', () => {
  /** A completed order, and what a person refunds of its payment on the dashboard. */
  async function completed() {
    const { id, number, verification, checkout, proof } = await paidAtGateway()
    await scene.shop.ask(scene.asha, 'POST', '/api/verify-payment', verification)
    const refundByHand = (amount?: number) =>
      dashboardRefund(scene.sandbox, proof.razorpay_payment_id, amount)
    const shown = async () => (await scene.shop.ask(scene.asha, 'GET', `/api/orders/${number}`)).json
    return { id, number, checkout, refundByHand, shown, paymentId: proof.razorpay_payment_id }
  }

  const aboutRefund = (event: string, gatewayOrderId: string, refundId: string, paymentId: string) =>
    webhook(scene.sandbox, {
      entity: 'event',
      event,
      payload: {
        refund: { entity: { id: refundId, payment_id: paymentId } },
        payment: { entity: { id: paymentId, order_id: gatewayOrderId } },
      },
    })

  test('in part leaves the order completed, and is booked, mailed and shown once', async () => {
    const { id, number, refundByHand, shown, paymentId } = await completed()
    const refund = await refundByHand(500_000)
    for (const event of ['refund.processed', 'refund.created', 'refund.processed']) {
      await scene.shop.send(WEBHOOK, aboutRefund(event, id, refund.id, paymentId))
      await workWebhooks()
    }
    passes(3 * MINUTE_MS)
    await reconcile()
    const { row, steps, mails } = await facts(number)
    expect(row.status).toBe('completed')
    expect(steps.filter((step) => step.includes('returned'))).toEqual(['part returned'])
    expect(mails.toSorted()).toEqual([`order-confirmation:${number}`, `refund:${refund.id}`])
    expect(await shown()).toMatchObject({
      status: 'completed',
      refunded: 500_000,
      money: [{ place: 'sent back', amount: 500_000 }],
    })
  })

  test('in two parts that come to the whole makes the order a refunded one', async () => {
    const { number, refundByHand, shown } = await completed()
    const { total } = (await facts(number)).row
    const first = await refundByHand(500_000)
    passes(3 * MINUTE_MS)
    await reconcile()
    const second = await refundByHand()
    passes(6 * MINUTE_MS)
    await reconcile()
    const { row, steps, mails } = await facts(number)
    expect(row.status).toBe('refunded')
    expect(steps.filter((step) => step.includes('returned'))).toEqual(['part returned', 'money returned'])
    expect(mails).toHaveLength(3)
    expect(mails).toEqual(expect.arrayContaining([`refund:${first.id}`, `refund:${second.id}`]))
    expect(await shown()).toMatchObject({ status: 'refunded', refunded: total })
  })

  test('of the whole is found by the reconciliation where its webhook is lost, and mailed', async () => {
    const { number, checkout, refundByHand } = await completed()
    const refund = await refundByHand()
    passes(3 * MINUTE_MS)
    await reconcile()
    const { row, refunds, mails, steps } = await facts(number)
    expect(row.status).toBe('refunded')
    expect(refunds).toEqual([])
    expect(mails).toContain(`refund:${refund.id}`)
    expect(steps.filter((step) => step === 'money returned')).toHaveLength(1)
    const again = await scene.shop.ask(scene.asha, 'POST', '/api/create-order', {
      ...checkout,
      cart_generation: 0,
    })
    expect([again.status, again.json.code]).toEqual([409, 'conflict'])
  })

  test('is recognised by its payment where the webhook names no order', async () => {
    const { number, refundByHand, paymentId } = await completed()
    const refund = await refundByHand(500_000)
    await scene.shop.send(
      WEBHOOK,
      webhook(scene.sandbox, {
        entity: 'event',
        event: 'refund.processed',
        payload: { refund: { entity: { id: refund.id, payment_id: paymentId } } },
      }),
    )
    await workWebhooks()
    expect((await facts(number)).mails).toContain(`refund:${refund.id}`)
  })

  test('that the bank could not take counts no more, and a person is told', async () => {
    const { id, number, refundByHand, shown, paymentId } = await completed()
    scene.sandbox.faults.set({ rates: { ...SILENT.rates, 'refund-failed': 1 } })
    const refund = await refundByHand(500_000)
    await scene.shop.send(WEBHOOK, aboutRefund('refund.created', id, refund.id, paymentId))
    await workWebhooks()
    expect(await shown()).toMatchObject({ refunded: 500_000 })
    await advanceClock(scene.sandbox, id)
    await vi.waitFor(async () => expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }]))
    for (const event of ['refund.failed', 'refund.failed']) {
      await scene.shop.send(WEBHOOK, aboutRefund(event, id, refund.id, paymentId))
      await workWebhooks()
    }
    expect((await facts(number)).steps.filter((step) => step === 'refund failed')).toHaveLength(1)
    expect(await shown()).toMatchObject({ status: 'completed', refunded: 0, money: [] })
    expect(
      scene.shop.logged.filter((line) => line.includes('"event":"dashboard-refund.failed"')),
    ).toHaveLength(1)
    // Nothing is sent again by itself: a person made this refund.
    await sendRefunds()
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })
})
