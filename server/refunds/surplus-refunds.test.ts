import { describe, expect, test, vi } from 'vitest'
import { paise, subtract } from '#domain/money.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { GatewayPayment, PaymentGateway } from '#server/gateway/gateway.ts'
import { reconcileOrder } from '#server/payments/reconcile-order.ts'
import {
  advanceClock,
  createActions,
  dashboardRefund,
  moveDispute,
  readGatewayState,
  nextReconcileAt,
  orderPaid,
  pay,
  SILENT,
  RING,
  setUpCheckout,
  webhook,
} from '#server/checkout/testing.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { startCheckout, readFacts, injectFaults, advance, processWebhooks, reconcile, sendRefunds } =
  createActions(fixture)

const RING_PRICE = 3_288_300
const WEBHOOK = '/api/webhooks/razorpay'

async function refundsAtGateway(gatewayOrderId: string) {
  const { payments, refunds } = await readGatewayState(fixture.sandbox)
  const own = new Set(payments.filter(({ order_id }) => order_id === gatewayOrderId).map(({ id }) => id))
  return refunds.filter(({ payment_id }) => own.has(payment_id))
}

describe('a surplus refund', () => {
  /** An order with two payments, and the refund due. */
  async function createDueRefund(checkout: Awaited<ReturnType<typeof startCheckout>>) {
    fixture.sandbox.faults.set({ rates: { ...SILENT.rates, 'double-capture': 1 } })
    await pay(fixture.sandbox, checkout.id)
    await reconcileOrder(fixture.server.deps, checkout.number, 'reconciliation')
    return checkout
  }

  test('of a second payment is sent once, however often the jobs run', async () => {
    const { id, number } = await startCheckout()
    injectFaults(id, { 'double-capture': true })
    await pay(fixture.sandbox, id)
    advance(3 * MINUTE_MS)
    await reconcile()
    await Promise.all([sendRefunds(), sendRefunds()])
    advance(6 * MINUTE_MS)
    await reconcile()
    await sendRefunds()
    const { row, refunds, emails, steps } = await readFacts(number)
    expect(row.status).toBe('completed')
    expect(refunds).toMatchObject([{ amount: 3_288_300, gatewayRefundId: expect.stringMatching(/^rfnd_/) }])
    expect(await refundsAtGateway(id)).toMatchObject([
      { payment_id: refunds[0]?.paymentId, amount: 3_288_300 },
    ])
    expect(emails.toSorted()).toEqual([`order-confirmation:${number}`, `refund:${refunds[0]?.paymentId}`])
    expect(steps.filter((step) => step === 'refund sent')).toHaveLength(1)
  })

  test('is sent while its order is being reconciled, without a deadlock', async () => {
    const checkouts = await Promise.all(Array.from({ length: 12 }, () => startCheckout()))
    const orders = await Promise.all(checkouts.map(createDueRefund))
    const looks = orders.flatMap(({ number }) =>
      [1, 2, 3].map(() => reconcileOrder(fixture.server.deps, number, 'reconciliation')),
    )
    await expect(Promise.all([...looks, sendRefunds(), sendRefunds(), sendRefunds()])).resolves.toBeDefined()
    for (const { id } of orders) expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('is sent for a payment of another amount, and the order stays unpaid', async () => {
    const { id, number } = await startCheckout()
    injectFaults(id, { 'wrong-amount': true })
    await pay(fixture.sandbox, id)
    advance(3 * MINUTE_MS)
    await reconcile()
    await sendRefunds()
    expect((await readFacts(number)).row.status).toBe('created')
    expect(await refundsAtGateway(id)).toMatchObject([{ amount: 3_288_200 }])
  })

  test('is sent for a payment of an expired order', async () => {
    const { id, number } = await startCheckout()
    advance(3 * DAY_MS)
    await reconcile()
    await pay(fixture.sandbox, id)
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    await processWebhooks()
    await sendRefunds()
    const { row, refunds, cart } = await readFacts(number)
    expect(row.status).toBe('cancelled')
    expect(refunds).toMatchObject([{ reason: 'the order was closed' }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
    expect(cart).toEqual([{ ...RING, quantity: 1 }])
    const shown = await fixture.server.request(fixture.asha, 'GET', '/api/orders')
    expect(shown.json.orders).toMatchObject([{ number, status: 'cancelled' }])
  })

  // Shows D8.late
  test('is sent for a payment begun long after the price was confirmed, though it is confirmed again later', async () => {
    const { checkout, id, number } = await startCheckout()
    fixture.sandbox.faults.set({
      ...SILENT,
      targets: { [id]: { 'clock-skew': true } },
      timing: { clockSkewSeconds: 61 * 60 },
    })
    await pay(fixture.sandbox, id)
    advance(3 * MINUTE_MS)
    await reconcile()
    const again = await fixture.server.request(fixture.asha, 'POST', '/api/create-order', checkout)
    expect(again.json).toMatchObject({ order_number: number, paid: false })
    await sendRefunds()
    const { row, refunds } = await readFacts(number)
    expect(row.status).toBe('created')
    expect(refunds).toMatchObject([{ reason: 'the price was no longer valid' }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('is sent once although the response of the gateway was lost', async () => {
    const { id, number } = await createDueRefund(await startCheckout())
    const lossy: PaymentGateway = {
      ...fixture.server.deps.gateway,
      async refund(request) {
        await fixture.server.deps.gateway.refund(request)
        return { ok: false, error: { kind: 'unreachable', detail: 'ECONNRESET' } }
      },
    }
    await sendRefunds({ gateway: lossy })
    expect((await readFacts(number)).refunds).toMatchObject([{ sentAt: null }])
    advance(5000)
    await sendRefunds()
    expect((await readFacts(number)).refunds).toMatchObject([{ sentAt: fixture.server.clock.now }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('is sent once although the server was killed before it was recorded', async () => {
    const { id, number } = await createDueRefund(await startCheckout())
    const killed: PaymentGateway = {
      ...fixture.server.deps.gateway,
      async refund(request) {
        await fixture.server.deps.gateway.refund(request)
        throw new Error('Killed')
      },
    }
    await expect(sendRefunds({ gateway: killed })).rejects.toThrow('Killed')
    advance(MINUTE_MS)
    await sendRefunds()
    expect((await readFacts(number)).refunds).toMatchObject([{ sentAt: fixture.server.clock.now }])
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('is retried while the gateway is unreachable', async () => {
    const { id, number } = await createDueRefund(await startCheckout())
    fixture.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    await sendRefunds()
    expect((await readFacts(number)).refunds).toMatchObject([{ sentAt: null, attempts: 1 }])
    fixture.sandbox.faults.set(SILENT)
    advance(5000)
    await sendRefunds()
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })

  test('is sent again with another idempotency key after it failed at the gateway', async () => {
    const { number } = await createDueRefund(await startCheckout())
    const keys: string[] = []
    const failing: PaymentGateway = {
      ...fixture.server.deps.gateway,
      async refund({ idempotencyKey }) {
        keys.push(idempotencyKey)
        return {
          ok: true,
          value: { id: `rfnd_${keys.length}`, status: keys.length === 2 ? 'failed' : 'pending' },
        }
      },
    }
    const send = () => sendRefunds({ gateway: failing })
    const failed = (refundId: string) =>
      webhook(fixture.sandbox, {
        entity: 'event',
        event: 'refund.failed',
        payload: { refund: { entity: { id: refundId } } },
      })
    const paymentId = (await readFacts(number)).refunds[0]?.paymentId
    await send()
    await fixture.server.send(WEBHOOK, failed('rfnd_1'))
    await processWebhooks()
    await send()
    advance(MINUTE_MS)
    await send()
    // A late report about a refund that has been replaced.
    await fixture.server.send(WEBHOOK, failed('rfnd_1'))
    await processWebhooks()
    await send()
    expect(keys).toEqual([`refund-${paymentId}`, `refund-${paymentId}-rfnd_1`, `refund-${paymentId}-rfnd_2`])
    expect((await readFacts(number)).refunds).toMatchObject([{ gatewayRefundId: 'rfnd_3' }])
  })

  test('is neither sent nor e-mailed once the bank has returned the money by a dispute', async () => {
    const { id, number } = await createDueRefund(await startCheckout())
    fixture.sandbox.faults.set(SILENT)
    const paymentId = String((await readFacts(number)).refunds[0]?.paymentId)
    for (const status of ['open', 'lost'] as const) {
      const event = await moveDispute(fixture.sandbox, paymentId, status)
      await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, event))
      await processWebhooks()
    }
    const shown = async () =>
      (await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)).json.money
    expect(await shown()).toMatchObject([{ stage: 'returned by the bank' }])
    for (let round = 1; round <= 2; round++) {
      await sendRefunds()
      advance(6 * MINUTE_MS)
      await reconcileOrder(fixture.server.deps, number, 'reconciliation')
    }
    const { refunds, emails, steps } = await readFacts(number)
    expect(await shown()).toMatchObject([{ stage: 'returned by the bank' }])
    expect(await refundsAtGateway(id)).toEqual([])
    expect(refunds).toMatchObject([{ paymentId, amount: 0, nextAttemptAt: null, gatewayRefundId: null }])
    expect(emails.filter((key) => key.startsWith('refund'))).toEqual([])
    expect(steps.filter((step) => step.startsWith('refund '))).toEqual(['refund due'])
  })

  test('is sent for the rest once the bank has returned a part by a dispute, and again for the rest if it fails', async () => {
    const { id, number } = await createDueRefund(await startCheckout())
    fixture.sandbox.faults.set({
      rates: { ...SILENT.rates, 'refund-failed': 1 },
      timing: { refundFailsMs: 0 },
    })
    const paymentId = String((await readFacts(number)).refunds[0]?.paymentId)
    for (const status of ['open', 'lost'] as const) {
      const event = await moveDispute(fixture.sandbox, paymentId, status, 1_000_000)
      await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, event))
      await processWebhooks()
    }
    await sendRefunds()
    const rest = RING_PRICE - 1_000_000
    await vi.waitFor(async () =>
      expect(await refundsAtGateway(id)).toMatchObject([{ amount: rest, status: 'failed' }]),
    )
    expect((await readFacts(number)).refunds).toMatchObject([{ amount: rest }])
    fixture.sandbox.faults.set(SILENT)
    advance(3 * MINUTE_MS)
    await reconcile()
    await sendRefunds()
    expect(await refundsAtGateway(id)).toMatchObject([
      { amount: rest, status: 'failed' },
      { amount: rest, status: 'processed' },
    ])
    expect((await readFacts(number)).refunds).toMatchObject([{ amount: rest, nextAttemptAt: null }])
  })

  test('is sent for what the bank does not take of a refund on the dashboard before', async () => {
    const part = paise(1_000_000)
    const { number } = await createDueRefund(await startCheckout())
    const { gateway } = fixture.server.deps
    const paymentId = String((await readFacts(number)).refunds[0]?.paymentId)
    await dashboardRefund(fixture.sandbox, paymentId, part)
    await sendRefunds()
    expect((await readFacts(number)).refunds).toMatchObject([{ amount: RING_PRICE - part }])

    const withoutPart = (payment: GatewayPayment): GatewayPayment =>
      payment.id === paymentId
        ? { ...payment, status: 'captured', refunded: subtract(payment.refunded, part) }
        : payment
    const sent: unknown[] = []
    const afterFailure: PaymentGateway = {
      ...gateway,
      async fetchOrderPayments(id) {
        const fetched = await gateway.fetchOrderPayments(id)
        return fetched.ok ? { ok: true, value: fetched.value.map(withoutPart) } : fetched
      },
      async fetchPayment(id) {
        const fetched = await gateway.fetchPayment(id)
        return fetched.ok ? { ok: true, value: withoutPart(fetched.value) } : fetched
      },
      async refund({ amount }) {
        sent.push(amount)
        return { ok: true, value: { id: 'rfnd_of_part', status: 'processed' } }
      },
    }
    advance(4 * MINUTE_MS)
    await reconcileOrder({ ...fixture.server.deps, gateway: afterFailure }, number, 'webhook')
    await sendRefunds({ gateway: afterFailure })
    expect(sent).toEqual([part])
  })

  test('is due for a payment that the gateway itself has refunded before the shop knew of it, if the bank does not take that', async () => {
    const { id, number } = await startCheckout()
    injectFaults(id, { 'double-capture': true, 'refund-failed': true })
    await pay(fixture.sandbox, id)
    const { payments } = await readGatewayState(fixture.sandbox)
    const [, second] = payments.filter(({ order_id }) => order_id === id)
    await dashboardRefund(fixture.sandbox, String(second?.id))
    await reconcileOrder(fixture.server.deps, number, 'webhook')
    expect((await readFacts(number)).refunds).toEqual([])
    await advanceClock(fixture.sandbox, id)
    await vi.waitFor(async () => expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }]))
    for (let round = 1; round <= 2; round++) {
      advance(6 * MINUTE_MS)
      await reconcile()
      await sendRefunds()
    }
    expect(await refundsAtGateway(id)).toMatchObject([
      { amount: RING_PRICE, status: 'failed' },
      { amount: RING_PRICE, status: 'processed' },
    ])
    expect((await readFacts(number)).refunds).toMatchObject([
      { paymentId: second?.id, amount: RING_PRICE, nextAttemptAt: null },
    ])
  })

  describe('that failed at the bank, with its webhook lost,', () => {
    async function failedAtBank() {
      const { id, number } = await createDueRefund(await startCheckout())
      fixture.sandbox.faults.set({
        rates: { ...SILENT.rates, 'refund-failed': 1 },
        timing: { refundFailsMs: 0 },
      })
      await sendRefunds()
      await vi.waitFor(async () => expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }]))
      return { id, number }
    }

    test('is sent again at the next reconciliation', async () => {
      const { id, number } = await failedAtBank()
      advance(3 * MINUTE_MS)
      await reconcile()
      await sendRefunds()
      expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }, { status: 'processed' }])
      const { steps, emails, refunds } = await readFacts(number)
      expect(steps.slice(-4)).toEqual(['refund due', 'refund sent', 'refund failed', 'refund sent'])
      expect(emails.filter((email) => email === `refund:${refunds[0]?.paymentId}`)).toHaveLength(1)
      advance(6 * MINUTE_MS)
      await reconcile()
      await sendRefunds()
      expect(await refundsAtGateway(id)).toHaveLength(2)
    })

    test('is found although it was sent after the week for which an order is reconciled', async () => {
      const { id, number } = await startCheckout()
      advance(8 * DAY_MS)
      await reconcile()
      expect(await nextReconcileAt(fixture.db, number)).toBeNull()
      await pay(fixture.sandbox, id)
      await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
      await processWebhooks()
      fixture.sandbox.faults.set({
        rates: { ...SILENT.rates, 'refund-failed': 1 },
        timing: { refundFailsMs: 0 },
      })
      await sendRefunds()
      await vi.waitFor(async () => expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }]))
      advance(3 * MINUTE_MS)
      await reconcile()
      await sendRefunds()
      expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }, { status: 'processed' }])
    })

    test('is not taken for failed because of an earlier observation', async () => {
      const { number } = await failedAtBank()
      advance(2 * MINUTE_MS)
      await reconcileOrder(fixture.server.deps, number, 'webhook')
      expect((await readFacts(number)).steps.at(-1)).toBe('refund sent')
    })
  })
})
