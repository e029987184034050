import { describe, expect, test } from 'vitest'
import type { DisputeStatus } from '#domain/dispute.ts'
import { paise } from '#domain/money.ts'
import { statusText } from '#domain/order.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { dispute as disputeTable } from '#server/db/refund-schema.ts'
import { setUpOrderDesk } from '#server/desk/testing.ts'
import { auditDaily } from '#server/jobs/daily-audit.ts'
import {
  createActions,
  moveDispute,
  payForRings,
  setUpCheckout,
  webhook,
  type PaidOrder,
} from '#server/checkout/testing.ts'
import { processDueWebhooks } from '#server/payments/webhooks.ts'

const fixture = setUpCheckout()
const { advance, readFacts } = createActions(fixture)
const { sendAbout, enterFreshCode, deskNow, advanceDesk, refundBody, sendRefunds, refundsAtGateway } =
  setUpOrderDesk(fixture)

const RING_PRICE = 3_288_300

const placePaidOrder = (quantity: number) => payForRings(fixture, quantity)

describe('a disputed payment', () => {
  const dispute = async ({ paymentId }: PaidOrder, status: DisputeStatus, amount?: number) => {
    const event = await moveDispute(fixture.sandbox, paymentId, status, amount)
    const { deps, send: deliver } = fixture.server
    await deliver('/api/webhooks/razorpay', webhook(fixture.sandbox, event))
    await processDueWebhooks(deps)
  }
  const disputeOf = async ({ number }: PaidOrder) => (await sendAbout('manager', 'GET', number)).json.dispute
  const refundAll = (paid: PaidOrder) =>
    sendAbout('manager', 'POST', `${paid.number}/refunds`, refundBody(RING_PRICE))

  // Shows D43.dispute
  test('is neither refunded nor cancelled until the bank has decided for the shop', async () => {
    const paid = await placePaidOrder(1)
    await enterFreshCode('manager')
    for (const status of ['open', 'under_review'] as const) {
      await dispute(paid, status)
      expect(await disputeOf(paid)).toMatchObject({ status, amount: RING_PRICE })
      expect((await refundAll(paid)).status).toBe(409)
      expect((await sendAbout('manager', 'POST', `${paid.number}/cancel`, { reason: 'rang' })).status).toBe(
        409,
      )
    }
    await dispute(paid, 'won')
    expect((await refundAll(paid)).status).toBe(200)
  })

  test('stays unrefunded once the bank has returned the money', async () => {
    const paid = await placePaidOrder(1)
    await enterFreshCode('manager')
    await dispute(paid, 'open')
    await dispute(paid, 'lost')
    expect((await refundAll(paid)).status).toBe(409)
  })

  test('leaves refundable what a lost dispute has not taken, and another payment untouched', async () => {
    const paid = await placePaidOrder(1)
    await enterFreshCode('manager')
    const { number: orderNumber, paymentId } = paid
    const now = new Date()
    const common = { orderNumber, reason: 'other', respondBy: null, createdAt: now, updatedAt: now }
    await fixture.db.insert(disputeTable).values([
      { ...common, id: `disp_${paymentId}`, paymentId, amount: paise(100_000), status: 'lost' },
      {
        ...common,
        id: `disp_other_${paymentId}`,
        paymentId: 'pay_other',
        amount: paise(RING_PRICE),
        status: 'open',
      },
    ])
    expect((await sendAbout('manager', 'GET', orderNumber)).json.refundable).toBe(RING_PRICE - 100_000)
    const rest = refundBody(RING_PRICE - 100_000, { lines: [], extra: RING_PRICE - 100_000 })
    expect((await sendAbout('manager', 'POST', `${orderNumber}/refunds`, rest)).status).toBe(200)
  })

  test('stays decided when a report of an earlier status arrives later', async () => {
    const paid = await placePaidOrder(1)
    await dispute(paid, 'open')
    await dispute(paid, 'lost')
    await dispute(paid, 'under_review')
    expect(await disputeOf(paid)).toMatchObject({ status: 'lost' })
  })

  test('keeps back a refund that was about to be sent', async () => {
    const paid = await placePaidOrder(1)
    await enterFreshCode('manager')
    await refundAll(paid)
    await dispute(paid, 'open')
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toEqual([])
    await dispute(paid, 'won')
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toHaveLength(1)
  })

  // Shows D43.dispute
  test('is not refunded again if the bank returned it before the refund was sent', async () => {
    const paid = await placePaidOrder(1)
    const { number, customer } = paid
    await fixture.server.request(customer, 'POST', `/api/orders/${number}/cancel`)
    await dispute(paid, 'open')
    await dispute(paid, 'lost')
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toEqual([])
    const { json } = await fixture.server.request(customer, 'GET', `/api/orders/${number}`)
    expect(statusText(json)).toBe('Cancelled · payment returned by your bank')
    expect((await readFacts(number)).emails.filter((key) => key.startsWith('refund'))).toEqual([])
  })

  test('of a payment that pays no order does not tell of the order that the bank has returned it', async () => {
    const paid = await placePaidOrder(1)
    const { number, customer } = paid
    const at = deskNow()
    const common = { orderNumber: number, reason: 'other', respondBy: null, createdAt: at, updatedAt: at }
    const id = `disp_surplus_${number}`
    const surplus = { ...common, id, paymentId: `pay_surplus_${number}`, status: 'lost' } as const
    await fixture.db.insert(disputeTable).values({ ...surplus, amount: paise(RING_PRICE) })
    await fixture.server.request(customer, 'POST', `/api/orders/${number}/cancel`)
    const { json } = await fixture.server.request(customer, 'GET', `/api/orders/${number}`)
    expect(statusText(json)).toBe('Cancelled · refund begun')
    await sendRefunds()
    const sent = (await fixture.server.request(customer, 'GET', `/api/orders/${number}`)).json
    expect(sent).toMatchObject({ refunded: RING_PRICE, returned: 0 })
    expect(sent.money).toContainEqual(expect.objectContaining({ stage: 'returned by the bank' }))
  })

  // Shows D43.dispute
  test('keeps back a refund for less than what is left, if the bank returned a part after it was requested', async () => {
    const paid = await placePaidOrder(2)
    const { number } = paid
    await enterFreshCode('manager')
    const refundOne = (refundable: number) =>
      sendAbout('manager', 'POST', `${number}/refunds`, refundBody(refundable))
    expect((await refundOne(2 * RING_PRICE)).status).toBe(200)
    advanceDesk(MINUTE_MS)
    fixture.server.clock.now = deskNow()
    await dispute(paid, 'open', RING_PRICE)
    await dispute(paid, 'lost', RING_PRICE)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toEqual([])
    expect((await sendAbout('manager', 'GET', number)).json).toMatchObject({
      refundable: RING_PRICE,
      refunds: [
        {
          state: 'failed',
          owed: null,
          problem: 'The bank has returned ₹32,883.00 of the payment since this was requested.',
        },
      ],
    })
    advanceDesk(MINUTE_MS)
    expect((await refundOne(RING_PRICE)).status).toBe(200)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toMatchObject([{ amount: RING_PRICE }])
  })

  test('is refunded for the rest by a person who approves that after the bank has decided', async () => {
    const paid = await placePaidOrder(5)
    const { number } = paid
    await enterFreshCode('manager')
    await enterFreshCode('owner')
    const body = refundBody(5 * RING_PRICE, { lines: [{ position: 0, quantity: 4 }] })
    expect((await sendAbout('manager', 'POST', `${number}/refunds`, body)).status).toBe(200)
    advanceDesk(MINUTE_MS)
    fixture.server.clock.now = deskNow()
    await dispute(paid, 'open', RING_PRICE)
    await dispute(paid, 'lost', RING_PRICE)
    advanceDesk(MINUTE_MS)
    expect((await sendAbout('owner', 'POST', `${number}/refunds/approve`, { id: body.id })).status).toBe(200)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toMatchObject([{ amount: 4 * RING_PRICE }])
  })

  test('of another amount leaves a cancellation to staff, without an e-mail about a delay', async () => {
    const paid = await placePaidOrder(2)
    const { number, customer } = paid
    const cancelled = await fixture.server.request(customer, 'POST', `/api/orders/${number}/cancel-lines`, {
      id: crypto.randomUUID(),
      lines: [{ position: 0, quantity: 1 }],
    })
    expect(cancelled.status).toBe(200)
    advance(MINUTE_MS)
    await dispute(paid, 'open', 1_000_000)
    await dispute(paid, 'lost', 1_000_000)
    await sendRefunds()
    expect(await refundsAtGateway(paid)).toEqual([])
    const { json } = await sendAbout('manager', 'GET', number)
    expect(json.refunds).toMatchObject([{ state: 'failed', owed: RING_PRICE }])
    expect((await readFacts(number)).emails.filter((key) => key.startsWith('refund'))).toEqual([])
  })

  test('is found by the daily audit where its webhook was lost, and raises one alert', async () => {
    const paid = await placePaidOrder(1)
    await moveDispute(fixture.sandbox, paid.paymentId, 'open')
    advance(25 * HOUR_MS)
    for (let day = 1; day <= 2; day++) {
      await auditDaily(fixture.server.deps)
      advance(25 * HOUR_MS)
    }
    expect(await disputeOf(paid)).toMatchObject({ status: 'open' })
    const alerts = fixture.server.logged.filter((line) => line.includes('"event":"payment.disputed"'))
    expect(alerts).toHaveLength(1)
  })
})
