import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addMs, DAY_MS } from '#domain/time.ts'
import { order, orderEvent } from '#server/db/schema.ts'
import { createActions, setUpCheckout, newUser } from '#server/checkout/testing.ts'

const fixture = setUpCheckout()
const { startCheckout, payAtGateway, dismiss } = createActions(fixture)

const VERIFY = '/api/verify-payment'

const create = (body: object, who = fixture.asha) =>
  fixture.server.request(who, 'POST', '/api/create-order', body)

// Shows D33.private
describe('the orders of the account', () => {
  const read = (path: string, who = fixture.asha) => fixture.server.request(who, 'GET', path)

  test('show the agreed terms, and the state', async () => {
    const { number, checkout, verification, proof } = await payAtGateway()
    await fixture.server.request(fixture.asha, 'POST', VERIFY, verification)
    const { status, json } = await read(`/api/orders/${number}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      number,
      status: 'completed',
      lines: [{ type: 'rings', id: 801, quantity: 1, unitPrice: 3_288_300, total: 3_288_300 }],
      total: 3_288_300,
      paymentId: proof.razorpay_payment_id,
      shipTo: checkout.address,
    })
    const {
      history,
      isCancellable,
      cancellableLines,
      isBeingCancelled,
      documents,
      hasTaxDocuments,
      ...listed
    } = json
    expect(isCancellable).toBe(true)
    expect([cancellableLines, isBeingCancelled, documents, hasTaxDocuments]).toEqual([[], false, [], false])
    expect((await read('/api/orders')).json.orders).toEqual([listed])
    expect(history.map(({ step }: { step: string }) => step)).toEqual(['placed', 'completed'])
    expect(history[0].at).toBe(json.placedAt)
  })

  test('show failed attempts, each kind once in a row', async () => {
    const { number, checkout } = await startCheckout()
    await dismiss(number, 'cancelled')
    await create(checkout)
    await create(checkout)
    await dismiss(number, 'failed')
    const { history, money } = (await read(`/api/orders/${number}`)).json
    expect(history.map(({ step }: { step: string }) => step)).toEqual([
      'placed',
      'dismissed',
      'payment resumed',
      'payment failed',
    ])
    expect(money).toMatchObject([{ stage: 'payment not observed' }])
  })

  test('are listed newest first', async () => {
    const first = await startCheckout()
    fixture.server.clock.now = addMs(fixture.server.clock.now, 1000)
    const second = await startCheckout()
    const { json } = await read('/api/orders')
    expect(json.orders.map(({ number }: { number: string }) => number)).toEqual([second.number, first.number])
  })

  test('are listed by pages, each order exactly once', async () => {
    const newest = await startCheckout()
    const [row] = await fixture.db.select().from(order).where(eq(order.number, newest.number))
    if (!row) throw new Error('The order is in the database')
    const placedAt = fixture.server.clock.now
    // Some with the same time.
    const rows = Array.from({ length: 44 }, (_, index) => ({
      ...row,
      number: `SJ-${String(index).padStart(16, '0')}`,
      checkoutId: randomUUID(),
      placedAt: addMs(placedAt, -1000 * Math.ceil((44 - index) / 5)),
    }))
    await fixture.db.insert(order).values(rows)
    const listed: string[] = []
    const sizes: number[] = []
    let path: string | null = '/api/orders'
    while (path !== null) {
      const { json } = await read(path)
      listed.push(...json.orders.map(({ number }: { number: string }) => number))
      sizes.push(json.orders.length)
      path = json.olderThan ? `/api/orders/${json.olderThan}/older` : null
    }
    expect(listed).toEqual([newest.number, ...rows.map(({ number }) => number).toReversed()])
    expect(sizes).toEqual([20, 20, 5])
  })

  test('respond 404 for those before an order of another user', async () => {
    const { number } = await startCheckout()
    const ravi = await newUser(fixture.db)
    expect((await read(`/api/orders/${number}/older`, ravi)).status).toBe(404)
    expect((await read('/api/orders/SJ-%F0%9F%92%8D/older')).status).toBe(404)
  })

  test('show where the money of an unpaid order is, and until when', async () => {
    const { number } = await startCheckout()
    const { orders } = (await read('/api/orders')).json
    expect(orders).toMatchObject([
      { number, money: [{ stage: 'payment not observed', amount: orders[0].total }] },
    ])
    expect(Date.parse(orders[0].money[0].resolvedBy)).toBeGreaterThan(fixture.server.clock.now.getTime())
  })

  test('hide expired orders', async () => {
    await startCheckout()
    expect((await read('/api/orders')).json.orders).toHaveLength(1)
    fixture.server.clock.now = addMs(fixture.server.clock.now, 3 * DAY_MS)
    expect((await read('/api/orders')).json.orders).toEqual([])
  })

  test('respond 404 for an order of another user, as for none', async () => {
    const { number } = await startCheckout()
    const ravi = await newUser(fixture.db)
    const foreign = await read(`/api/orders/${number}`, ravi)
    expect([foreign.status, foreign.json.message]).toEqual([404, 'Order not found'])
    expect(await read('/api/orders/SJ-0000000000000000', ravi)).toEqual(foreign)
    expect((await read('/api/orders', ravi)).json.orders).toEqual([])
  })

  test.each(['SJ-%F0%9F%92%8D', '..%2Faccount', 'SJ-0'])('respond 404 for “%s”', async (number) => {
    expect((await read(`/api/orders/${number}`)).status).toBe(404)
  })

  test('require a sign-in', async () => {
    expect((await fixture.server.request(null, 'GET', '/api/orders')).status).toBe(401)
  })
})

test('the events of an order cannot be changed', async () => {
  const { number } = await startCheckout()
  const entry = and(eq(orderEvent.orderNumber, number), eq(orderEvent.event, 'placed'))
  const rejected = { cause: { message: 'the ledger of an order is append-only' } }
  await expect(fixture.db.update(orderEvent).set({ source: 'nobody' }).where(entry)).rejects.toMatchObject(
    rejected,
  )
  await expect(fixture.db.delete(orderEvent).where(entry)).rejects.toMatchObject(rejected)
})
