import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { order } from '#server/db/schema.ts'
import type { Person } from '#server/http.ts'
import type { Courier } from '#server/shipping/courier.ts'
import { openTestDatabase } from '#server/testing.ts'
import type { PaymentGateway } from './gateway.ts'
import { later } from './timing.ts'
import {
  addressOf,
  booksOf,
  CHAIN_ANKLET,
  checkoutOf,
  factsOf,
  itemOf,
  openCheckoutShop,
  pay,
  RING,
  SITE_URL,
  SOLD_OUT,
  somebody,
  type CheckoutShop,
} from './testing.ts'

let database: OpenDatabase
let sandbox: Sandbox
let shop: CheckoutShop
let asha: Person

/** Webhooks are the matter of healing.test.ts. */
const QUIET = { rates: { 'webhook-never': 1 } } as const

beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['razorpay', 'shiprocket'] })
}, 60_000)
afterAll(async () => {
  await sandbox.close()
  await database.close()
})
beforeEach(async () => {
  shop = openCheckoutShop(database.db, sandbox)
  asha = await somebody(database.db)
  sandbox.faults.set(QUIET)
})
afterEach(() => {
  sandbox.faults.set(QUIET)
})

const CREATE = '/api/create-order'
const VERIFY = '/api/verify-payment'
const UPDATE = '/api/update-order-status'
const ABANDON = '/api/abandon-payment'

const create = (body: object, who = asha) => shop.ask(who, 'POST', CREATE, body)
const ordersOf = (who: Person) => database.db.select().from(order).where(eq(order.userId, who.id))

/** An order of the ring with a dialog open for it. */
async function started(who = asha) {
  const checkout = checkoutOf(who)
  const { json } = await create(checkout, who)
  return { checkout, id: String(json.id), number: String(json.order_number) }
}

/** The same, paid at the gateway, and the shop not told yet. */
async function paidAtGateway(who = asha) {
  const opened = await started(who)
  const proof = await pay(sandbox, opened.id)
  const { amount, items } = opened.checkout
  return { ...opened, proof, verification: { ...proof, amount, items } }
}

