import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import type { ProductKey } from '#domain/product.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { savedAddress } from '#server/db/account-schema.ts'
import { gatewayOrder, order, orderLine } from '#server/db/schema.ts'
import type { User } from '#server/http.ts'
import type { Courier } from '#server/shipping/courier.ts'
import type { PaymentGateway } from '#server/gateway/gateway.ts'
import { createRazorpay } from '#server/gateway/razorpay.ts'
import {
  createActions,
  addressOf,
  readGatewayState,
  CHAIN_ANKLET,
  checkoutOf,
  readOrderFacts,
  itemOf,
  createTestServer,
  pay,
  SILENT,
  RING,
  setUpCheckout,
  SOLD_OUT,
  newUser,
  TEST_PAN,
} from './testing.ts'

const fixture = setUpCheckout()
const { startCheckout, payAtGateway, advance, reconcile } = createActions(fixture)

const CREATE = '/api/create-order'

const create = (body: object, who = fixture.asha) => fixture.server.request(who, 'POST', CREATE, body)
const ordersOf = (who: User) => fixture.db.select().from(order).where(eq(order.userId, who.id))

describe('creating an order', () => {
  // Shows 7.create-order, 9.paise, D26.order-first
  test('stores it with its lines and opens a gateway order for exactly its total', async () => {
    const { status, json } = await create(checkoutOf(fixture.asha))
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        id: expect.stringMatching(/^order_\w{14}$/),
        amount: 3_288_300,
        currency: 'INR',
        message: 'Order created.',
        order_number: expect.stringMatching(/^SJ-[0-9A-HJKMNP-TV-Z]{16}$/),
        paid: false,
      },
    ])
    const { row, steps } = await readOrderFacts(fixture.db, json.order_number)
    expect(row).toMatchObject({
      status: 'created',
      subtotal: 3_288_300,
      shipping: 0,
      total: 3_288_300,
      courierName: 'Delhivery Surface',
      weightMg: 500_000,
      shipTo: addressOf(fixture.asha),
      // The sandbox has test keys.
      isTest: true,
    })
    expect(steps).toEqual(['placed', 'gateway order opened'])
    const { orders } = await readGatewayState(fixture.sandbox)
    expect(orders.find(({ id }) => id === json.id)).toMatchObject({
      receipt: `${json.order_number}-1`,
      amount: 3_288_300,
    })
  })

  // Shows D9.below
  test('adds the rate of the chosen courier below the free-shipping threshold', async () => {
    const rates = await fixture.server.request(fixture.asha, 'POST', '/api/shipping/calculate', {
      pickup_postcode: '110059',
      delivery_postcode: '302003',
      weight: 0.5,
      items: [{ ...CHAIN_ANKLET, quantity: 2 }],
    })
    const { courier_company_id, rate } = rates.json.shippingRates[0]
    const items = [itemOf(CHAIN_ANKLET, 2)]
    const checkout = { items, amount: 230_000 + rate, courier_company_id }
    const { status, json } = await create(checkoutOf(fixture.asha, checkout))
    expect([status, json.amount]).toEqual([200, 230_000 + rate])
    expect((await readOrderFacts(fixture.db, json.order_number)).row).toMatchObject({
      subtotal: 230_000,
      shipping: rate,
    })
  })

  // Shows D8.server-decides
  test.each([
    ['a total without the shipping', { items: [itemOf(CHAIN_ANKLET)], amount: 115_000 }],
    ['a total of one rupee', { amount: 100 }],
    ['a paisa too much', { amount: 3_288_301 }],
    ['another price', { items: [{ ...itemOf(RING), price: 100 }] }],
    ['another price with a matching total', { items: [{ ...itemOf(RING), price: 100 }], amount: 100 }],
    ['a larger quantity than the total pays', { items: [itemOf(RING, 2)] }],
  ])('rejects %s, and stores nothing', async (_, changes) => {
    const { status, json } = await create(checkoutOf(fixture.asha, changes))
    expect([status, json]).toEqual([
      409,
      {
        success: false,
        code: 'prices-changed',
        message: 'Prices have changed. Please review your cart.',
      },
    ])
    expect(await ordersOf(fixture.asha)).toEqual([])
  })

  // Shows D12.server
  test.each([
    ['a product that is sold out', SOLD_OUT],
    ['an unknown product', { type: 'rings', id: 999 } as const],
  ])('rejects %s', async (_, key) => {
    const item = { ...key, name: 'A ring', price: 100, quantity: 1 }
    const { status, json } = await create(checkoutOf(fixture.asha, { items: [item], amount: 100 }))
    expect([status, json.code]).toEqual([409, 'cart-blocked'])
    expect(await ordersOf(fixture.asha)).toEqual([])
  })

  test('rejects a pincode that no courier serves', async () => {
    fixture.sandbox.faults.set({ ...SILENT, rates: { 'courier-no-service': 1 } })
    const { status, json } = await create(checkoutOf(fixture.asha))
    expect([status, json.message]).toEqual([422, 'No shipping options available'])
    expect(await ordersOf(fixture.asha)).toEqual([])
  })

  test('rejects a courier that does not serve the pincode, also with free shipping', async () => {
    const { status, json } = await create(checkoutOf(fixture.asha, { courier_company_id: 4711 }))
    expect([status, json.code]).toEqual([422, 'not-serviceable'])
  })

  test('reports unreachable couriers', async () => {
    fixture.sandbox.faults.set({ ...SILENT, rates: { 'courier-5xx': 1 } })
    const { status, json } = await create(checkoutOf(fixture.asha))
    expect([status, json.message]).toEqual([503, 'Failed to fetch shipping rates'])
  })

  test.each([
    ['an unknown field', { discount: 100 }],
    ['an unknown field of a line', { items: [{ ...itemOf(RING), discount: 1 }] }],
    ['no items', { items: [] }],
    ['no quantity', { items: [itemOf(RING, 0)] }],
    ['a fractional quantity', { items: [itemOf(RING, 1.5)] }],
    ['the same product twice', { items: [itemOf(RING), itemOf(RING)] }],
    ['a fractional amount', { amount: 3_288_300.5 }],
    ['an amount as text', { amount: '3288300' }],
    ['a negative amount', { amount: -1 }],
    ['a fractional cart generation', { cart_generation: 0.5 }],
    [
      'a pincode of letters',
      { address: { ...addressOf({ id: '', name: '', email: 'a@example.in' }), pincode: 'abcdef' } },
    ],
    [
      'half of a sign',
      { address: { ...addressOf({ id: '', name: '', email: 'a@example.in' }), city: 'Jai\ud83dpur' } },
    ],
    [
      'a control character',
      { address: { ...addressOf({ id: '', name: '', email: 'a@example.in' }), city: 'Jai\u0000pur' } },
    ],
    ['a blank name', { address: { ...addressOf({ id: '', name: '', email: 'a@example.in' }), name: '  ' } }],
  ])('rejects %s', async (_, changes) => {
    const { status, json } = await create(checkoutOf(fixture.asha, changes))
    expect([status, json.success, json.code]).toEqual([400, false, 'invalid-request'])
    expect(await ordersOf(fixture.asha)).toEqual([])
  })

  // Shows 7.bearer, 6.token
  test('rejects bodies that are not JSON or too large, and requires a sign-in', async () => {
    const headers = { authorization: `Bearer ${fixture.asha.id}`, 'content-type': 'application/json' }
    const send = (body: string, own: Record<string, string> = headers) =>
      fixture.server.send(CREATE, { method: 'POST', body, headers: own })
    expect(await send('{"amount":')).toMatchObject({ status: 400, json: { code: 'invalid-request' } })
    expect(await send(' '.repeat(70_000))).toMatchObject({ status: 413, json: { code: 'too-large' } })
    expect(await send('a=1', { ...headers, 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      json: { code: 'unsupported-media-type' },
    })
    expect(await fixture.server.request(null, 'POST', CREATE, checkoutOf(fixture.asha))).toMatchObject({
      status: 401,
      json: { message: 'Authentication required' },
    })
    expect(await ordersOf(fixture.asha)).toEqual([])
  })

  test('is limited per minute', async () => {
    const checkout = checkoutOf(fixture.asha, { amount: 1 })
    for (let count = 0; count < 30; count += 1) expect((await create(checkout)).status).toBe(409)
    expect((await create(checkout)).status).toBe(429)
  })
})

