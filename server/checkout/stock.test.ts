import { eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { skuOf, type ProductKey } from '#domain/product.ts'
import { benchKeysFrom } from '#domain/stock.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { emailOutbox, order, stockHold, stockLevel, stockMovement } from '#server/db/schema.ts'
import type { User } from '#server/http.ts'
import { setLevel } from '#server/stock/corrections.ts'
import {
  addressOf,
  checkoutOf,
  createActions,
  createTestServer,
  itemOf,
  newUser,
  orderPaid,
  pay,
  readGatewayState,
  RING,
  setUpCheckout,
  webhook,
  TEST_PAN,
} from './testing.ts'

const BANGLE: ProductKey = { type: 'bangles', id: 100 }
/** Out of stock in the opening collection, and made to order. */
const BANGLE_TO_MAKE: ProductKey = { type: 'bangles', id: 106 }
const OTHER_RING: ProductKey = { type: 'rings', id: 802 }
const SHOPPERS = 100

const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { dismiss, advance, processWebhooks, readFacts, reconcile, sendRefunds } = createActions(fixture)

/** Without the holds of earlier tests. */
async function leave(count: number, product = RING): Promise<void> {
  await fixture.db.delete(stockHold).where(eq(stockHold.key, skuOf(product)))
  const correction = { actor: 'test', reason: 'counted', now: fixture.server.clock.now }
  const left = await setLevel(fixture.db, { key: skuOf(product), count }, correction)
  expect(left).toEqual({ ok: true, value: count })
}

async function onHand(key: string): Promise<number | undefined> {
  const [level] = await fixture.db.select().from(stockLevel).where(eq(stockLevel.key, key))
  return level?.onHand
}

function checkoutFor(who: User, products: readonly ProductKey[], quantity = 1) {
  const items = products.map((product) => itemOf(product, quantity))
  const amount = items.reduce((sum, { price }) => sum + price * quantity, 0)
  return checkoutOf(who, { items, amount, pan: TEST_PAN })
}

const create = (who: User, ...products: readonly ProductKey[]) =>
  fixture.server.request(who, 'POST', '/api/create-order', checkoutFor(who, products))

const verify = (who: User, proof: object, product = RING) => {
  const { amount, items } = checkoutFor(who, [product])
  return fixture.server.request(who, 'POST', '/api/verify-payment', { ...proof, amount, items })
}

/** Opens the dialog, pays and verifies. */
async function buy(who: User, product = RING) {
  const { json } = await create(who, product)
  const verified = await verify(who, await pay(fixture.sandbox, json.id), product)
  return { number: String(json.order_number), verified }
}

const newUsers = (count: number) => Promise.all(Array.from({ length: count }, () => newUser(fixture.db)))

const movementsOf = (orderNumber: string) =>
  fixture.db.select().from(stockMovement).where(eq(stockMovement.orderNumber, orderNumber))

const holdsOf = (orderNumber: string) =>
  fixture.db.select().from(stockHold).where(eq(stockHold.orderNumber, orderNumber))

describe('the last piece', () => {
  // Shows D49.once
  test('is held for one of a hundred concurrent shoppers, and the others learn so before they pay', async () => {
    await leave(1)
    const shoppers = await newUsers(SHOPPERS)
    const checkouts = await Promise.all(shoppers.map(async (who) => ({ who, ...(await create(who, RING)) })))
    const [winner, ...others] = checkouts.toSorted((one, other) => one.status - other.status)
    expect(winner?.status).toBe(200)
    expect(new Set(others.map(({ status, json }) => `${status} ${json.code}`))).toEqual(
      new Set(['409 out-of-stock']),
    )
    if (!winner) throw new Error('Nobody could order')
    const verified = await verify(winner.who, await pay(fixture.sandbox, winner.json.id))
    expect(verified.json.success).toBe(true)
    expect(await onHand('rings-801')).toBe(0)
  })

  // Shows D49.once, D49.late
  test('is sold to one of a hundred shoppers who pay concurrently after their holds, and the others are refunded', async () => {
    await leave(1)
    const checkouts = []
    for (const who of await newUsers(SHOPPERS)) {
      const { json } = await create(who, RING)
      await dismiss(json.order_number, 'cancelled', who)
      checkouts.push({ who, id: String(json.id), number: String(json.order_number) })
    }
    const paid = await Promise.all(
      checkouts.map(async ({ who, id }) => verify(who, await pay(fixture.sandbox, id))),
    )
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(paid.filter(({ json }) => json.code === 'out-of-stock')).toHaveLength(SHOPPERS - 1)
    await sendRefunds()

    const facts = await Promise.all(checkouts.map(({ number }) => readFacts(number)))
    expect(facts.filter(({ row }) => row.status === 'completed')).toHaveLength(1)
    const refunded = facts.filter(({ row }) => row.status === 'cancelled')
    expect(refunded).toHaveLength(SHOPPERS - 1)
    const refundedAmounts = new Map(
      (await readGatewayState(fixture.sandbox)).refunds.map((each) => [each.payment_id, each.amount]),
    )
    for (const { row, payments, refunds } of refunded) {
      expect(refunds.map(({ amount }) => amount)).toEqual([row.total])
      expect(refundedAmounts.get(payments[0]?.paymentId ?? '')).toBe(row.total)
    }
    expect(await onHand('rings-801')).toBe(0)
  })

  test('is free again once the hold has expired', async () => {
    await leave(1)
    await create(fixture.asha, RING)
    const ravi = await newUser(fixture.db)
    advance(15 * MINUTE_MS - 1)
    expect((await create(ravi, RING)).json).toMatchObject({
      code: 'out-of-stock',
      message: `${itemOf(RING).name} (Size 12) is sold, or another shopper is paying for it. Please review your cart.`,
    })
    advance(1)
    expect((await create(ravi, RING)).status).toBe(200)
  })

  // Shows D49.holds
  test('is held only by the latest unpaid order of a customer', async () => {
    await leave(1)
    await create(fixture.asha, RING)
    await create(fixture.asha, BANGLE)
    expect((await create(await newUser(fixture.db), RING)).status).toBe(200)
  })

  // Shows D49.holds
  test('is not held by an order of very many pieces', async () => {
    await leave(31)
    await leave(31, BANGLE)
    const { json } = await fixture.server.request(
      fixture.asha,
      'POST',
      '/api/create-order',
      checkoutFor(fixture.asha, [RING], 31),
    )
    expect(await holdsOf(json.order_number)).toEqual([])
    expect((await create(await newUser(fixture.db), RING)).status).toBe(200)
  })

  test('is free at once if the gateway rejects the order', async () => {
    await leave(1)
    const rejecting = createTestServer(fixture.db, fixture.sandbox, {
      gateway: (real) => ({
        ...real,
        createOrder: async () => ({ ok: false, error: { kind: 'rejected', detail: 'the amount' } }),
      }),
    })
    expect(
      (await rejecting.request(fixture.asha, 'POST', '/api/create-order', checkoutFor(fixture.asha, [RING])))
        .status,
    ).toBe(503)
    expect((await create(await newUser(fixture.db), RING)).status).toBe(200)
  })

  test('stays held while its dialog is opened again and again', async () => {
    await leave(1)
    const first = await create(fixture.asha, RING)
    const ravi = await newUser(fixture.db)
    advance(14 * MINUTE_MS)
    expect((await create(fixture.asha, RING)).json.order_number).toBe(first.json.order_number)
    advance(14 * MINUTE_MS)
    expect((await create(ravi, RING)).json.code).toBe('out-of-stock')
  })

  test('is lost to a shopper whose hold expired, who learns so on opening the dialog again', async () => {
    await leave(1)
    await create(fixture.asha, RING)
    advance(15 * MINUTE_MS)
    const ravi = await newUser(fixture.db)
    expect((await create(ravi, RING)).status).toBe(200)
    expect((await create(fixture.asha, RING)).json.code).toBe('out-of-stock')
  })

  test('is not replaced by a made-to-order piece before the shopper can see so', async () => {
    await leave(1, BANGLE)
    await create(fixture.asha, BANGLE)
    advance(15 * MINUTE_MS)
    await buy(await newUser(fixture.db), BANGLE)
    expect((await create(fixture.asha, BANGLE)).json.code).toBe('out-of-stock')
    const { products, find, ...others } = OPENING_COLLECTION
    const shownAsMadeToOrder = {
      ...others,
      products: products.map((product) => ({ ...product, inStock: false })),
      find: (key: ProductKey) => {
        const product = find(key)
        return product && { ...product, inStock: false }
      },
    }
    const { clock } = fixture.server
    fixture.server = createTestServer(fixture.db, fixture.sandbox, { collection: () => shownAsMadeToOrder })
    fixture.server.clock.now = clock.now
    expect((await create(fixture.asha, BANGLE)).status).toBe(200)
  })

  test('is free as soon as the dialog is dismissed', async () => {
    await leave(1)
    const { json } = await create(fixture.asha, RING)
    await dismiss(json.order_number, 'cancelled')
    const ravi = await newUser(fixture.db)
    expect((await create(ravi, RING)).status).toBe(200)
  })

  test('stays available to the shopper who holds it, on every page load, and to nobody else', async () => {
    await leave(1)
    const ravi = await newUser(fixture.db)
    const held = async (who: User) => (await fixture.server.request(who, 'GET', '/api/lists')).json.held ?? []
    expect(await held(fixture.asha)).toEqual([])
    const { json } = await create(fixture.asha, RING)
    expect([await held(fixture.asha), await held(ravi)]).toEqual([['rings-801'], []])
    await dismiss(json.order_number, 'cancelled')
    expect(await held(fixture.asha)).toEqual([])

    await create(fixture.asha, RING)
    advance(15 * MINUTE_MS)
    expect(await held(fixture.asha)).toEqual([])
  })

  test('can be sent to another address although it is shown as sold out', async () => {
    await leave(1)
    await create(fixture.asha, RING)
    const soldOut = OPENING_COLLECTION.products.find((product) => skuOf(product) === skuOf(RING))
    const find = (key: ProductKey) =>
      skuOf(key) === skuOf(RING) && soldOut ? { ...soldOut, inStock: false } : OPENING_COLLECTION.find(key)
    const server = createTestServer(fixture.db, fixture.sandbox, {
      collection: () => ({ ...OPENING_COLLECTION, find }),
    })
    const items = [itemOf(RING)]
    const rates = await server.request(fixture.asha, 'POST', '/api/shipping/calculate', {
      pickup_postcode: '110059',
      delivery_postcode: '302003',
      weight: 0.5,
      items: [{ ...RING, quantity: 1 }],
    })
    expect(rates.status).toBe(200)
    const address = { ...addressOf(fixture.asha), address: '16 Johari Bazaar' }
    const moved = checkoutOf(fixture.asha, { items, address })
    expect((await server.request(fixture.asha, 'POST', '/api/create-order', moved)).status).toBe(200)
    const other = await newUser(fixture.db)
    const rejected = await server.request(other, 'POST', '/api/create-order', checkoutFor(other, [RING]))
    expect([rejected.status, rejected.json.code]).toEqual([409, 'cart-blocked'])
  })

  test('can be ordered to another address by the shopper who holds it, and is sold once', async () => {
    await leave(1)
    const first = await create(fixture.asha, RING)
    const elsewhere = checkoutOf(fixture.asha, {
      address: { ...addressOf(fixture.asha), address: '15 Johari Bazaar' },
    })
    const second = await fixture.server.request(fixture.asha, 'POST', '/api/create-order', elsewhere)
    expect(second.status).toBe(200)
    await verify(fixture.asha, await pay(fixture.sandbox, second.json.id))
    await verify(fixture.asha, await pay(fixture.sandbox, first.json.id))
    await sendRefunds()
    expect((await readFacts(second.json.order_number)).row.status).toBe('completed')
    const { row, refunds } = await readFacts(first.json.order_number)
    expect([row.status, refunds[0]?.sentAt]).toEqual(['cancelled', expect.any(Date)])
  })
})

describe('an order of more pieces than in stock', () => {
  test('names what is left, and changes neither the cart nor the stock', async () => {
    await leave(1)
    const before = await fixture.db.$count(order, eq(order.userId, fixture.asha.id))
    const wanted = checkoutFor(fixture.asha, [RING], 2)
    const { status, json } = await fixture.server.request(fixture.asha, 'POST', '/api/create-order', wanted)
    expect([status, json.message]).toEqual([
      409,
      `Only 1 of ${itemOf(RING).name} (Size 12) left. Please review your cart.`,
    ])
    expect(await fixture.db.$count(order, eq(order.userId, fixture.asha.id))).toBe(before)
    expect(await onHand('rings-801')).toBe(1)
  })

  test('holds nothing of its other lines', async () => {
    await leave(0)
    await leave(1, OTHER_RING)
    expect((await create(fixture.asha, OTHER_RING, RING)).json.code).toBe('out-of-stock')
    const ravi = await newUser(fixture.db)
    expect((await create(ravi, OTHER_RING)).status).toBe(200)
  })
})

describe('a payment that arrives after its hold', () => {
  async function openLate(product = RING) {
    const { json } = await create(fixture.asha, product)
    advance(15 * MINUTE_MS)
    return { id: String(json.id), number: String(json.order_number) }
  }

  async function sellToAnother(product = RING) {
    expect((await buy(await newUser(fixture.db), product)).verified.json.success).toBe(true)
  }

  // Shows D49.late
  test('buys a piece that is still free', async () => {
    await leave(1)
    const { id, number } = await openLate()
    expect((await verify(fixture.asha, await pay(fixture.sandbox, id))).json.success).toBe(true)
    expect(await movementsOf(number)).toMatchObject([{ key: 'rings-801', change: -1, cause: 'sold' }])
    expect(await holdsOf(number)).toEqual([])
  })

  describe('for a piece that was sold meanwhile and can be made to order', () => {
    const decide = (number: string, agrees: boolean, who = fixture.asha) =>
      fixture.server.request(who, 'POST', `/api/orders/${number}/made-to-order`, { agrees })
    const read = async (number: string) =>
      (await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)).json
    const emailOf = async (dedupeKey: string) =>
      (await fixture.db.select().from(emailOutbox).where(eq(emailOutbox.dedupeKey, dedupeKey)))[0]

    async function payLate() {
      await leave(1, BANGLE)
      const { id, number } = await openLate(BANGLE)
      await sellToAnother(BANGLE)
      const proof = await pay(fixture.sandbox, id)
      const { status, json } = await verify(fixture.asha, proof, BANGLE)
      expect([status, json.code]).toEqual([409, 'consent-needed'])
      return { number, proof, placedAt: fixture.server.clock.now }
    }

    // Shows D49.consent
    test('asks the customer, and keeps the slot of the workbench until then', async () => {
      const { number, proof } = await payLate()
      const [week] = benchKeysFrom(fixture.server.clock.now)
      expect(await holdsOf(number)).toMatchObject([{ key: week, quantity: 1 }])
      expect((await emailOf(`consent:${number}`))?.text).toContain(itemOf(BANGLE).name)
      const { consent, money, status } = await read(number)
      expect(consent.pieces).toBe(itemOf(BANGLE).name)
      expect([status, money]).toEqual(['created', []])

      // Neither another order of the same customer nor a retry takes any of it or opens a second payment.
      await create(fixture.asha, RING)
      expect(await holdsOf(number)).toHaveLength(1)
      expect((await create(fixture.asha, BANGLE)).json.code).toBe('consent-needed')
      expect((await verify(fixture.asha, proof, BANGLE)).json.code).toBe('consent-needed')
      advance(4 * DAY_MS)
      await reconcile()
      const { steps, refunds } = await readFacts(number)
      expect(steps.filter((step) => step === 'consent requested')).toHaveLength(1)
      expect([steps.includes('expired'), refunds]).toEqual([false, []])
      expect((await read(number)).consent.pieces).toBe(itemOf(BANGLE).name)
    })

    // Shows D49.consent
    test('makes it once after the customer agrees, however often', async () => {
      const { number } = await payLate()
      const [first, second] = await Promise.all([decide(number, true), decide(number, true)])
      expect([first.status, second.status]).toEqual([200, 200])
      expect(first.json.status).toBe('completed')
      expect((await decide(number, true)).json.consent).toBeUndefined()
      expect((await decide(number, false)).json.code).toBe('already-decided')

      const { steps, refunds } = await readFacts(number)
      expect(steps.slice(-5)).toEqual([
        'consent requested',
        'consent given',
        'paid',
        'completed',
        'made to order',
      ])
      expect(refunds).toEqual([])
      expect(await movementsOf(number)).toMatchObject([{ change: -1, cause: 'sold' }])
      expect((await emailOf(`order-confirmation:${number}`))?.text).toContain(
        `We make for you, and send within 15 days: ${itemOf(BANGLE).name}.`,
      )
    })

    // Shows D49.consent
    test('refunds the payment once if the customer declines', async () => {
      const { number } = await payLate()
      const [first, second] = await Promise.all([decide(number, false), decide(number, false)])
      expect([first.status, second.status]).toEqual([200, 200])
      expect((await decide(number, true)).json.code).toBe('already-decided')
      await sendRefunds()

      const { row, steps, refunds } = await readFacts(number)
      expect(row).toMatchObject({ status: 'cancelled', paidAt: null, consentDueAt: null })
      expect(steps).toContain('consent declined')
      expect(refunds).toMatchObject([{ amount: row.total, reason: 'the pieces were sold' }])
      expect([await movementsOf(number), await holdsOf(number)]).toEqual([[], []])
    })

    // Shows D49.consent
    test('refunds the payment after a week without a decision', async () => {
      const { number } = await payLate()
      advance(7 * DAY_MS)
      await reconcile()
      await sendRefunds()
      const { row, refunds, emails } = await readFacts(number)
      expect(row.status).toBe('cancelled')
      expect(refunds).toMatchObject([{ amount: row.total }])
      expect(emails).toContain(`sold-out:${number}`)
      expect((await decide(number, true)).json.code).toBe('already-decided')
    })

    test('delivers a piece that was restocked meanwhile, without asking', async () => {
      const { number } = await payLate()
      await leave(1, BANGLE)
      advance(MINUTE_MS)
      expect((await decide(number, true)).json.status).toBe('completed')
      const { steps } = await readFacts(number)
      expect(steps.at(-1)).toBe('completed')
      expect(await movementsOf(number)).toMatchObject([{ key: 'bangles-100', change: -1 }])
    })

    test('lets nobody else decide', async () => {
      const { number } = await payLate()
      expect((await decide(number, false, await newUser(fixture.db))).status).toBe(404)
      expect((await read(number)).consent).toBeDefined()
    })
  })

  // Shows D49.late
  test('is refunded in full if the piece was sold meanwhile, and stays so when one is restocked', async () => {
    await leave(1)
    const { id, number } = await openLate()
    await sellToAnother()
    const proof = await pay(fixture.sandbox, id)
    const { status, json } = await verify(fixture.asha, proof)
    expect([status, json.code]).toEqual([409, 'out-of-stock'])
    await leave(5)
    expect((await verify(fixture.asha, proof)).json.code).toBe('out-of-stock')
    await sendRefunds()
    advance(10 * MINUTE_MS)
    await reconcile()

    const { row, steps, refunds, emails } = await readFacts(number)
    expect(row).toMatchObject({ status: 'cancelled', paidAt: null })
    expect(steps).toEqual([
      'placed',
      'gateway order opened',
      'payment observed',
      'sold out',
      'refund due',
      'refund sent',
      'payment observed',
    ])
    expect(refunds).toMatchObject([{ amount: row.total, reason: 'the pieces were sold' }])
    expect(emails).toContain(`sold-out:${number}`)
    expect(await movementsOf(number)).toEqual([])
    const read = await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)
    expect(read.json.history.map(({ step }: { step: string }) => step)).toContain('sold out')
    expect(read.json.money).toMatchObject([{ stage: 'refund sent', amount: row.total }])
  })
})