describe('creating an order', () => {
  // Shows 7.create-order, 9.paise, D26.order-first
  test('writes it with its lines and opens a gateway order for exactly its total', async () => {
    const { status, json } = await create(checkoutOf(asha))
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        id: expect.stringMatching(/^order_\w{14}$/),
        amount: 3_288_300,
        currency: 'INR',
        message: 'Order created.',
        order_number: expect.stringMatching(/^SJ-[0-9A-HJKMNP-TV-Z]{16}$/),
        key: sandbox.razorpay.keyId,
        paid: false,
      },
    ])
    const { row, steps } = await factsOf(database.db, json.order_number)
    expect(row).toMatchObject({
      status: 'created',
      subtotal: 3_288_300,
      shipping: 0,
      total: 3_288_300,
      courierName: 'Delhivery Surface',
      weightMg: 500_000,
      shipTo: addressOf(asha),
    })
    expect(steps).toEqual(['placed', 'gateway order opened'])
    const { orders } = await booksOf(sandbox)
    expect(orders.find(({ id }) => id === json.id)).toMatchObject({
      receipt: `${json.order_number}-1`,
      amount: 3_288_300,
    })
  })

  // Shows D9.below
  test('adds the rate of the chosen courier below the free-shipping threshold', async () => {
    const rates = await shop.ask(asha, 'POST', '/api/shipping/calculate', {
      pickup_postcode: '110059',
      delivery_postcode: '302003',
      weight: 0.5,
      items: [{ ...CHAIN_ANKLET, quantity: 2 }],
    })
    const { courier_company_id, rate } = rates.json.shippingRates[0]
    const items = [itemOf(CHAIN_ANKLET, 2)]
    const wanted = { items, amount: 230_000 + rate, courier_company_id }
    const { status, json } = await create(checkoutOf(asha, wanted))
    expect([status, json.amount]).toEqual([200, 230_000 + rate])
    expect((await factsOf(database.db, json.order_number)).row).toMatchObject({
      subtotal: 230_000,
      shipping: rate,
    })
  })

  // Shows D8.server-decides
  test.each([
    ['a total that leaves out the shipping', { items: [itemOf(CHAIN_ANKLET)], amount: 115_000 }],
    ['a total of one rupee', { amount: 100 }],
    ['a paisa too much', { amount: 3_288_301 }],
    ['a price of its own', { items: [{ ...itemOf(RING), price: 100 }] }],
    ['a price of its own with a total to match', { items: [{ ...itemOf(RING), price: 100 }], amount: 100 }],
    ['more pieces than the total pays', { items: [itemOf(RING, 2)] }],
  ])('refuses %s, and writes nothing', async (_, changes) => {
    const { status, json } = await create(checkoutOf(asha, changes))
    expect([status, json]).toEqual([
      409,
      {
        success: false,
        code: 'prices-changed',
        message: 'Prices have changed. Please review your cart.',
      },
    ])
    expect(await ordersOf(asha)).toEqual([])
  })

  // Shows D12.server
  test.each([
    ['a piece that is sold out', SOLD_OUT],
    ['a piece the shop does not have', { type: 'rings', id: 999 } as const],
  ])('refuses %s', async (_, key) => {
    const item = { ...key, name: 'A ring', price: 100, quantity: 1 }
    const { status, json } = await create(checkoutOf(asha, { items: [item], amount: 100 }))
    expect([status, json.code]).toEqual([409, 'cart-blocked'])
    expect(await ordersOf(asha)).toEqual([])
  })

  test('refuses a pincode that no courier serves', async () => {
    sandbox.faults.set({ ...QUIET, rates: { 'courier-no-service': 1 } })
    const { status, json } = await create(checkoutOf(asha))
    expect([status, json.message]).toEqual([422, 'No shipping options available'])
    expect(await ordersOf(asha)).toEqual([])
  })

  test('refuses a courier who does not go there, also where shipping is free', async () => {
    const { status, json } = await create(checkoutOf(asha, { courier_company_id: 4711 }))
    expect([status, json.code]).toEqual([422, 'not-serviceable'])
  })

  test('says so when the couriers do not answer', async () => {
    sandbox.faults.set({ ...QUIET, rates: { 'courier-5xx': 1 } })
    const { status, json } = await create(checkoutOf(asha))
    expect([status, json.message]).toEqual([424, 'Failed to fetch shipping rates'])
  })

  test.each([
    ['an unknown field', { discount: 100 }],
    ['an unknown field of a line', { items: [{ ...itemOf(RING), discount: 1 }] }],
    ['no items', { items: [] }],
    ['no quantity', { items: [itemOf(RING, 0)] }],
    ['a broken quantity', { items: [itemOf(RING, 1.5)] }],
    ['the same piece twice', { items: [itemOf(RING), itemOf(RING)] }],
    ['a broken amount', { amount: 3_288_300.5 }],
    ['an amount as text', { amount: '3288300' }],
    ['a negative amount', { amount: -1 }],
    ['a checkout id that is none', { checkout_id: 'mine' }],
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
  ])('refuses %s', async (_, changes) => {
    const { status, json } = await create(checkoutOf(asha, changes))
    expect([status, json.success, json.code]).toEqual([400, false, 'invalid-request'])
    expect(await ordersOf(asha)).toEqual([])
  })

  // Shows 6.token
  test('refuses what is not JSON, what is too large, and whoever is not signed in', async () => {
    const headers = { authorization: `Bearer ${asha.id}`, 'content-type': 'application/json' }
    const send = (body: string, own: Record<string, string> = headers) =>
      shop.send(CREATE, { method: 'POST', body, headers: own })
    expect(await send('{"amount":')).toMatchObject({ status: 400, json: { code: 'invalid-request' } })
    expect(await send(' '.repeat(70_000))).toMatchObject({ status: 413, json: { code: 'too-large' } })
    expect(await send('a=1', { ...headers, 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      json: { code: 'unsupported-media-type' },
    })
    expect(await shop.ask(null, 'POST', CREATE, checkoutOf(asha))).toMatchObject({
      status: 401,
      json: { message: 'Authentication required' },
    })
    expect(await ordersOf(asha)).toEqual([])
  })

  test('stops whoever asks dozens of times in a minute', async () => {
    const wanted = checkoutOf(asha, { amount: 1 })
    for (let asked = 0; asked < 30; asked += 1) expect((await create(wanted)).status).toBe(409)
    expect((await create(wanted)).status).toBe(429)
  })
})

