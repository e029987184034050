/** Calls that the page makes once the payment dialog has closed. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { order } from '#server/db/schema.ts'
import type { PaymentGateway } from '#server/gateway/gateway.ts'
import {
  createActions,
  CHAIN_ANKLET,
  readOrderFacts,
  itemOf,
  createTestServer,
  pay,
  SILENT,
  RING,
  setUpCheckout,
  newUser,
} from './testing.ts'

const fixture = setUpCheckout()
const { startCheckout, payAtGateway, dismiss, advance } = createActions(fixture)

const VERIFY = '/api/verify-payment'
const UPDATE = '/api/update-order-status'

const create = (body: object, who = fixture.asha) =>
  fixture.server.request(who, 'POST', '/api/create-order', body)

// Shows 7.bearer, 6.token
test.each([VERIFY, UPDATE])('%s requires a sign-in', async (path) => {
  const { status, json } = await fixture.server.request(null, 'POST', path, {})
  expect([status, json.message]).toEqual([401, 'Authentication required'])
})

describe('verifying a payment', () => {
  // Shows 7.verify-payment, D28.emptied, 4.order.completed
  test('completes the order, removes its products from the cart and queues one confirmation', async () => {
    fixture.asha = await newUser(fixture.db, [
      { ...RING, quantity: 1 },
      { ...CHAIN_ANKLET, quantity: 2 },
    ])
    const { verification, number, proof } = await payAtGateway()
    const { status, json } = await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)
    expect([status, json]).toEqual([
      200,
      { success: true, message: 'Payment verified successfully', order_number: number },
    ])
    const { row, steps, emails, cart } = await readOrderFacts(fixture.db, number)
    expect(row).toMatchObject({ status: 'completed', paymentId: proof.razorpay_payment_id })
    expect(steps).toEqual(['placed', 'gateway order opened', 'payment observed', 'paid', 'completed'])
    expect(emails).toEqual([`order-confirmation:${number}`])
    expect(cart).toEqual([{ ...CHAIN_ANKLET, quantity: 2 }])
  })

  test('keeps products that were added to the cart after the order', async () => {
    fixture.asha = await newUser(fixture.db, [{ ...RING, quantity: 3 }])
    const { verification, number } = await payAtGateway()
    await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)
    expect((await readOrderFacts(fixture.db, number)).cart).toEqual([{ ...RING, quantity: 2 }])
  })

  // Shows D26.one-order
  test('returns the same response when repeated, and changes nothing', async () => {
    fixture.asha = await newUser(fixture.db, [{ ...RING, quantity: 3 }])
    const { verification, number } = await payAtGateway()
    const first = await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)
    const before = await readOrderFacts(fixture.db, number)
    expect(await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)).toEqual(first)
    expect(await readOrderFacts(fixture.db, number)).toEqual(before)
  })

  test('completes once on five concurrent requests', async () => {
    const { verification, number } = await payAtGateway()
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map(() => fixture.server.request(fixture.asha, 'POST', VERIFY, verification)),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { steps, emails } = await readOrderFacts(fixture.db, number)
    expect(steps.filter((step) => step === 'completed')).toHaveLength(1)
    expect(emails).toEqual([`order-confirmation:${number}`])
  })

  test('captures a payment that is only authorized', async () => {
    const { checkout, id, number } = await startCheckout()
    fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'stuck-authorized': true } } })
    const proof = await pay(fixture.sandbox, id)
    const { amount, items } = checkout
    expect(
      (await fixture.server.request(fixture.asha, 'POST', VERIFY, { ...proof, amount, items })).status,
    ).toBe(200)
    expect((await readOrderFacts(fixture.db, number)).payments).toMatchObject([{ status: 'captured' }])
  })

  test('accepts a capture whose response was lost', async () => {
    const { checkout, id, number } = await startCheckout()
    fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'stuck-authorized': true } } })
    const proof = await pay(fixture.sandbox, id)
    const { amount, items } = checkout
    const lossy = createTestServer(fixture.db, fixture.sandbox, {
      gateway: (real) => ({
        ...real,
        async capture(request) {
          await real.capture(request)
          return { ok: false, error: { kind: 'unreachable', detail: 'ECONNRESET' } }
        },
      }),
    })
    expect((await lossy.request(fixture.asha, 'POST', VERIFY, { ...proof, amount, items })).status).toBe(200)
    expect((await readOrderFacts(fixture.db, number)).row.status).toBe('completed')
  })

  test('reports a pending check instead of a failure if the gateway cannot capture yet', async () => {
    const { checkout, id, number } = await startCheckout()
    fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'stuck-authorized': true } } })
    const proof = await pay(fixture.sandbox, id)
    const { amount, items } = checkout
    const unable = createTestServer(fixture.db, fixture.sandbox, {
      gateway: (real): PaymentGateway => ({
        ...real,
        capture: async () => ({ ok: false, error: { kind: 'unreachable', detail: 'HTTP 502' } }),
      }),
    })
    const { status, json } = await unable.request(fixture.asha, 'POST', VERIFY, { ...proof, amount, items })
    expect([status, json.code]).toEqual([503, 'provider-unavailable'])
    expect(json.message).toContain('Please do not pay again')
    expect((await readOrderFacts(fixture.db, number)).row.status).toBe('created')
  })

  test('reports a pending check if the gateway is unreachable, and changes nothing', async () => {
    const { verification, number } = await payAtGateway()
    fixture.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    const { status, json } = await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)
    expect([status, json.code]).toEqual([503, 'provider-unavailable'])
    expect(json.message).toContain('Please do not pay again')
    expect((await readOrderFacts(fixture.db, number)).row.status).toBe('created')
  })

  test('reports a pending check if the API of the gateway lags behind its signature', async () => {
    const { verification, number } = await payAtGateway()
    const behind = createTestServer(fixture.db, fixture.sandbox, {
      gateway: (real): PaymentGateway => ({
        ...real,
        fetchOrderPayments: async () => ({ ok: true, value: [] }),
      }),
    })
    const { status, json } = await behind.request(fixture.asha, 'POST', VERIFY, verification)
    expect([status, json.code]).toEqual([503, 'provider-unavailable'])
    expect((await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)).status).toBe(200)
    expect((await readOrderFacts(fixture.db, number)).row.status).toBe('completed')
  })

  test('schedules a check of an order with a pending payment within minutes, however old the order is', async () => {
    const { verification, number } = await payAtGateway()
    await fixture.db
      .update(order)
      .set({ reconcileAttempts: 8, nextReconcileAt: addMs(fixture.server.clock.now, 12 * HOUR_MS) })
      .where(eq(order.number, number))
    fixture.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)
    const [row] = await fixture.db.select().from(order).where(eq(order.number, number))
    expect(row).toMatchObject({
      reconcileAttempts: 0,
      nextReconcileAt: addMs(fixture.server.clock.now, 3 * MINUTE_MS),
    })
  })

  // Shows D32.verified, 8.verification
  describe('responds “Payment verification failed” and changes nothing', () => {
    const rejected = [
      422,
      { success: false, code: 'payment-not-verified', message: 'Payment verification failed' },
    ]
    async function rejects(number: string, verification: object, who = fixture.asha) {
      const before = await readOrderFacts(fixture.db, number)
      const { status, json } = await fixture.server.request(who, 'POST', VERIFY, verification)
      expect([status, json]).toEqual(rejected)
      expect(await readOrderFacts(fixture.db, number)).toEqual(before)
    }

    test('rejects a forged signature', async () => {
      const { number, verification } = await payAtGateway()
      await rejects(number, { ...verification, razorpay_signature: '0'.repeat(64) })
    })

    test('rejects a signature that is not hexadecimal', async () => {
      const { number, verification } = await payAtGateway()
      await rejects(number, { ...verification, razorpay_signature: 'none' })
    })

    test('rejects the signature of another order', async () => {
      const cheap = await payAtGateway()
      const { number, verification, id } = await startCheckout().then((other) => ({
        ...other,
        verification: { ...cheap.verification, razorpay_order_id: other.id },
      }))
      expect(id).toBe(verification.razorpay_order_id)
      await rejects(number, verification)
    })

    test('rejects a payment of another user', async () => {
      const { number, verification } = await payAtGateway()
      await rejects(number, verification, await newUser(fixture.db))
    })

    test('rejects a gateway order of another shop', async () => {
      const { number, verification } = await payAtGateway()
      await rejects(number, { ...verification, razorpay_order_id: 'order_Unknown0000000' })
    })

    test('rejects another amount', async () => {
      const { number, verification } = await payAtGateway()
      await rejects(number, { ...verification, amount: 3_288_299 })
    })

    test('rejects other items', async () => {
      const { number, verification } = await payAtGateway()
      await rejects(number, { ...verification, items: [itemOf(RING, 2)] })
    })
  })

  test.each([
    ['an unknown field', { status: 'paid' }],
    ['no payment id', { razorpay_payment_id: '' }],
    ['a path as a payment id', { razorpay_payment_id: '../orders' }],
    ['a list as a signature', { razorpay_signature: ['a'] }],
  ])('rejects %s as malformed', async (_, changes) => {
    const { verification } = await payAtGateway()
    const { status, json } = await fixture.server.request(fixture.asha, 'POST', VERIFY, {
      ...verification,
      ...changes,
    })
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })

  test('does not complete an order by a payment of another amount, and refunds it', async () => {
    const { checkout, id, number } = await startCheckout()
    fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'wrong-amount': true } } })
    const proof = await pay(fixture.sandbox, id)
    const { amount, items } = checkout
    const { status, json } = await fixture.server.request(fixture.asha, 'POST', VERIFY, {
      ...proof,
      amount,
      items,
    })
    expect([status, json.message]).toEqual([422, 'Payment verification failed'])
    const { row, refunds, emails } = await readOrderFacts(fixture.db, number)
    expect(row.status).toBe('created')
    expect(refunds).toMatchObject([{ amount: 3_288_200, reason: 'the amount differs', sentAt: null }])
    expect(emails).toEqual([])
  })

  test('pays the same checkout by a second gateway order after a payment of another amount', async () => {
    const { checkout, id, number } = await startCheckout()
    fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'wrong-amount': true } } })
    await pay(fixture.sandbox, id)
    const again = await create(checkout)
    expect(again.json).toMatchObject({ order_number: number, paid: false })
    expect(again.json.id).not.toBe(id)
    const proof = await pay(fixture.sandbox, again.json.id)
    const { amount, items } = checkout
    expect(
      (await fixture.server.request(fixture.asha, 'POST', VERIFY, { ...proof, amount, items })).status,
    ).toBe(200)
    expect((await readOrderFacts(fixture.db, number)).refunds).toHaveLength(1)
  })

  test('pays the same checkout by a second gateway order after an authorization of another amount', async () => {
    const { checkout, id } = await startCheckout()
    fixture.sandbox.faults.set({
      ...SILENT,
      targets: { [id]: { 'wrong-amount': true, 'stuck-authorized': true } },
    })
    await pay(fixture.sandbox, id)
    const again = await create(checkout)
    expect(again.json.paid).toBe(false)
    expect(again.json.id).not.toBe(id)
  })

  test('refunds a second captured payment, once', async () => {
    const { checkout, id, number } = await startCheckout()
    fixture.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'double-capture': true } } })
    const proof = await pay(fixture.sandbox, id)
    const { amount, items } = checkout
    const verify = () => fixture.server.request(fixture.asha, 'POST', VERIFY, { ...proof, amount, items })
    expect((await verify()).status).toBe(200)
    expect((await verify()).status).toBe(200)
    const { row, refunds, payments } = await readOrderFacts(fixture.db, number)
    expect(payments).toHaveLength(2)
    expect(refunds).toMatchObject([{ amount: 3_288_300, reason: 'a second payment' }])
    expect(refunds[0]?.paymentId).not.toBe(row.paymentId)
  })
})

describe('updating the order status', () => {
  const completing = ({ number, proof }: { number: string; proof: object }) => ({
    orderId: number,
    status: 'completed',
    paymentDetails: proof,
  })

  // Shows 7.update-status
  test('confirms a verified order on every request', async () => {
    const paid = await payAtGateway()
    await fixture.server.request(fixture.asha, 'POST', VERIFY, paid.verification)
    const first = await fixture.server.request(fixture.asha, 'POST', UPDATE, completing(paid))
    expect([first.status, first.json]).toEqual([200, { success: true, message: 'Order status updated' }])
    expect(await fixture.server.request(fixture.asha, 'POST', UPDATE, completing(paid))).toEqual(first)
  })

  // Shows D27.complete
  test('does not complete an unverified order', async () => {
    const paid = await payAtGateway()
    const { status, json } = await fixture.server.request(fixture.asha, 'POST', UPDATE, completing(paid))
    expect([status, json.message]).toEqual([422, 'Failed to update order status'])
    expect((await readOrderFacts(fixture.db, paid.number)).row.status).toBe('created')
  })

  test('rejects a forged result', async () => {
    const paid = await payAtGateway()
    await fixture.server.request(fixture.asha, 'POST', VERIFY, paid.verification)
    const forged = { ...paid.proof, razorpay_signature: 'f'.repeat(64) }
    const { status, json } = await fixture.server.request(
      fixture.asha,
      'POST',
      UPDATE,
      completing({ ...paid, proof: forged }),
    )
    expect([status, json.message]).toEqual([422, 'Invalid payment result received'])
  })

  test('rejects the result of another order', async () => {
    const paid = await payAtGateway()
    const { number } = await startCheckout()
    const { status, json } = await fixture.server.request(
      fixture.asha,
      'POST',
      UPDATE,
      completing({ ...paid, number }),
    )
    expect([status, json.message]).toEqual([422, 'Invalid payment result received'])
    expect((await readOrderFacts(fixture.db, number)).row.status).toBe('created')
  })

  // Shows D27.complete
  test('rejects an order of another user', async () => {
    const paid = await payAtGateway()
    await fixture.server.request(fixture.asha, 'POST', VERIFY, paid.verification)
    const ravi = await newUser(fixture.db)
    const { status, json } = await fixture.server.request(ravi, 'POST', UPDATE, completing(paid))
    expect([status, json.message]).toEqual([422, 'Failed to update order status'])
  })

  test.each(['refunded', 'cancelled', 'paid', ''])('never sets the status “%s”', async (status) => {
    const paid = await payAtGateway()
    const response = await fixture.server.request(fixture.asha, 'POST', UPDATE, {
      ...completing(paid),
      status,
    })
    expect(response.status).toBe(400)
  })
})

describe('dismissing the payment dialog', () => {
  // Shows D32.late
  test('records a dismissed dialog, whose order may still be paid', async () => {
    const { number, proof, verification } = await payAtGateway()
    const { status, json } = await dismiss(number, 'cancelled')
    expect([status, json]).toEqual([200, { success: true, status: 'cancelled' }])
    expect((await readOrderFacts(fixture.db, number)).row.status).toBe('cancelled')
    expect((await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)).status).toBe(200)
    expect((await readOrderFacts(fixture.db, number)).row).toMatchObject({
      status: 'completed',
      paymentId: proof.razorpay_payment_id,
    })
  })

  test('records a decline by the bank, after which the same order can be paid', async () => {
    const { checkout, id, number } = await startCheckout()
    await pay(fixture.sandbox, id, 'failure')
    expect((await dismiss(number, 'failed')).json.status).toBe('failed')
    expect((await create(checkout)).json).toMatchObject({ id, order_number: number, paid: false })
    const proof = await pay(fixture.sandbox, id)
    const { amount, items } = checkout
    expect(
      (await fixture.server.request(fixture.asha, 'POST', VERIFY, { ...proof, amount, items })).status,
    ).toBe(200)
  })

  test('changes nothing once the order is completed', async () => {
    const { number, verification } = await payAtGateway()
    await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)
    const before = await readOrderFacts(fixture.db, number)
    expect((await dismiss(number, 'cancelled')).json).toEqual({ success: true, status: 'completed' })
    expect(await readOrderFacts(fixture.db, number)).toEqual(before)
  })

  test('responds 404 for an order of another user, as for none', async () => {
    const { number } = await startCheckout()
    const ravi = await newUser(fixture.db)
    const foreign = await dismiss(number, 'cancelled', ravi)
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not-found'])
    expect(await dismiss('SJ-0000000000000000', 'cancelled')).toEqual(foreign)
    expect((await readOrderFacts(fixture.db, number)).row.status).toBe('created')
  })
})

test('requests after the dialog are limited per minute', async () => {
  const { number, verification } = await payAtGateway()
  const unknown = 'SJ-0000000000000000'
  for (let count = 0; count < 60; count += 1) expect((await dismiss(unknown, 'cancelled')).status).toBe(404)
  expect((await dismiss(number, 'cancelled')).status).toBe(429)
  expect((await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)).status).toBe(429)
  advance(MINUTE_MS)
  expect((await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)).status).toBe(200)
})
