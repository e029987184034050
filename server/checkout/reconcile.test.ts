import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { gatewayOrder } from '#server/db/schema.ts'
import type { PaymentGateway } from './gateway.ts'
import { createRazorpay } from './razorpay.ts'
import {
  actionsIn,
  advanceClock,
  readOrderState,
  nextCheckAt,
  openCheckoutShop,
  orderPaid,
  pay,
  SILENT,
  RING,
  setUpCheckout,
  webhook,
} from './testing.ts'

const scene = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { started, facts, strike, passes, workWebhooks, reconcile } = actionsIn(scene)

const WEBHOOK = '/api/webhooks/razorpay'

describe('the reconciliation', () => {
  // Shows D26.one-order
  test('completes a paid order of which nobody told the shop', async () => {
    const { id, number } = await started()
    strike(id, { 'handler-never': true })
    await pay(scene.sandbox, id)
    passes(3 * MINUTE_MS)
    await reconcile()
    const { row, mails, cart } = await facts(number)
    expect(row.status).toBe('completed')
    expect(mails).toEqual([`order-confirmation:${number}`])
    expect(cart).toEqual([])
  })

  test('does not ask before three minutes have passed', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id)
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
      const next = await nextCheckAt(scene.db, number)
      intervals.push((Number(next) - scene.shop.clock.now.getTime()) / MINUTE_MS)
    }
    expect(intervals).toEqual([6, 12, 24])
  })

  test('captures what is authorised', async () => {
    const { id, number } = await started()
    strike(id, { 'stuck-authorised': true })
    await pay(scene.sandbox, id)
    passes(3 * MINUTE_MS)
    await reconcile()
    expect((await facts(number)).payments).toMatchObject([{ status: 'captured' }])
    expect((await facts(number)).row.status).toBe('completed')
  })

  test('tells the shopper once, minutes later, that the bank declined', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id, 'failure')
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id)))
    await workWebhooks()
    expect(await facts(number)).toMatchObject({ row: { status: 'failed' }, mails: [] })
    passes(3 * MINUTE_MS)
    await reconcile()
    passes(6 * MINUTE_MS)
    await reconcile()
    expect((await facts(number)).mails).toEqual([`payment-failed:${number}`])
  })

  test('writes no mail about the decline to who has paid by another order since', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id, 'failure')
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(id)))
    await workWebhooks()
    const other = await started()
    await pay(scene.sandbox, other.id)
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(other.id)))
    await workWebhooks()
    passes(3 * MINUTE_MS)
    await reconcile()
    expect(await facts(number)).toMatchObject({
      row: { status: 'failed' },
      mails: [`order-confirmation:${other.number}`],
    })
    passes(3 * DAY_MS)
    await reconcile()
    expect(await facts(number)).toMatchObject({ row: { status: 'cancelled' } })
  })

  test('tells who had paid only an earlier order', async () => {
    const earlier = await started()
    await pay(scene.sandbox, earlier.id)
    await scene.shop.send(WEBHOOK, webhook(scene.sandbox, orderPaid(earlier.id)))
    await workWebhooks()
    passes(MINUTE_MS)
    const { id, number } = await started()
    await pay(scene.sandbox, id, 'failure')
    passes(3 * MINUTE_MS)
    await reconcile()
    expect((await facts(number)).mails).toContain(`payment-failed:${number}`)
  })

  test('writes no mail where only the page says that the bank declined', async () => {
    const { number } = await started()
    const declined = { orderId: number, outcome: 'failed', reason: 'Payment failed' }
    await scene.shop.ask(scene.asha, 'POST', '/api/abandon-payment', declined)
    passes(3 * MINUTE_MS)
    await reconcile()
    expect(await facts(number)).toMatchObject({ row: { status: 'failed' }, mails: [] })
  })

  test('completes an order whose failed payment the bank authorises after all', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id, 'late')
    passes(3 * MINUTE_MS)
    await reconcile()
    expect((await facts(number)).row.status).toBe('failed')
    await advanceClock(scene.sandbox, id)
    await vi.waitFor(async () =>
      expect(
        (await readOrderState(scene.sandbox)).payments.find(({ order_id }) => order_id === id)?.status,
      ).toBe('captured'),
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
    scene.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    await reconcile()
    expect((await facts(number)).row.status).toBe('created')
  })

  test('does not give up an order that a bank has promised to pay', async () => {
    const { id, number } = await started()
    strike(id, { 'stuck-authorised': true })
    await pay(scene.sandbox, id)
    const { gateway } = scene.shop.parts
    const unable: PaymentGateway = {
      ...gateway,
      capture: async () => ({ ok: false, error: { kind: 'unreachable', detail: 'HTTP 502' } }),
    }
    passes(3 * DAY_MS)
    await reconcile({ gateway: unable })
    expect((await facts(number)).steps).not.toContain('expired')
    passes(DAY_MS / 2)
    await reconcile()
    expect((await facts(number)).row.status).toBe('completed')
  })

  test('completes a payment found only after three days, since the order was never given up', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id)
    passes(5 * DAY_MS)
    await reconcile()
    expect((await facts(number)).row.status).toBe('completed')
  })

  test('stops asking after a week', async () => {
    const { number } = await started()
    passes(7 * DAY_MS)
    await reconcile()
    expect(await nextCheckAt(scene.db, number)).toBeNull()
  })

  test('run by two servers at once completes an order once', async () => {
    const { id, number } = await started()
    await pay(scene.sandbox, id)
    const other = openCheckoutShop(scene.db, scene.sandbox)
    passes(3 * MINUTE_MS)
    other.clock.now = scene.shop.clock.now
    await Promise.all([reconcile(), reconcile(other.parts)])
    const { steps, mails } = await facts(number)
    expect(steps.filter((step) => step === 'completed')).toHaveLength(1)
    expect(mails).toHaveLength(1)
  })
})