describe('starting the same checkout again', () => {
  test('gives the same order and the same gateway order', async () => {
    const checkout = checkoutOf(asha)
    const first = await create(checkout)
    const second = await create(checkout)
    expect(second).toEqual(first)
  })

  test('gives one order and one gateway order when pressed five times at once', async () => {
    const checkout = checkoutOf(asha)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(checkout)))
    const [first] = answers
    for (const each of answers) expect(each).toEqual(first)
    expect(await ordersOf(asha)).toHaveLength(1)
    const { orders } = await booksOf(sandbox)
    expect(orders.filter(({ receipt }) => receipt === `${first?.json.order_number}-1`)).toHaveLength(1)
  })

  test('gives two people with one checkout id an order each', async () => {
    const ravi = await somebody(database.db)
    const checkout_id = randomUUID()
    const hers = await create(checkoutOf(asha, { checkout_id }))
    const his = await create(checkoutOf(ravi, { checkout_id }), ravi)
    expect(his.json.order_number).not.toBe(hers.json.order_number)
  })

  test.each([
    ['another quantity', { items: [itemOf(RING, 2)], amount: 6_576_600 }],
    ['another courier', { courier_company_id: 51 }],
    ['another address', { address: { ...addressOf({ id: '', name: '', email: 'b@example.in' }) } }],
  ])('is a conflict with %s, so that the browser starts a new one', async (_, changes) => {
    const checkout = checkoutOf(asha)
    await create(checkout)
    const { status, json } = await create({ ...checkout, ...changes })
    expect([status, json.code, json.message]).toEqual([
      409,
      'conflict',
      'Your cart has changed since this payment was started.',
    ])
    expect(await ordersOf(asha)).toHaveLength(1)
  })

  test('after paying says that it is paid, although handler and webhooks were lost', async () => {
    const { checkout, id, number } = await paidAtGateway()
    const { status, json } = await create(checkout)
    expect([status, json]).toMatchObject([200, { paid: true, id, order_number: number }])
    expect((await factsOf(database.db, number)).row.status).toBe('completed')
  })

  test('after paying says so even where the cart has changed, so that nobody pays twice', async () => {
    const { checkout, number } = await paidAtGateway()
    const { json } = await create({ ...checkout, courier_company_id: 51 })
    expect(json).toMatchObject({ paid: true, order_number: number })
  })

  test('a day later starts anew', async () => {
    const { checkout } = await started()
    shop.clock.now = later(shop.clock.now, 24 * 3_600_000)
    const { status, json } = await create(checkout)
    expect([status, json.code]).toEqual([409, 'conflict'])
  })
})

