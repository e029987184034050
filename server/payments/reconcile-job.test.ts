import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { gatewayOrder } from '#server/db/schema.ts'
import type { PaymentGateway } from '#server/gateway/gateway.ts'
import { createRazorpay } from '#server/gateway/razorpay.ts'
import {
  createActions,
  advanceClock,
  readGatewayState,
  nextReconcileAt,
  createTestServer,
  orderPaid,
  pay,
  SILENT,
  RING,
  setUpCheckout,
  webhook,
} from '#server/checkout/testing.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { startCheckout, readFacts, injectFaults, advance, processWebhooks, reconcile } = createActions(fixture)

const WEBHOOK = '/api/webhooks/razorpay'

describe('the reconciliation', () => {
  // Shows D26.one-order
  test('completes a paid order that no other source reported', async () => {
    const { id, number } = await startCheckout()
    injectFaults(id, { 'handler-never': true })
    await pay(fixture.sandbox, id)
    advance(3 * MINUTE_MS)
    await reconcile()
    const { row, emails, cart } = await readFacts(number)
    expect(row.status).toBe('completed')
    expect(emails).toEqual([`order-confirmation:${number}`])
    expect(cart).toEqual([])
  })

  test('does not run before three minutes have passed', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id)
    advance(3 * MINUTE_MS - 1)
    await reconcile()
    expect((await readFacts(number)).row.status).toBe('created')
  })

  test('is repeated at growing intervals', async () => {
    const { number } = await startCheckout()
    const intervals: number[] = []
    for (const minutes of [3, 6, 12]) {
      advance(minutes * MINUTE_MS)
      await reconcile()
      const next = await nextReconcileAt(fixture.db, number)
      intervals.push((Number(next) - fixture.server.clock.now.getTime()) / MINUTE_MS)
    }
    expect(intervals).toEqual([6, 12, 24])
  })

  test('captures an authorized payment', async () => {
    const { id, number } = await startCheckout()
    injectFaults(id, { 'stuck-authorized': true })
    await pay(fixture.sandbox, id)
    advance(3 * MINUTE_MS)
    await reconcile()
    expect((await readFacts(number)).payments).toMatchObject([{ status: 'captured' }])
    expect((await readFacts(number)).row.status).toBe('completed')
  })

  test('sends one e-mail about a decline, minutes later', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id, 'failure')
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    await processWebhooks()
    expect(await readFacts(number)).toMatchObject({ row: { status: 'failed' }, emails: [] })
    advance(3 * MINUTE_MS)
    await reconcile()
    advance(6 * MINUTE_MS)
    await reconcile()
    expect((await readFacts(number)).emails).toEqual([`payment-failed:${number}`])
  })

  test('sends no e-mail about a decline to a customer who has since paid another order', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id, 'failure')
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(id)))
    await processWebhooks()
    const other = await startCheckout()
    await pay(fixture.sandbox, other.id)
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(other.id)))
    await processWebhooks()
    advance(3 * MINUTE_MS)
    await reconcile()
    expect(await readFacts(number)).toMatchObject({
      row: { status: 'failed' },
      emails: [`order-confirmation:${other.number}`],
    })
    advance(3 * DAY_MS)
    await reconcile()
    expect(await readFacts(number)).toMatchObject({ row: { status: 'cancelled' } })
  })

  test('sends an e-mail about a decline to a customer who paid only an earlier order', async () => {
    const earlier = await startCheckout()
    await pay(fixture.sandbox, earlier.id)
    await fixture.server.send(WEBHOOK, webhook(fixture.sandbox, orderPaid(earlier.id)))
    await processWebhooks()
    advance(MINUTE_MS)
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id, 'failure')
    advance(3 * MINUTE_MS)
    await reconcile()
    expect((await readFacts(number)).emails).toContain(`payment-failed:${number}`)
  })

  test('sends no e-mail about a decline that only the page reports', async () => {
    const { number } = await startCheckout()
    const declined = { orderId: number, outcome: 'failed', reason: 'Payment failed' }
    await fixture.server.request(fixture.asha, 'POST', '/api/dismiss-payment', declined)
    advance(3 * MINUTE_MS)
    await reconcile()
    expect(await readFacts(number)).toMatchObject({ row: { status: 'failed' }, emails: [] })
  })

  test('completes an order by a late authorization', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id, 'late')
    advance(3 * MINUTE_MS)
    await reconcile()
    expect((await readFacts(number)).row.status).toBe('failed')
    await advanceClock(fixture.sandbox, id)
    await vi.waitFor(async () =>
      expect(
        (await readGatewayState(fixture.sandbox)).payments.find(({ order_id }) => order_id === id)?.status,
      ).toBe('captured'),
    )
    advance(6 * MINUTE_MS)
    await reconcile()
    expect((await readFacts(number)).row.status).toBe('completed')
  })

  test('expires an unpaid order after three days, with one event', async () => {
    const { number } = await startCheckout()
    advance(3 * DAY_MS)
    await reconcile()
    advance(DAY_MS)
    await reconcile()
    const { row, steps } = await readFacts(number)
    expect(row.status).toBe('cancelled')
    expect(steps.filter((step) => step === 'expired')).toHaveLength(1)
  })

  test('does not expire an order while the gateway is unreachable', async () => {
    const { number } = await startCheckout()
    advance(3 * DAY_MS)
    fixture.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    await reconcile()
    expect((await readFacts(number)).row.status).toBe('created')
  })

  test('does not expire an order with an authorized payment', async () => {
    const { id, number } = await startCheckout()
    injectFaults(id, { 'stuck-authorized': true })
    await pay(fixture.sandbox, id)
    const { gateway } = fixture.server.deps
    const unable: PaymentGateway = {
      ...gateway,
      capture: async () => ({ ok: false, error: { kind: 'unreachable', detail: 'HTTP 502' } }),
    }
    advance(3 * DAY_MS)
    await reconcile({ gateway: unable })
    expect((await readFacts(number)).steps).not.toContain('expired')
    advance(DAY_MS / 2)
    await reconcile()
    expect((await readFacts(number)).row.status).toBe('completed')
  })

  test('completes an order by a payment found after three days if it has not expired', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id)
    advance(5 * DAY_MS)
    await reconcile()
    expect((await readFacts(number)).row.status).toBe('completed')
  })

  test('stops checking after a week', async () => {
    const { number } = await startCheckout()
    advance(7 * DAY_MS)
    await reconcile()
    expect(await nextReconcileAt(fixture.db, number)).toBeNull()
  })

  test('completes an order once on two servers at the same time', async () => {
    const { id, number } = await startCheckout()
    await pay(fixture.sandbox, id)
    const other = createTestServer(fixture.db, fixture.sandbox)
    advance(3 * MINUTE_MS)
    other.clock.now = fixture.server.clock.now
    await Promise.all([reconcile(), reconcile(other.deps)])
    const { steps, emails } = await readFacts(number)
    expect(steps.filter((step) => step === 'completed')).toHaveLength(1)
    expect(emails).toHaveLength(1)
  })
})

