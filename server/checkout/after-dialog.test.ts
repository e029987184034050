/** What the page tells the shop once its dialog is closed. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addMs } from '#domain/time.ts'
import { order } from '#server/db/schema.ts'
import type { PaymentGateway } from './gateway.ts'
import {
  actionsIn,
  CHAIN_ANKLET,
  factsOf,
  itemOf,
  openCheckoutShop,
  pay,
  SILENT,
  RING,
  setUpCheckout,
  newUser,
} from './testing.ts'

const scene = setUpCheckout()
const { started, paidAtGateway, abandon, passes } = actionsIn(scene)

const VERIFY = '/api/verify-payment'
const UPDATE = '/api/update-order-status'

const create = (body: object, who = scene.asha) => scene.shop.ask(who, 'POST', '/api/create-order', body)

// Shows 7.bearer, 6.token
test.each([VERIFY, UPDATE])('%s refuses whoever is not signed in', async (path) => {
  const { status, json } = await scene.shop.ask(null, 'POST', path, {})
  expect([status, json.message]).toEqual([401, 'Authentication required'])
})

describe('verifying a payment', () => {
  // Shows 7.verify-payment, D28.emptied, 4.order.completed
  test('completes the order, takes its pieces out of the cart and queues one confirmation', async () => {
    scene.asha = await newUser(scene.db, [
      { ...RING, quantity: 1 },
      { ...CHAIN_ANKLET, quantity: 2 },
    ])
    const { verification, number, proof } = await paidAtGateway()
    const { status, json } = await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)
    expect([status, json]).toEqual([
      200,
      { success: true, message: 'Payment verified successfully', order_number: number },
    ])
    const { row, steps, mails, cart } = await factsOf(scene.db, number)
    expect(row).toMatchObject({ status: 'completed', paymentId: proof.razorpay_payment_id })
    expect(steps).toEqual(['placed', 'gateway order opened', 'payment seen', 'paid', 'completed'])
    expect(mails).toEqual([`order-confirmation:${number}`])
    expect(cart).toEqual([{ ...CHAIN_ANKLET, quantity: 2 }])
  })

  test('leaves what was put into the cart after the order', async () => {
    scene.asha = await newUser(scene.db, [{ ...RING, quantity: 3 }])
    const { verification, number } = await paidAtGateway()
    await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)
    expect((await factsOf(scene.db, number)).cart).toEqual([{ ...RING, quantity: 2 }])
  })

  // Shows D26.one-order
  test('says the same again, and changes nothing, when repeated', async () => {
    scene.asha = await newUser(scene.db, [{ ...RING, quantity: 3 }])
    const { verification, number } = await paidAtGateway()
    const first = await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)
    const before = await factsOf(scene.db, number)
    expect(await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)).toEqual(first)
    expect(await factsOf(scene.db, number)).toEqual(before)
  })

  test('completes once when asked five times at once', async () => {
    const { verification, number } = await paidAtGateway()
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => scene.shop.ask(scene.asha, 'POST', VERIFY, verification)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { steps, mails } = await factsOf(scene.db, number)
    expect(steps.filter((step) => step === 'completed')).toHaveLength(1)
    expect(mails).toEqual([`order-confirmation:${number}`])
  })

  test('captures what the gateway has only authorised', async () => {
    const { checkout, id, number } = await started()
    scene.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'stuck-authorised': true } } })
    const proof = await pay(scene.sandbox, id)
    const { amount, items } = checkout
    expect((await scene.shop.ask(scene.asha, 'POST', VERIFY, { ...proof, amount, items })).status).toBe(200)
    expect((await factsOf(scene.db, number)).payments).toMatchObject([{ status: 'captured' }])
  })

  test('accepts a capture whose answer was lost', async () => {
    const { checkout, id, number } = await started()
    scene.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'stuck-authorised': true } } })
    const proof = await pay(scene.sandbox, id)
    const { amount, items } = checkout
    const lossy = openCheckoutShop(scene.db, scene.sandbox, {
      gateway: (real) => ({
        ...real,
        async capture(wanted) {
          await real.capture(wanted)
          return { ok: false, error: { kind: 'unreachable', detail: 'ECONNRESET' } }
        },
      }),
    })
    expect((await lossy.ask(scene.asha, 'POST', VERIFY, { ...proof, amount, items })).status).toBe(200)
    expect((await factsOf(scene.db, number)).row.status).toBe('completed')
  })

  test('says that it will be looked after when the gateway cannot capture yet, and not that it failed', async () => {
    const { checkout, id, number } = await started()
    scene.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'stuck-authorised': true } } })
    const proof = await pay(scene.sandbox, id)
    const { amount, items } = checkout
    const unable = openCheckoutShop(scene.db, scene.sandbox, {
      gateway: (real): PaymentGateway => ({
        ...real,
        capture: async () => ({ ok: false, error: { kind: 'unreachable', detail: 'HTTP 502' } }),
      }),
    })
    const { status, json } = await unable.ask(scene.asha, 'POST', VERIFY, { ...proof, amount, items })
    expect([status, json.code]).toEqual([503, 'provider-unavailable'])
    expect(json.message).toContain('Please do not pay again')
    expect((await factsOf(scene.db, number)).row.status).toBe('created')
  })

  test('says that it will be looked after when the gateway does not answer, and changes nothing', async () => {
    const { verification, number } = await paidAtGateway()
    scene.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    const { status, json } = await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)
    expect([status, json.code]).toEqual([503, 'provider-unavailable'])
    expect(json.message).toContain('Please do not pay again')
    expect((await factsOf(scene.db, number)).row.status).toBe('created')
  })

  test('says that it will be looked after when the books of the gateway are behind its own signature', async () => {
    const { verification, number } = await paidAtGateway()
    const behind = openCheckoutShop(scene.db, scene.sandbox, {
      gateway: (real): PaymentGateway => ({
        ...real,
        fetchOrderPayments: async () => ({ ok: true, value: [] }),
      }),
    })
    const { status, json } = await behind.ask(scene.asha, 'POST', VERIFY, verification)
    expect([status, json.code]).toEqual([503, 'provider-unavailable'])
    expect((await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)).status).toBe(200)
    expect((await factsOf(scene.db, number)).row.status).toBe('completed')
  })

  test('has an order whose money is on its way looked after in minutes, however long it has waited by then', async () => {
    const { verification, number } = await paidAtGateway()
    await scene.db
      .update(order)
      .set({ checks: 8, nextCheckAt: addMs(scene.shop.clock.now, 12 * 3_600_000) })
      .where(eq(order.number, number))
    scene.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-5xx': 1 } })
    await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)
    const [row] = await scene.db.select().from(order).where(eq(order.number, number))
    expect(row).toMatchObject({ checks: 0, nextCheckAt: addMs(scene.shop.clock.now, 180_000) })
  })

  // Shows D32.verified, 8.verification
  describe('refuses with “Payment verification failed” and changes nothing', () => {
    const refused = [
      422,
      { success: false, code: 'payment-not-verified', message: 'Payment verification failed' },
    ]
    async function refuses(number: string, verification: object, who = scene.asha) {
      const before = await factsOf(scene.db, number)
      const { status, json } = await scene.shop.ask(who, 'POST', VERIFY, verification)
      expect([status, json]).toEqual(refused)
      expect(await factsOf(scene.db, number)).toEqual(before)
    }

    test('a forged signature', async () => {
      const { number, verification } = await paidAtGateway()
      await refuses(number, { ...verification, razorpay_signature: '0'.repeat(64) })
    })

    test('a signature that is no hexadecimal number', async () => {
      const { number, verification } = await paidAtGateway()
      await refuses(number, { ...verification, razorpay_signature: 'none' })
    })

    test('the signature of another order', async () => {
      const cheap = await paidAtGateway()
      const { number, verification, id } = await started().then((dear) => ({
        ...dear,
        verification: { ...cheap.verification, razorpay_order_id: dear.id },
      }))
      expect(id).toBe(verification.razorpay_order_id)
      await refuses(number, verification)
    })

    test('somebody else’s payment', async () => {
      const { number, verification } = await paidAtGateway()
      await refuses(number, verification, await newUser(scene.db))
    })

    test('a gateway order that is not of this shop', async () => {
      const { number, verification } = await paidAtGateway()
      await refuses(number, { ...verification, razorpay_order_id: 'order_Unknown0000000' })
    })

    test('another amount', async () => {
      const { number, verification } = await paidAtGateway()
      await refuses(number, { ...verification, amount: 3_288_299 })
    })

    test('other items', async () => {
      const { number, verification } = await paidAtGateway()
      await refuses(number, { ...verification, items: [itemOf(RING, 2)] })
    })
  })

  test.each([
    ['an unknown field', { status: 'paid' }],
    ['no payment id', { razorpay_payment_id: '' }],
    ['a path for a payment id', { razorpay_payment_id: '../orders' }],
    ['a list for a signature', { razorpay_signature: ['a'] }],
  ])('refuses %s as malformed', async (_, changes) => {
    const { verification } = await paidAtGateway()
    const { status, json } = await scene.shop.ask(scene.asha, 'POST', VERIFY, { ...verification, ...changes })
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })

  test('a payment of a wrong amount completes nothing, and its money is owed back', async () => {
    const { checkout, id, number } = await started()
    scene.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'wrong-amount': true } } })
    const proof = await pay(scene.sandbox, id)
    const { amount, items } = checkout
    const { status, json } = await scene.shop.ask(scene.asha, 'POST', VERIFY, { ...proof, amount, items })
    expect([status, json.message]).toEqual([422, 'Payment verification failed'])
    const { row, refunds, mails } = await factsOf(scene.db, number)
    expect(row.status).toBe('created')
    expect(refunds).toMatchObject([{ amount: 3_288_200, reason: 'the amount differs', sentAt: null }])
    expect(mails).toEqual([])
  })

  test('after a wrong amount the same checkout is paid by a second gateway order', async () => {
    const { checkout, id, number } = await started()
    scene.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'wrong-amount': true } } })
    await pay(scene.sandbox, id)
    const again = await create(checkout)
    expect(again.json).toMatchObject({ order_number: number, paid: false })
    expect(again.json.id).not.toBe(id)
    const proof = await pay(scene.sandbox, again.json.id)
    const { amount, items } = checkout
    expect((await scene.shop.ask(scene.asha, 'POST', VERIFY, { ...proof, amount, items })).status).toBe(200)
    expect((await factsOf(scene.db, number)).refunds).toHaveLength(1)
  })

  test('after a wrong amount that waits at the gateway the same checkout is paid by a second gateway order', async () => {
    const { checkout, id } = await started()
    scene.sandbox.faults.set({
      ...SILENT,
      targets: { [id]: { 'wrong-amount': true, 'stuck-authorised': true } },
    })
    await pay(scene.sandbox, id)
    const again = await create(checkout)
    expect(again.json.paid).toBe(false)
    expect(again.json.id).not.toBe(id)
  })

  test('a second captured payment is owed back, once', async () => {
    const { checkout, id, number } = await started()
    scene.sandbox.faults.set({ ...SILENT, targets: { [id]: { 'double-capture': true } } })
    const proof = await pay(scene.sandbox, id)
    const { amount, items } = checkout
    const verify = () => scene.shop.ask(scene.asha, 'POST', VERIFY, { ...proof, amount, items })
    expect((await verify()).status).toBe(200)
    expect((await verify()).status).toBe(200)
    const { row, refunds, payments } = await factsOf(scene.db, number)
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
  test('confirms an order that the server has verified, as often as asked', async () => {
    const paid = await paidAtGateway()
    await scene.shop.ask(scene.asha, 'POST', VERIFY, paid.verification)
    const first = await scene.shop.ask(scene.asha, 'POST', UPDATE, completing(paid))
    expect([first.status, first.json]).toEqual([200, { success: true, message: 'Order status updated' }])
    expect(await scene.shop.ask(scene.asha, 'POST', UPDATE, completing(paid))).toEqual(first)
  })

  // Shows D27.complete
  test('completes nothing that was not verified before', async () => {
    const paid = await paidAtGateway()
    const { status, json } = await scene.shop.ask(scene.asha, 'POST', UPDATE, completing(paid))
    expect([status, json.message]).toEqual([422, 'Failed to update order status'])
    expect((await factsOf(scene.db, paid.number)).row.status).toBe('created')
  })

  test('refuses a forged result', async () => {
    const paid = await paidAtGateway()
    await scene.shop.ask(scene.asha, 'POST', VERIFY, paid.verification)
    const forged = { ...paid.proof, razorpay_signature: 'f'.repeat(64) }
    const { status, json } = await scene.shop.ask(
      scene.asha,
      'POST',
      UPDATE,
      completing({ ...paid, proof: forged }),
    )
    expect([status, json.message]).toEqual([422, 'Invalid payment result received'])
  })

  test('refuses the result of another order', async () => {
    const paid = await paidAtGateway()
    const { number } = await started()
    const { status, json } = await scene.shop.ask(scene.asha, 'POST', UPDATE, completing({ ...paid, number }))
    expect([status, json.message]).toEqual([422, 'Invalid payment result received'])
    expect((await factsOf(scene.db, number)).row.status).toBe('created')
  })

  // Shows D27.complete
  test('refuses somebody else’s order', async () => {
    const paid = await paidAtGateway()
    await scene.shop.ask(scene.asha, 'POST', VERIFY, paid.verification)
    const ravi = await newUser(scene.db)
    const { status, json } = await scene.shop.ask(ravi, 'POST', UPDATE, completing(paid))
    expect([status, json.message]).toEqual([422, 'Failed to update order status'])
  })

  test.each(['refunded', 'cancelled', 'paid', ''])('sets no status “%s”', async (status) => {
    const paid = await paidAtGateway()
    const answer = await scene.shop.ask(scene.asha, 'POST', UPDATE, { ...completing(paid), status })
    expect(answer.status).toBe(400)
  })
})

describe('giving a payment up', () => {
  // Shows D32.late
  test('notes the dismissed dialog, which may still be paid', async () => {
    const { number, proof, verification } = await paidAtGateway()
    const { status, json } = await abandon(number, 'cancelled')
    expect([status, json]).toEqual([200, { success: true, status: 'cancelled' }])
    expect((await factsOf(scene.db, number)).row.status).toBe('cancelled')
    expect((await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)).status).toBe(200)
    expect((await factsOf(scene.db, number)).row).toMatchObject({
      status: 'completed',
      paymentId: proof.razorpay_payment_id,
    })
  })

  test('notes the bank’s refusal, and the same order can be paid at the next try', async () => {
    const { checkout, id, number } = await started()
    await pay(scene.sandbox, id, 'failure')
    expect((await abandon(number, 'failed')).json.status).toBe('failed')
    expect((await create(checkout)).json).toMatchObject({ id, order_number: number, paid: false })
    const proof = await pay(scene.sandbox, id)
    const { amount, items } = checkout
    expect((await scene.shop.ask(scene.asha, 'POST', VERIFY, { ...proof, amount, items })).status).toBe(200)
  })

  test('is no matter once the order is complete', async () => {
    const { number, verification } = await paidAtGateway()
    await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)
    const before = await factsOf(scene.db, number)
    expect((await abandon(number, 'cancelled')).json).toEqual({ success: true, status: 'completed' })
    expect(await factsOf(scene.db, number)).toEqual(before)
  })

  test('answers 404 for somebody else’s order, as for none', async () => {
    const { number } = await started()
    const ravi = await newUser(scene.db)
    const foreign = await abandon(number, 'cancelled', ravi)
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not-found'])
    expect(await abandon('SJ-0000000000000000', 'cancelled')).toEqual(foreign)
    expect((await factsOf(scene.db, number)).row.status).toBe('created')
  })
})

test('whoever tells of an end dozens of times in a minute is stopped, until the minute is over', async () => {
  const { number, verification } = await paidAtGateway()
  const unknown = 'SJ-0000000000000000'
  for (let told = 0; told < 60; told += 1) expect((await abandon(unknown, 'cancelled')).status).toBe(404)
  expect((await abandon(number, 'cancelled')).status).toBe(429)
  expect((await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)).status).toBe(429)
  passes(60_000)
  expect((await scene.shop.ask(scene.asha, 'POST', VERIFY, verification)).status).toBe(200)
})