describe('the price of a payment that was started', () => {
  /** ₹1,150.00 and a courier who asks what he likes. */
  async function startedAt(ratePaise: number) {
    let asks = ratePaise
    const courier: Courier = {
      ratesFor: async () => ({
        ok: true,
        rates: [{ courierId: 43, courierName: 'Delhivery Surface', estimatedDays: 4, rate: paise(asks) }],
      }),
    }
    shop = openCheckoutShop(database.db, sandbox, { courier })
    const checkout = checkoutOf(asha, { items: [itemOf(CHAIN_ANKLET)], amount: 115_000 + ratePaise })
    const { json } = await create(checkout)
    return {
      again: () => create(checkout),
      /** As the page does once the shopper has seen the new total: another total is another checkout. */
      agreeingTo: (rate: number) =>
        create({ ...checkout, checkout_id: randomUUID(), amount: 115_000 + rate }),
      first: json,
      courierAsks: (newRate: number) => {
        asks = newRate
      },
    }
  }
  const CHANGED = { status: 409, json: { code: 'prices-changed' } }

  test('stands for a quarter of an hour though it would be dearer now', async () => {
    const { again, first, courierAsks } = await startedAt(5720)
    courierAsks(6000)
    shop.clock.now = later(shop.clock.now, 15 * 60_000 - 1)
    expect((await again()).json).toEqual(first)
    expect(first.amount).toBe(120_720)
  })

  test('needs consent to a rise after that, and is the new one once the shopper agrees', async () => {
    const { again, agreeingTo, first, courierAsks } = await startedAt(5720)
    courierAsks(6000)
    shop.clock.now = later(shop.clock.now, 15 * 60_000)
    expect(await again()).toMatchObject(CHANGED)
    const agreed = await agreeingTo(6000)
    expect(agreed).toMatchObject({ status: 200, json: { amount: 121_000 } })
    expect(agreed.json.order_number).not.toBe(first.order_number)
  })

  test('is not kept where it would be cheaper now: the fall is the shopper’s at once', async () => {
    const { again, agreeingTo, courierAsks } = await startedAt(5720)
    courierAsks(5000)
    expect(await again()).toMatchObject(CHANGED)
    expect(await agreeingTo(5000)).toMatchObject({ status: 200, json: { amount: 120_000 } })
  })

  test('is never more than what the shopper sees, though it stood at more a moment ago', async () => {
    const { agreeingTo, courierAsks } = await startedAt(5720)
    courierAsks(5000)
    expect(await agreeingTo(5720)).toMatchObject(CHANGED)
  })

  test('goes on being the price while nothing has changed', async () => {
    const { again, first } = await startedAt(5720)
    shop.clock.now = later(shop.clock.now, 60 * 60_000)
    expect((await again()).json).toEqual(first)
  })
})

describe('when an answer of the gateway is lost', () => {
  test('the order stays, the shopper is told, and the next press finds the gateway order by its receipt', async () => {
    const checkout = checkoutOf(asha)
    sandbox.faults.set({ ...QUIET, rates: { ...QUIET.rates, 'api-dropped': 1 } })
    const lost = await create(checkout)
    expect([lost.status, lost.json.code]).toEqual([424, 'provider-unavailable'])
    expect(lost.json.message).toBe('The payment service did not answer. Please try again in a moment.')

    sandbox.faults.set(QUIET)
    const { status, json } = await create(checkout)
    expect(status).toBe(200)
    const { orders } = await booksOf(sandbox)
    expect(orders.filter(({ receipt }) => receipt === `${json.order_number}-1`)).toHaveLength(1)
  })

  test('an amount above the limit of the gateway account is said to be refused', async () => {
    // Ninety-nine gold kadas of ₹1,44,375.00; the sandbox takes a crore at most.
    const item = itemOf({ type: 'bangles', id: 100 }, 99)
    const { status, json } = await create(checkoutOf(asha, { items: [item], amount: item.price * 99 }))
    expect([status, json.message]).toEqual([
      424,
      'The payment service could not open this payment. Please contact us.',
    ])
  })

  // Shows D26.order-first
  test('a crash between the row and the call leaves an order that the next press continues', async () => {
    const crash = new Error('The process was killed')
    const crashing = openCheckoutShop(database.db, sandbox, {
      gateway: (real): PaymentGateway => ({ ...real, createOrder: () => Promise.reject(crash) }),
    })
    const checkout = checkoutOf(asha)
    expect((await crashing.ask(asha, 'POST', CREATE, checkout)).status).toBe(500)
    const [left] = await ordersOf(asha)
    const { json } = await create(checkout)
    expect(json.order_number).toBe(left?.number)
  })

  test('two servers that open at once show the shopper one gateway order', async () => {
    const other = openCheckoutShop(database.db, sandbox)
    const checkout = checkoutOf(asha)
    const [one, two] = await Promise.all([create(checkout), other.ask(asha, 'POST', CREATE, checkout)])
    expect(one.json).toEqual(two.json)
    expect(await ordersOf(asha)).toHaveLength(1)
  })
})