test('a payment that is reported again and again sells once', async () => {
  await leave(5)
  const { json } = await create(fixture.asha, RING)
  const proof = await pay(fixture.sandbox, json.id)
  await Promise.all([verify(fixture.asha, proof), verify(fixture.asha, proof)])
  for (let report = 0; report < 3; report += 1) {
    await fixture.server.send('/api/webhooks/razorpay', webhook(fixture.sandbox, orderPaid(json.id)))
    await processWebhooks()
  }
  expect(await movementsOf(json.order_number)).toHaveLength(1)
  expect(await onHand('rings-801')).toBe(4)
})

test('orders of the same products in opposite order do not deadlock', async () => {
  await leave(1000)
  await leave(1000, OTHER_RING)
  const shoppers = await newUsers(40)
  const checkouts = await Promise.all(
    shoppers.map((who, index) =>
      index % 2 === 0 ? create(who, RING, OTHER_RING) : create(who, OTHER_RING, RING),
    ),
  )
  expect(checkouts.map(({ status }) => status)).toEqual(shoppers.map(() => 200))
})

test('a product that is made to order takes a slot of the workbench', async () => {
  const { number } = await buy(fixture.asha, BANGLE_TO_MAKE)
  const [week = ''] = benchKeysFrom(fixture.server.clock.now)
  expect(await movementsOf(number)).toMatchObject([{ key: week, change: -1, cause: 'sold' }])
})

// Shows D61.order
test('an order keeps which of its pieces are made to order, whatever is in stock later', async () => {
  const isMadeToOrder = async ({ number }: { readonly number: string }) => {
    const { json } = await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)
    return json.lines[0].isMadeToOrder
  }
  await leave(1, BANGLE)
  const last = await buy(fixture.asha, BANGLE)
  const made = await buy(fixture.asha, BANGLE_TO_MAKE)
  expect([await isMadeToOrder(last), await isMadeToOrder(made)]).toEqual([false, true])
})

test('a product that is made to order cannot be ordered while the workbench is full', async () => {
  const correction = { actor: 'test', reason: 'holiday', now: fixture.server.clock.now }
  for (const key of benchKeysFrom(fixture.server.clock.now))
    await setLevel(fixture.db, { key, count: 0 }, correction)
  expect((await create(fixture.asha, BANGLE_TO_MAKE)).json.code).toBe('out-of-stock')
  await fixture.db.update(stockLevel).set({ onHand: 1000 }).where(like(stockLevel.key, 'bench/%'))
})