describe('starting the same checkout again', () => {
  test('returns the same order and the same gateway order', async () => {
    const checkout = checkoutOf(fixture.asha)
    const first = await create(checkout)
    const second = await create(checkout)
    expect(second).toEqual(first)
  })

  test('returns one order and one gateway order on five concurrent requests', async () => {
    const checkout = checkoutOf(fixture.asha)
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => create(checkout)))
    const [first] = responses
    for (const each of responses) expect(each).toEqual(first)
    expect(await ordersOf(fixture.asha)).toHaveLength(1)
    const { orders } = await readGatewayState(fixture.sandbox)
    expect(orders.filter(({ receipt }) => receipt === `${first?.json.order_number}-1`)).toHaveLength(1)
  })

  test('creates one order for each of two users with the same purchase', async () => {
    const ravi = await newUser(fixture.db)
    const checkout = checkoutOf(fixture.asha)
    const hers = await create(checkout)
    const his = await create(checkout, ravi)
    expect(his.json.order_number).not.toBe(hers.json.order_number)
  })

  test.each([
    ['another quantity', { items: [itemOf(RING, 2)], amount: 6_576_600 }],
    ['another courier', { courier_company_id: 51 }],
    ['another address', { address: { ...addressOf({ id: '', name: '', email: 'b@example.in' }) } }],
  ])('with %s returns another order', async (_, changes) => {
    const checkout = checkoutOf(fixture.asha)
    const first = await create(checkout)
    const second = await create({ ...checkout, ...changes })
    expect(second.json.order_number).not.toBe(first.json.order_number)
    expect(await ordersOf(fixture.asha)).toHaveLength(2)
  })

  test('reports the order as paid if both the verify call and the webhooks were lost', async () => {
    const { checkout, id, number } = await payAtGateway()
    const { status, json } = await create(checkout)
    expect([status, json]).toMatchObject([200, { paid: true, id, order_number: number }])
    expect((await readOrderFacts(fixture.db, number)).row.status).toBe('completed')
  })

  test('replaces an unpaid order after a day', async () => {
    const { checkout, number } = await startCheckout()
    fixture.server.clock.now = addMs(fixture.server.clock.now, DAY_MS)
    const { status, json } = await create(checkout)
    expect(status).toBe(200)
    expect(json.order_number).not.toBe(number)
    expect((await create(checkout)).json.order_number).toBe(json.order_number)
  })
})