describe('verifying a payment', () => {
  // Shows 7.verify-payment, D28.emptied, 4.order.completed
  test('completes the order, takes its pieces out of the cart and queues one confirmation', async () => {
    asha = await somebody(database.db, [
      { ...RING, quantity: 1 },
      { ...CHAIN_ANKLET, quantity: 2 },
    ])
    const { verification, number, proof } = await paidAtGateway()
    const { status, json } = await shop.ask(asha, 'POST', VERIFY, verification)
    expect([status, json]).toEqual([
      200,
      { success: true, message: 'Payment verified successfully', order_number: number },
    ])
    const { row, steps, mails, cart } = await factsOf(database.db, number)
    expect(row).toMatchObject({ status: 'completed', paymentId: proof.razorpay_payment_id })
    expect(steps).toEqual(['placed', 'gateway order opened', 'payment seen', 'paid', 'completed'])
    expect(mails).toEqual([`order-confirmation:${number}`])
    expect(cart).toEqual([{ ...CHAIN_ANKLET, quantity: 2 }])
  })

  test('leaves what was put into the cart after the order', async () => {
    asha = await somebody(database.db, [{ ...RING, quantity: 3 }])
    const { verification, number } = await paidAtGateway()
    await shop.ask(asha, 'POST', VERIFY, verification)
    expect((await factsOf(database.db, number)).cart).toEqual([{ ...RING, quantity: 2 }])
  })

  // Shows D26.one-order
  test('says the same again, and changes nothing, when repeated', async () => {
    asha = await somebody(database.db, [{ ...RING, quantity: 3 }])
    const { verification, number } = await paidAtGateway()
    const first = await shop.ask(asha, 'POST', VERIFY, verification)
    const before = await factsOf(database.db, number)
    expect(await shop.ask(asha, 'POST', VERIFY, verification)).toEqual(first)
    expect(await factsOf(database.db, number)).toEqual(before)
  })

  test('completes once when asked five times at once', async () => {
    const { verification, number } = await paidAtGateway()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => shop.ask(asha, 'POST', VERIFY, verification)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { steps, mails } = await factsOf(database.db, number)
    expect(steps.filter((step) => step === 'completed')).toHaveLength(1)
    expect(mails).toEqual([`order-confirmation:${number}`])
  })

  test('captures what the gateway has only authorised', async () => {
    const { checkout, id, number } = await started()
    sandbox.faults.set({ ...QUIET, targets: { [id]: { 'stuck-authorised': true } } })
    const proof = await pay(sandbox, id)
    const { amount, items } = checkout
    expect((await shop.ask(asha, 'POST', VERIFY, { ...proof, amount, items })).status).toBe(200)
    expect((await factsOf(database.db, number)).payments).toMatchObject([{ status: 'captured' }])
  })

  test('accepts a capture whose answer was lost', async () => {
    const { checkout, id, number } = await started()
    sandbox.faults.set({ ...QUIET, targets: { [id]: { 'stuck-authorised': true } } })
    const proof = await pay(sandbox, id)
    const { amount, items } = checkout
    const lossy = openCheckoutShop(database.db, sandbox, {
      gateway: (real) => ({
        ...real,
        async capture(wanted) {
          await real.capture(wanted)
          return { ok: false, problem: 'unreachable', detail: 'ECONNRESET' }
        },
      }),
    })
    expect((await lossy.ask(asha, 'POST', VERIFY, { ...proof, amount, items })).status).toBe(200)
    expect((await factsOf(database.db, number)).row.status).toBe('completed')
  })

  test('says that it will be looked after when the gateway cannot capture yet, and not that it failed', async () => {
    const { checkout, id, number } = await started()
    sandbox.faults.set({ ...QUIET, targets: { [id]: { 'stuck-authorised': true } } })
    const proof = await pay(sandbox, id)
    const { amount, items } = checkout
    const unable = openCheckoutShop(database.db, sandbox, {
      gateway: (real): PaymentGateway => ({
        ...real,
        capture: async () => ({ ok: false, problem: 'unreachable', detail: 'HTTP 502' }),
      }),
    })
    const { status, json } = await unable.ask(asha, 'POST', VERIFY, { ...proof, amount, items })
    expect([status, json.code]).toEqual([424, 'provider-unavailable'])
    expect(json.message).toContain('Please do not pay again')
    expect((await factsOf(database.db, number)).row.status).toBe('created')
  })

  test('says that it will be looked after when the gateway does not answer, and changes nothing', async () => {
    const { verification, number } = await paidAtGateway()
    sandbox.faults.set({ ...QUIET, rates: { ...QUIET.rates, 'api-5xx': 1 } })
    const { status, json } = await shop.ask(asha, 'POST', VERIFY, verification)
    expect([status, json.code]).toEqual([424, 'provider-unavailable'])
    expect(json.message).toContain('Please do not pay again')
    expect((await factsOf(database.db, number)).row.status).toBe('created')
  })

  // Shows D32.verified, 8.verification
  describe('refuses with “Payment verification failed” and changes nothing', () => {
    const refused = [
      422,
      { success: false, code: 'payment-not-verified', message: 'Payment verification failed' },
    ]
    async function refuses(number: string, verification: object, who = asha) {
      const before = await factsOf(database.db, number)
      const { status, json } = await shop.ask(who, 'POST', VERIFY, verification)
      expect([status, json]).toEqual(refused)
      expect(await factsOf(database.db, number)).toEqual(before)
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
      await refuses(number, verification, await somebody(database.db))
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
    const { status, json } = await shop.ask(asha, 'POST', VERIFY, { ...verification, ...changes })
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })

  test('a payment of a wrong amount completes nothing, and its money is owed back', async () => {
    const { checkout, id, number } = await started()
    sandbox.faults.set({ ...QUIET, targets: { [id]: { 'wrong-amount': true } } })
    const proof = await pay(sandbox, id)
    const { amount, items } = checkout
    const { status, json } = await shop.ask(asha, 'POST', VERIFY, { ...proof, amount, items })
    expect([status, json.message]).toEqual([422, 'Payment verification failed'])
    const { row, refunds, mails } = await factsOf(database.db, number)
    expect(row.status).toBe('created')
    expect(refunds).toMatchObject([{ amount: 3_288_200, reason: 'the amount differs', sentAt: null }])
    expect(mails).toEqual([])
  })

  test('after a wrong amount the same checkout is paid by a second gateway order', async () => {
    const { checkout, id, number } = await started()
    sandbox.faults.set({ ...QUIET, targets: { [id]: { 'wrong-amount': true } } })
    await pay(sandbox, id)
    const again = await create(checkout)
    expect(again.json).toMatchObject({ order_number: number, paid: false })
    expect(again.json.id).not.toBe(id)
    const proof = await pay(sandbox, again.json.id)
    const { amount, items } = checkout
    expect((await shop.ask(asha, 'POST', VERIFY, { ...proof, amount, items })).status).toBe(200)
    expect((await factsOf(database.db, number)).refunds).toHaveLength(1)
  })

  test('after a wrong amount that waits at the gateway the same checkout is paid by a second gateway order', async () => {
    const { checkout, id } = await started()
    sandbox.faults.set({
      ...QUIET,
      targets: { [id]: { 'wrong-amount': true, 'stuck-authorised': true } },
    })
    await pay(sandbox, id)
    const again = await create(checkout)
    expect(again.json.paid).toBe(false)
    expect(again.json.id).not.toBe(id)
  })

  test('a second captured payment is owed back, once', async () => {
    const { checkout, id, number } = await started()
    sandbox.faults.set({ ...QUIET, targets: { [id]: { 'double-capture': true } } })
    const proof = await pay(sandbox, id)
    const { amount, items } = checkout
    const verify = () => shop.ask(asha, 'POST', VERIFY, { ...proof, amount, items })
    expect((await verify()).status).toBe(200)
    expect((await verify()).status).toBe(200)
    const { row, refunds, payments } = await factsOf(database.db, number)
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
    await shop.ask(asha, 'POST', VERIFY, paid.verification)
    const first = await shop.ask(asha, 'POST', UPDATE, completing(paid))
    expect([first.status, first.json]).toEqual([200, { success: true, message: 'Order status updated' }])
    expect(await shop.ask(asha, 'POST', UPDATE, completing(paid))).toEqual(first)
  })

  // Shows D27.complete
  test('completes nothing that was not verified before', async () => {
    const paid = await paidAtGateway()
    const { status, json } = await shop.ask(asha, 'POST', UPDATE, completing(paid))
    expect([status, json.message]).toEqual([422, 'Failed to update order status'])
    expect((await factsOf(database.db, paid.number)).row.status).toBe('created')
  })

  test('refuses a forged result', async () => {
    const paid = await paidAtGateway()
    await shop.ask(asha, 'POST', VERIFY, paid.verification)
    const forged = { ...paid.proof, razorpay_signature: 'f'.repeat(64) }
    const { status, json } = await shop.ask(asha, 'POST', UPDATE, completing({ ...paid, proof: forged }))
    expect([status, json.message]).toEqual([422, 'Invalid payment result received'])
  })

  test('refuses the result of another order', async () => {
    const paid = await paidAtGateway()
    const { number } = await started()
    const { status, json } = await shop.ask(asha, 'POST', UPDATE, completing({ ...paid, number }))
    expect([status, json.message]).toEqual([422, 'Invalid payment result received'])
    expect((await factsOf(database.db, number)).row.status).toBe('created')
  })

  // Shows D27.complete
  test('refuses somebody else’s order', async () => {
    const paid = await paidAtGateway()
    await shop.ask(asha, 'POST', VERIFY, paid.verification)
    const ravi = await somebody(database.db)
    const { status, json } = await shop.ask(ravi, 'POST', UPDATE, completing(paid))
    expect([status, json.message]).toEqual([422, 'Failed to update order status'])
  })

  test.each(['refunded', 'cancelled', 'paid', ''])('sets no status “%s”', async (status) => {
    const paid = await paidAtGateway()
    const answer = await shop.ask(asha, 'POST', UPDATE, { ...completing(paid), status })
    expect(answer.status).toBe(400)
  })
})

function abandon(number: string, outcome: string, who = asha) {
  return shop.ask(who, 'POST', ABANDON, { orderId: number, outcome, reason: 'Payment was cancelled' })
}

describe('giving a payment up', () => {
  // Shows D32.late
  test('notes the dismissed dialog, which may still be paid', async () => {
    const { number, proof, verification } = await paidAtGateway()
    const { status, json } = await abandon(number, 'cancelled')
    expect([status, json]).toEqual([200, { success: true, status: 'cancelled' }])
    expect((await factsOf(database.db, number)).row.status).toBe('cancelled')
    expect((await shop.ask(asha, 'POST', VERIFY, verification)).status).toBe(200)
    expect((await factsOf(database.db, number)).row).toMatchObject({
      status: 'completed',
      paymentId: proof.razorpay_payment_id,
    })
  })

  test('notes the bank’s refusal, and the same order can be paid at the next try', async () => {
    const { checkout, id, number } = await started()
    await pay(sandbox, id, 'failure')
    expect((await abandon(number, 'failed')).json.status).toBe('failed')
    expect((await create(checkout)).json).toMatchObject({ id, order_number: number, paid: false })
    const proof = await pay(sandbox, id)
    const { amount, items } = checkout
    expect((await shop.ask(asha, 'POST', VERIFY, { ...proof, amount, items })).status).toBe(200)
  })

  test('is no matter once the order is complete', async () => {
    const { number, verification } = await paidAtGateway()
    await shop.ask(asha, 'POST', VERIFY, verification)
    const before = await factsOf(database.db, number)
    expect((await abandon(number, 'cancelled')).json).toEqual({ success: true, status: 'completed' })
    expect(await factsOf(database.db, number)).toEqual(before)
  })

  test('answers 404 for somebody else’s order, as for none', async () => {
    const { number } = await started()
    const ravi = await somebody(database.db)
    const foreign = await abandon(number, 'cancelled', ravi)
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not-found'])
    expect(await abandon('SJ-0000000000000000', 'cancelled')).toEqual(foreign)
    expect((await factsOf(database.db, number)).row.status).toBe('created')
  })
})

// Shows D33.private
describe('the orders of the account', () => {
  const read = (path: string, who = asha) => shop.ask(who, 'GET', path)

  test('shows what was agreed and what became of it', async () => {
    const { number, verification, proof } = await paidAtGateway()
    await shop.ask(asha, 'POST', VERIFY, verification)
    const { status, json } = await read(`/api/orders/${number}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      number,
      status: 'completed',
      lines: [{ type: 'rings', id: 801, quantity: 1, unitPrice: 3_288_300, total: 3_288_300 }],
      total: 3_288_300,
      paymentId: proof.razorpay_payment_id,
      shipTo: addressOf(asha),
    })
    const { history, ...listed } = json
    expect((await read('/api/orders')).json.orders).toEqual([listed])
    expect(history.map(({ step }: { step: string }) => step)).toEqual(['placed', 'confirmed'])
    expect(history[0].at).toBe(json.placedAt)
  })

  test('tell of tries in vain, each kind once in a row', async () => {
    const { number, checkout } = await started()
    await abandon(number, 'cancelled')
    await create(checkout)
    await create(checkout)
    await abandon(number, 'failed')
    const { history, money } = (await read(`/api/orders/${number}`)).json
    expect(history.map(({ step }: { step: string }) => step)).toEqual([
      'placed',
      'closed',
      'tried again',
      'declined',
    ])
    expect(money).toMatchObject([{ place: 'not received' }])
  })

  test('lists the newest first', async () => {
    const first = await started()
    shop.clock.now = later(shop.clock.now, 1000)
    const second = await started()
    const { json } = await read('/api/orders')
    expect(json.orders.map(({ number }: { number: string }) => number)).toEqual([second.number, first.number])
  })

  test('says where the money of an unpaid order is, and by when that ends', async () => {
    const { number } = await started()
    const { orders } = (await read('/api/orders')).json
    expect(orders).toMatchObject([{ number, money: [{ place: 'not received', amount: orders[0].total }] }])
    expect(Date.parse(orders[0].money[0].resolvedBy)).toBeGreaterThan(shop.clock.now.getTime())
  })

  test('hides what was never paid once it cannot be any more', async () => {
    await started()
    expect((await read('/api/orders')).json.orders).toHaveLength(1)
    shop.clock.now = later(shop.clock.now, 3 * 24 * 3_600_000)
    expect((await read('/api/orders')).json.orders).toEqual([])
  })

  test('answers 404 for somebody else’s order, as for none', async () => {
    const { number } = await started()
    const ravi = await somebody(database.db)
    const foreign = await read(`/api/orders/${number}`, ravi)
    expect([foreign.status, foreign.json.message]).toEqual([404, 'Order not found'])
    expect(await read('/api/orders/SJ-0000000000000000', ravi)).toEqual(foreign)
    expect((await read('/api/orders', ravi)).json.orders).toEqual([])
  })

  test.each(['SJ-%F0%9F%92%8D', '..%2Faccount', 'SJ-0'])('answers 404 for “%s”', async (number) => {
    expect((await read(`/api/orders/${number}`)).status).toBe(404)
  })

  test('needs a signed-in person', async () => {
    expect((await shop.ask(null, 'GET', '/api/orders')).status).toBe(401)
  })
})