describe('an order that the gateway rejects', () => {
  /** Linked to an id of another account, like an order of test keys after the shop has gone live. */
  async function disowned() {
    const { number } = await startCheckout()
    await fixture.db
      .update(gatewayOrder)
      .set({ gatewayOrderId: `order_Foreign${number.slice(-7)}`, receipt: `${number}-foreign` })
      .where(eq(gatewayOrder.orderNumber, number))
    return number
  }
  const alerts = (event: string) =>
    fixture.server.logged.filter((line) => line.includes(`"event":"${event}"`))

  test('ends after a day of rejections, with an event and an alert', async () => {
    const number = await disowned()
    advance(60 * DAY_MS)
    await reconcile()
    expect(await nextReconcileAt(fixture.db, number)).not.toBeNull()
    advance(DAY_MS)
    await reconcile()
    const { row, steps } = await readFacts(number)
    expect(await nextReconcileAt(fixture.db, number)).toBeNull()
    expect(row.status).toBe('cancelled')
    expect(steps.slice(-2)).toEqual(['unknown to the gateway', 'expired'])
    expect(alerts('order.unknown-to-gateway')).toHaveLength(1)
  })

  test('does not end within the week in which every order is reconciled', async () => {
    const number = await disowned()
    for (let day = 0; day < 6; day += 1) {
      advance(DAY_MS)
      await reconcile()
    }
    expect(await nextReconcileAt(fixture.db, number)).not.toBeNull()
    expect((await readFacts(number)).row.status).toBe('created')
  })

  test('is reconciled again if the gateway is only unreachable', async () => {
    const { number } = await startCheckout()
    advance(60 * DAY_MS)
    fixture.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    for (let day = 0; day < 3; day += 1) {
      await reconcile()
      advance(DAY_MS)
    }
    expect(await nextReconcileAt(fixture.db, number)).not.toBeNull()
    expect((await readFacts(number)).row.status).toBe('created')
  })

  test('stays open, with an alert, if the API keys are rejected', async () => {
    const { number } = await startCheckout()
    const wrongKeys = createRazorpay({
      ...fixture.sandbox.razorpay,
      checkoutScriptUrl: fixture.sandbox.razorpay.scriptUrl,
      keySecret: 'not-the-secret',
    })
    advance(60 * DAY_MS)
    for (let day = 0; day < 3; day += 1) {
      await reconcile({ gateway: wrongKeys })
      advance(DAY_MS)
    }
    expect(await nextReconcileAt(fixture.db, number)).not.toBeNull()
    expect((await readFacts(number)).row.status).toBe('created')
    expect(alerts('gateway.keys-rejected').length).toBeGreaterThan(0)
  })
})

test('a capture is reconciled and not repeated if its response and that of the next fetch are lost', async () => {
  const { id, number, checkout } = await startCheckout()
  injectFaults(id, { 'stuck-authorized': true })
  const proof = await pay(fixture.sandbox, id)
  const { gateway } = fixture.server.deps
  let captures = 0
  const lost = { ok: false, error: { kind: 'unreachable', detail: 'ECONNRESET' } } as const
  const lossy: PaymentGateway = {
    ...gateway,
    async capture(request) {
      captures += 1
      await gateway.capture(request)
      return lost
    },
    fetchPayment: async () => lost,
  }
  advance(3 * MINUTE_MS)
  await reconcile({ gateway: lossy })
  const shown = await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)
  expect(shown.json).toMatchObject({ status: 'created', money: [{ stage: 'payment authorized' }] })
  const { amount, items } = checkout
  await fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', { ...proof, amount, items })
  expect((await readFacts(number)).row.status).toBe('completed')
  expect(captures).toBe(1)
  expect(
    (await readGatewayState(fixture.sandbox)).payments.filter(({ order_id }) => order_id === id),
  ).toMatchObject([{ status: 'captured' }])
})