describe('an order that the gateway refuses to speak of', () => {
  /** Like the orders of test keys after the shop has gone live: bound to an id of another account. */
  async function disowned() {
    const { number } = await started()
    await scene.db
      .update(gatewayOrder)
      .set({ gatewayOrderId: `order_Foreign${number.slice(-7)}`, receipt: `${number}-foreign` })
      .where(eq(gatewayOrder.orderNumber, number))
    return number
  }
  const alerts = (event: string) => scene.shop.logged.filter((line) => line.includes(`"event":"${event}"`))

  test('is given up after a day of refusals, with a ledger entry and an alert', async () => {
    const number = await disowned()
    passes(60 * DAY_MS)
    await reconcile()
    expect(await nextCheckAt(scene.db, number)).not.toBeNull()
    passes(DAY_MS)
    await reconcile()
    const { row, steps } = await facts(number)
    expect(await nextCheckAt(scene.db, number)).toBeNull()
    expect(row.status).toBe('cancelled')
    expect(steps.slice(-2)).toEqual(['unknown to the gateway', 'expired'])
    expect(alerts('order.unknown-to-gateway')).toHaveLength(1)
  })

  test('is not given up within the week for which every order is watched', async () => {
    const number = await disowned()
    for (let day = 0; day < 6; day += 1) {
      passes(DAY_MS)
      await reconcile()
    }
    expect(await nextCheckAt(scene.db, number)).not.toBeNull()
    expect((await facts(number)).row.status).toBe('created')
  })

  test('is asked about again where the gateway is only silent', async () => {
    const { number } = await started()
    passes(60 * DAY_MS)
    scene.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    for (let day = 0; day < 3; day += 1) {
      await reconcile()
      passes(DAY_MS)
    }
    expect(await nextCheckAt(scene.db, number)).not.toBeNull()
    expect((await facts(number)).row.status).toBe('created')
  })

  test('is kept, with an alert, where it is our own keys that are refused', async () => {
    const { number } = await started()
    const wrongKeys = createRazorpay({
      ...scene.sandbox.razorpay,
      checkoutScriptUrl: scene.sandbox.razorpay.scriptUrl,
      keySecret: 'not-the-secret',
    })
    passes(60 * DAY_MS)
    for (let day = 0; day < 3; day += 1) {
      await reconcile({ gateway: wrongKeys })
      passes(DAY_MS)
    }
    expect(await nextCheckAt(scene.db, number)).not.toBeNull()
    expect((await facts(number)).row.status).toBe('created')
    expect(alerts('gateway.keys-refused').length).toBeGreaterThan(0)
  })
})

test('a capture whose answer is lost, with the question after it, is asked about again and not doubled', async () => {
  const { id, number, checkout } = await started()
  strike(id, { 'stuck-authorised': true })
  const proof = await pay(scene.sandbox, id)
  const { gateway } = scene.shop.parts
  let captures = 0
  const lost = { ok: false, error: { kind: 'unreachable', detail: 'ECONNRESET' } } as const
  const lossy: PaymentGateway = {
    ...gateway,
    async capture(wanted) {
      captures += 1
      await gateway.capture(wanted)
      return lost
    },
    fetchPayment: async () => lost,
  }
  passes(3 * MINUTE_MS)
  await reconcile({ gateway: lossy })
  const shown = await scene.shop.ask(scene.asha, 'GET', `/api/orders/${number}`)
  expect(shown.json).toMatchObject({ status: 'created', money: [{ place: 'held' }] })
  const { amount, items } = checkout
  await scene.shop.ask(scene.asha, 'POST', '/api/verify-payment', { ...proof, amount, items })
  expect((await facts(number)).row.status).toBe('completed')
  expect(captures).toBe(1)
  expect(
    (await readOrderState(scene.sandbox)).payments.filter(({ order_id }) => order_id === id),
  ).toMatchObject([{ status: 'captured' }])
})