describe('buying the same products again', () => {
  /** Completes the order without the page's knowledge. */
  async function boughtUnheard() {
    const { checkout, number } = await payAtGateway()
    await create(checkout)
    return { checkout: { ...checkout, cart_generation: 0 }, number }
  }

  test('places a second order with its own payment once the first has emptied the cart', async () => {
    const { checkout, number } = await boughtUnheard()
    const { status, json } = await create({ ...checkout, cart_generation: 1 })
    expect([status, json.paid]).toEqual([200, false])
    expect(json.order_number).not.toBe(number)
  })

  test('reports the completed order to a tab with the old cart, even a month later', async () => {
    const { checkout, number } = await boughtUnheard()
    fixture.server.clock.now = addMs(fixture.server.clock.now, 30 * DAY_MS)
    expect((await create(checkout)).json).toMatchObject({ paid: true, order_number: number })
    expect(await ordersOf(fixture.asha)).toHaveLength(1)
  })

  test.each([
    ['another courier', { courier_company_id: 51 }],
    ['another quantity', { items: [itemOf(RING, 2)], amount: 6_576_600 }],
  ])('is rejected with %s in a tab with the former cart', async (_, changes) => {
    const { checkout } = await boughtUnheard()
    const { status, json } = await create({ ...checkout, ...changes })
    expect([status, json.code]).toEqual([409, 'already-ordered'])
    expect(await ordersOf(fixture.asha)).toHaveLength(1)
  })

  test('places a new order if the gateway has rejected requests about the open one, for example after a change of keys', async () => {
    const { checkout, number } = await startCheckout()
    await fixture.db
      .update(gatewayOrder)
      .set({ gatewayOrderId: `order_Foreign${number.slice(-7)}`, receipt: `${number}-foreign` })
      .where(eq(gatewayOrder.orderNumber, number))
    expect((await create(checkout)).status).toBe(503)
    advance(HOUR_MS)
    await reconcile()
    advance(DAY_MS)
    const { status, json } = await create(checkout)
    expect([status, json.paid]).toEqual([200, false])
    expect(json.order_number).not.toBe(number)
  })

  test('is rejected for an open order of a cart that another order has emptied', async () => {
    const { checkout } = await startCheckout()
    const elsewhere = { ...checkout, courier_company_id: 51 }
    const { json } = await create(elsewhere)
    await pay(fixture.sandbox, json.id)
    expect((await create(elsewhere)).json.paid).toBe(true)
    const left = await create({ ...checkout, cart_generation: 0 })
    expect([left.status, left.json.code]).toEqual([409, 'already-ordered'])
  })
})

