import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { gatewayRefund } from '#server/db/refund-schema.ts'
import { recordGatewayRefunds } from './gateway-refunds.ts'
import {
  createActions,
  advanceClock,
  dashboardRefund,
  nextReconcileAt,
  readGatewayState,
  RING,
  setUpCheckout,
  SILENT,
  webhook,
} from '#server/checkout/testing.ts'

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { payAtGateway, readFacts, advance, processWebhooks, reconcile, sendRefunds } = createActions(fixture)

const WEBHOOK = '/api/webhooks/razorpay'

async function refundsAtGateway(gatewayOrderId: string) {
  const { payments, refunds } = await readGatewayState(fixture.sandbox)
  const own = new Set(payments.filter(({ order_id }) => order_id === gatewayOrderId).map(({ id }) => id))
  return refunds.filter(({ payment_id }) => own.has(payment_id))
}

describe('a dashboard refund', () => {
  /** A completed order whose payment staff refund on the dashboard. */
  async function completed() {
    const { id, number, verification, checkout, proof } = await payAtGateway()
    await fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', verification)
    const refundByHand = (amount?: number) =>
      dashboardRefund(fixture.sandbox, proof.razorpay_payment_id, amount)
    const shown = async () =>
      (await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)).json
    return { id, number, checkout, refundByHand, shown, paymentId: proof.razorpay_payment_id }
  }

  const aboutRefund = (event: string, gatewayOrderId: string, refundId: string, paymentId: string) =>
    webhook(fixture.sandbox, {
      entity: 'event',
      event,
      payload: {
        refund: { entity: { id: refundId, payment_id: paymentId } },
        payment: { entity: { id: paymentId, order_id: gatewayOrderId } },
      },
    })

  test('of a part leaves the order completed, and is recorded, e-mailed and shown once', async () => {
    const { id, number, refundByHand, shown, paymentId } = await completed()
    const refund = await refundByHand(500_000)
    for (const event of ['refund.processed', 'refund.created', 'refund.processed']) {
      await fixture.server.send(WEBHOOK, aboutRefund(event, id, refund.id, paymentId))
      await processWebhooks()
    }
    advance(3 * MINUTE_MS)
    await reconcile()
    const { row, steps, emails } = await readFacts(number)
    expect(row.status).toBe('completed')
    expect(steps.filter((step) => step.includes('refunded'))).toEqual(['partially refunded'])
    expect(emails.toSorted()).toEqual([`order-confirmation:${number}`, `refund:${refund.id}`])
    expect(await shown()).toMatchObject({
      status: 'completed',
      refunded: 500_000,
      money: [{ stage: 'refund confirmed', amount: 500_000 }],
    })
  })

  // Shows D43.stages
  test('that the gateway accepts first and processes later is sent, then confirmed, once', async () => {
    const { id, number, refundByHand, shown, paymentId } = await completed()
    const refund = await refundByHand(500_000)
    advance(3 * MINUTE_MS)
    await reconcile()
    await fixture.db
      .update(gatewayRefund)
      .set({ processedAt: null })
      .where(eq(gatewayRefund.gatewayRefundId, refund.id))
    expect(await shown()).toMatchObject({ money: [{ stage: 'refund sent' }] })
    for (let times = 1; times <= 2; times++) {
      await fixture.server.send(WEBHOOK, aboutRefund('refund.processed', id, refund.id, paymentId))
      await processWebhooks()
    }
    advance(6 * MINUTE_MS)
    await reconcile()
    expect(await shown()).toMatchObject({ money: [{ stage: 'refund confirmed' }] })
    const { steps } = await readFacts(number)
    expect(steps.slice(-2)).toEqual(['partially refunded', 'refund confirmed'])
  })

  test('that the gateway has not processed for weeks is asked about ever more rarely, until it has, without a webhook', async () => {
    const { number, refundByHand, shown, paymentId } = await completed()
    // Long after the order was paid.
    advance(30 * DAY_MS)
    await reconcile()
    expect(await nextReconcileAt(fixture.db, number)).toBeNull()
    await refundByHand(500_000)
    const { deps, clock } = fixture.server
    const listed = await deps.gateway.fetchPaymentRefunds(paymentId)
    if (!listed.ok) throw new Error('The sandbox does not respond')
    const pending = listed.value.map((each) => ({ ...each, status: 'pending' as const }))
    const report = { orderNumber: number, refunds: pending, source: 'webhook', at: clock.now } as const
    await fixture.db.transaction((tx) => recordGatewayRefunds(tx, deps, report))
    const waiting = {
      gateway: { ...deps.gateway, fetchPaymentRefunds: async () => ({ ok: true, value: pending }) as const },
    }
    const gaps: number[] = []
    for (let asked = 1; asked <= 40; asked++) {
      advance(Number(await nextReconcileAt(fixture.db, number)) - Number(clock.now))
      await reconcile(waiting)
      gaps.push(Number(await nextReconcileAt(fixture.db, number)) - Number(clock.now))
    }
    expect(await shown()).toMatchObject({ money: [{ stage: 'refund sent' }] })
    expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
    expect(gaps.at(-1)).toBeGreaterThan(DAY_MS)
    advance(7 * DAY_MS)
    await reconcile()
    expect(await shown()).toMatchObject({ money: [{ stage: 'refund confirmed' }] })
    expect(await nextReconcileAt(fixture.db, number)).toBeNull()
  })

  test('in two parts that make the whole marks the order as refunded', async () => {
    const { number, refundByHand, shown } = await completed()
    const { total } = (await readFacts(number)).row
    const first = await refundByHand(500_000)
    advance(3 * MINUTE_MS)
    await reconcile()
    const second = await refundByHand()
    advance(6 * MINUTE_MS)
    await reconcile()
    const { row, steps, emails } = await readFacts(number)
    expect(row.status).toBe('refunded')
    expect(steps.filter((step) => step.includes('refunded'))).toEqual(['partially refunded', 'refunded'])
    expect(emails).toHaveLength(3)
    expect(emails).toEqual(expect.arrayContaining([`refund:${first.id}`, `refund:${second.id}`]))
    expect(await shown()).toMatchObject({ status: 'refunded', refunded: total })
  })

  test('of the whole is found by the reconciliation if its webhook is lost, and e-mailed', async () => {
    const { number, checkout, refundByHand } = await completed()
    const refund = await refundByHand()
    advance(3 * MINUTE_MS)
    await reconcile()
    const { row, refunds, emails, steps } = await readFacts(number)
    expect(row.status).toBe('refunded')
    expect(refunds).toEqual([])
    expect(emails).toContain(`refund:${refund.id}`)
    expect(steps.filter((step) => step === 'refunded')).toHaveLength(1)
    const again = await fixture.server.request(fixture.asha, 'POST', '/api/create-order', {
      ...checkout,
      cart_generation: 0,
    })
    expect([again.status, again.json.code]).toEqual([409, 'conflict'])
  })

  test('is recognized by its payment if the webhook names no order', async () => {
    const { number, refundByHand, paymentId } = await completed()
    const refund = await refundByHand(500_000)
    await fixture.server.send(
      WEBHOOK,
      webhook(fixture.sandbox, {
        entity: 'event',
        event: 'refund.processed',
        payload: { refund: { entity: { id: refund.id, payment_id: paymentId } } },
      }),
    )
    await processWebhooks()
    expect((await readFacts(number)).emails).toContain(`refund:${refund.id}`)
  })

  test('that failed at the bank is no longer counted, and raises an alert', async () => {
    const { id, number, refundByHand, shown, paymentId } = await completed()
    fixture.sandbox.faults.set({ rates: { ...SILENT.rates, 'refund-failed': 1 } })
    const refund = await refundByHand(500_000)
    await fixture.server.send(WEBHOOK, aboutRefund('refund.created', id, refund.id, paymentId))
    await processWebhooks()
    expect(await shown()).toMatchObject({ refunded: 500_000 })
    await advanceClock(fixture.sandbox, id)
    await vi.waitFor(async () => expect(await refundsAtGateway(id)).toMatchObject([{ status: 'failed' }]))
    for (const event of ['refund.failed', 'refund.failed']) {
      await fixture.server.send(WEBHOOK, aboutRefund(event, id, refund.id, paymentId))
      await processWebhooks()
    }
    expect((await readFacts(number)).steps.filter((step) => step === 'refund failed')).toHaveLength(1)
    expect(await shown()).toMatchObject({ status: 'completed', refunded: 0, money: [] })
    expect(
      fixture.server.logged.filter((line) => line.includes('"event":"gateway-refund.failed"')),
    ).toHaveLength(1)
    // The shop does not repeat a refund that staff made.
    await sendRefunds()
    expect(await refundsAtGateway(id)).toHaveLength(1)
  })
})