describe('a request with only the required fields', () => {
  const bareItem = (key: ProductKey) => {
    const { id, name, price, quantity } = itemOf(key)
    return { id, name, price, quantity }
  }
  const bare = (key: ProductKey) => ({ amount: itemOf(key).price, items: [bareItem(key)] })

  test('ships to the last used address by the cheapest courier', async () => {
    await fixture.db
      .insert(savedAddress)
      .values({ userId: fixture.asha.id, address: addressOf(fixture.asha), usedAt: new Date() })
    const { status, json } = await create(bare(RING))
    expect(status).toBe(200)
    const { row } = await readOrderFacts(fixture.db, json.order_number)
    expect(row).toMatchObject({ total: 3_288_300, shipTo: addressOf(fixture.asha) })
    expect((await create(bare(RING))).json.order_number).toBe(json.order_number)
  })

  test('finds an earring and an anklet with the same id by their names', async () => {
    const items = [bareItem({ type: 'tops', id: 1 }), bareItem({ type: 'anklet', id: 1 })]
    const amount = items.reduce((total, { price }) => total + price, 0)
    const { status, json } = await create({ amount, items })
    expect(status).toBe(200)
    const lines = await fixture.db
      .select()
      .from(orderLine)
      .where(eq(orderLine.orderNumber, json.order_number))
    expect(lines.map(({ type }) => type).toSorted()).toEqual(['anklet', 'tops'])
  })

  test('is accepted without an address if shipping is free', async () => {
    const { status, json } = await create(bare(RING))
    expect(status).toBe(200)
    const { row } = await readOrderFacts(fixture.db, json.order_number)
    expect(row).toMatchObject({ courierName: 'Courier to be arranged', shipping: 0 })
  })

  test('is rejected without an address if shipping is charged', async () => {
    const { status, json } = await create(bare(CHAIN_ANKLET))
    expect([status, json.message]).toEqual([400, 'Address is required'])
  })

  test('is verified and completed by its gateway order id', async () => {
    const created = await create(bare(RING))
    const proof = await pay(fixture.sandbox, created.json.id)
    const verified = await fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', {
      ...proof,
      ...bare(RING),
    })
    expect([verified.status, verified.json.success]).toEqual([200, true])
    const updated = await fixture.server.request(fixture.asha, 'POST', '/api/update-order-status', {
      orderId: created.json.id,
      status: 'completed',
      paymentDetails: proof,
    })
    expect(updated.status).toBe(200)
    expect((await readOrderFacts(fixture.db, created.json.order_number)).row.status).toBe('completed')
  })

  test('is rejected with another amount', async () => {
    expect((await create({ ...bare(RING), amount: 100 })).json.code).toBe('prices-changed')
  })
})

describe('the price of a started payment', () => {
  /** ₹1,150.00 and a courier with a variable rate. */
  async function startedAt(ratePaise: number) {
    let currentRate = ratePaise
    const courier: Courier = {
      fetchRates: async () => ({
        ok: true,
        value: {
          rates: [
            { courierId: 43, courierName: 'Delhivery Surface', estimatedDays: 4, rate: paise(currentRate) },
          ],
          city: 'Jaipur',
        },
      }),
    }
    fixture.server = createTestServer(fixture.db, fixture.sandbox, { courier })
    const checkout = checkoutOf(fixture.asha, { items: [itemOf(CHAIN_ANKLET)], amount: 115_000 + ratePaise })
    const { json } = await create(checkout)
    return {
      again: () => create(checkout),
      /** As the page does once the shopper has seen the new total. */
      agreeingTo: (rate: number) => create({ ...checkout, amount: 115_000 + rate }),
      first: json,
      courierAsks: (newRate: number) => {
        currentRate = newRate
      },
    }
  }
  const CHANGED = { status: 409, json: { code: 'prices-changed' } }

  test('stays valid for a quarter of an hour after a rise', async () => {
    const { again, first, courierAsks } = await startedAt(5720)
    courierAsks(6000)
    fixture.server.clock.now = addMs(fixture.server.clock.now, 15 * MINUTE_MS - 1)
    expect((await again()).json).toEqual(first)
    expect(first.amount).toBe(120_720)
  })

  test('needs consent to a rise after that', async () => {
    const { again, agreeingTo, first, courierAsks } = await startedAt(5720)
    courierAsks(6000)
    fixture.server.clock.now = addMs(fixture.server.clock.now, 15 * MINUTE_MS)
    expect(await again()).toMatchObject(CHANGED)
    const agreed = await agreeingTo(6000)
    expect(agreed).toMatchObject({ status: 200, json: { amount: 121_000 } })
    expect(agreed.json.order_number).not.toBe(first.order_number)
  })

  test('falls at once', async () => {
    const { again, agreeingTo, courierAsks } = await startedAt(5720)
    courierAsks(5000)
    expect(await again()).toMatchObject(CHANGED)
    expect(await agreeingTo(5000)).toMatchObject({ status: 200, json: { amount: 120_000 } })
  })

  test('is never more than the shopper sees, although it was higher a moment ago', async () => {
    const { agreeingTo, courierAsks } = await startedAt(5720)
    courierAsks(5000)
    expect(await agreeingTo(5720)).toMatchObject(CHANGED)
  })

  test('stays the same while nothing has changed', async () => {
    const { again, first } = await startedAt(5720)
    fixture.server.clock.now = addMs(fixture.server.clock.now, HOUR_MS)
    expect((await again()).json).toEqual(first)
  })
})

describe('when a response of the gateway is lost', () => {
  test('keeps the order, reports the outage, and finds the gateway order by its receipt on a retry', async () => {
    const checkout = checkoutOf(fixture.asha)
    fixture.sandbox.faults.set({ ...SILENT, rates: { ...SILENT.rates, 'api-dropped': 1 } })
    const lost = await create(checkout)
    expect([lost.status, lost.json.code]).toEqual([503, 'provider-unavailable'])
    expect(lost.json.message).toBe('The payment service did not answer. Please try again in a moment.')

    fixture.sandbox.faults.set(SILENT)
    const { status, json } = await create(checkout)
    expect(status).toBe(200)
    const { orders } = await readGatewayState(fixture.sandbox)
    expect(orders.filter(({ receipt }) => receipt === `${json.order_number}-1`)).toHaveLength(1)
  })

  test('reports an amount above the limit of the gateway account as rejected', async () => {
    // Ninety-nine gold kadas of ₹1,44,375.00; the sandbox takes a crore at most.
    const item = itemOf({ type: 'bangles', id: 100 }, 99)
    const { status, json } = await create(
      checkoutOf(fixture.asha, { items: [item], amount: item.price * 99, pan: TEST_PAN }),
    )
    expect([status, json.message]).toEqual([
      503,
      'The payment service could not open this payment. Please contact us.',
    ])
  })

  // Shows D26.order-first
  test('resumes an order after a crash between storing it and calling the gateway', async () => {
    const crash = new Error('The process was killed')
    const crashing = createTestServer(fixture.db, fixture.sandbox, {
      gateway: (real): PaymentGateway => ({ ...real, createOrder: () => Promise.reject(crash) }),
    })
    const checkout = checkoutOf(fixture.asha)
    expect((await crashing.request(fixture.asha, 'POST', CREATE, checkout)).status).toBe(500)
    const [left] = await ordersOf(fixture.asha)
    const { json } = await create(checkout)
    expect(json.order_number).toBe(left?.number)
  })

  test('raises an alert if the gateway rejects the API keys', async () => {
    const rejecting = createTestServer(fixture.db, fixture.sandbox, {
      gateway: () =>
        createRazorpay({
          ...fixture.sandbox.razorpay,
          checkoutScriptUrl: fixture.sandbox.razorpay.scriptUrl,
          keySecret: 'not-the-secret',
        }),
    })
    const checkout = checkoutOf(fixture.asha)
    expect((await rejecting.request(fixture.asha, 'POST', CREATE, checkout)).status).toBe(503)
    expect(rejecting.logged.join()).toContain('gateway.keys-rejected')
  })

  test('returns one gateway order from two servers at the same time', async () => {
    const other = createTestServer(fixture.db, fixture.sandbox)
    const checkout = checkoutOf(fixture.asha)
    const [one, two] = await Promise.all([
      create(checkout),
      other.request(fixture.asha, 'POST', CREATE, checkout),
    ])
    expect(one.json).toEqual(two.json)
    expect(await ordersOf(fixture.asha)).toHaveLength(1)
  })
})
