/** Sizes from the request to the order, the cart and the e-mail (D39, D40). */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { cartLine } from '#server/db/list-schema.ts'
import { emailOutbox, orderLine } from '#server/db/schema.ts'
import { setLevel } from '#server/stock/corrections.ts'
import { loadOutOfStock } from '#server/stock/out-of-stock.ts'
import { addressOf, itemOf, newUser, pay, RING, setUpCheckout } from './testing.ts'

const fixture = setUpCheckout()

const inSize = (size: string, quantity = 1) => ({ ...itemOf(RING, quantity), size })

async function create(items: readonly ReturnType<typeof itemOf>[]) {
  const amount = items.reduce((total, { price, quantity }) => total + price * quantity, 0)
  const body = { amount, items, address: addressOf(fixture.asha), courier_company_id: 43 }
  const { status, json } = await fixture.server.request(fixture.asha, 'POST', '/api/create-order', body)
  return { status, json, amount, id: String(json.id), number: String(json.order_number) }
}

async function createAndPay(items: readonly ReturnType<typeof itemOf>[], verified = items) {
  const { id, number, amount } = await create(items)
  const proof = await pay(fixture.sandbox, id)
  const body = { ...proof, amount, items: verified }
  const { status } = await fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', body)
  return { status, number }
}

async function orderedSizes(number: string) {
  const lines = await fixture.db
    .select()
    .from(orderLine)
    .where(eq(orderLine.orderNumber, number))
    .orderBy(orderLine.position)
  return lines.map(({ size, quantity }) => [size, quantity])
}

async function cartSizes() {
  const lines = await fixture.db
    .select()
    .from(cartLine)
    .where(eq(cartLine.userId, fixture.asha.id))
    .orderBy(cartLine.position)
  return lines.map(({ size, quantity }) => [size, quantity])
}

describe('an order', () => {
  // Shows D40.line
  test('has a line for each size of a ring, and shows it to the customer', async () => {
    const { number } = await create([inSize('12'), inSize('14', 2)])
    expect(await orderedSizes(number)).toEqual([
      ['12', 1],
      ['14', 2],
    ])
    const { json } = await fixture.server.request(fixture.asha, 'GET', `/api/orders/${number}`)
    expect(json.lines).toMatchObject([
      { ...RING, size: '12', quantity: 1 },
      { ...RING, size: '14', quantity: 2 },
    ])
  })

  // Shows D39.before
  test('has the standard size if the request names none', async () => {
    const { number } = await create([itemOf(RING)])
    expect(await orderedSizes(number)).toEqual([['12', 1]])
    expect((await create([inSize('12')])).number).toBe(number)
  })

  // Shows D26.one-order
  test('is a new purchase for another size, and the same one for the same sizes in another order', async () => {
    const first = await create([inSize('12'), inSize('14')])
    expect((await create([inSize('14'), inSize('12')])).number).toBe(first.number)
    expect((await create([inSize('12'), inSize('16')])).number).not.toBe(first.number)
  })

  test('is rejected if it lists one size twice', async () => {
    const { status, json } = await create([inSize('12'), itemOf(RING)])
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })

  test.each(['5', '27', '2.6'])('is rejected in the size %s, which the ring does not have', async (size) => {
    const { status, json } = await create([inSize(size)])
    expect([status, json.code]).toEqual([409, 'cart-blocked'])
  })

  test('is rejected in a size that is a word', async () => {
    const { status, json } = await create([inSize('wide')])
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })
})

// Shows D49.sold-out-size
test('a sold-out size leaves the product in stock, and its order is rejected by name and size', async () => {
  const correction = { actor: 'test', reason: 'counted', now: fixture.server.clock.now }
  await setLevel(fixture.db, { key: 'rings-801/12', count: 0 }, correction)
  expect((await loadOutOfStock(fixture.db, fixture.server.clock.now)).has('rings-801')).toBe(false)
  const { status, json } = await create([inSize('12')])
  expect([status, json.code, json.message]).toEqual([
    409,
    'out-of-stock',
    'Chandrika Solitaire Ring (Size 12) is sold, or another shopper is paying for it. Please review your cart.',
  ])
  expect((await create([inSize('14')])).status).toBe(200)
  await setLevel(fixture.db, { key: 'rings-801/12', count: 20 }, correction)
})

describe('a payment', () => {
  // Shows D28.emptied
  test('removes its sizes from the cart and leaves the others', async () => {
    fixture.asha = await newUser(fixture.db, [
      { ...RING, size: '12', quantity: 3 },
      { ...RING, size: '14', quantity: 1 },
      { ...RING, size: '16', quantity: 1 },
    ])
    expect((await createAndPay([inSize('12'), inSize('14')])).status).toBe(200)
    expect((await cartSizes()).toSorted()).toEqual([
      ['12', 2],
      ['16', 1],
    ])
  })

  // Shows D39.before
  test('removes a line stored before sizes existed', async () => {
    fixture.asha = await newUser(fixture.db, [{ ...RING, quantity: 1 }])
    expect((await createAndPay([inSize('12')])).status).toBe(200)
    expect(await cartSizes()).toEqual([])
  })

  test('is verified without a size, but not with another size', async () => {
    expect((await createAndPay([inSize('14')], [itemOf(RING)])).status).toBe(200)
    expect((await createAndPay([inSize('16')], [inSize('18')])).status).toBe(422)
  })

  // Shows D39.shown
  test('is confirmed by an e-mail that names the size', async () => {
    const { number } = await createAndPay([inSize('14')])
    const [email] = await fixture.db
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.dedupeKey, `order-confirmation:${number}`))
    expect(email?.text).toContain('Chandrika Solitaire Ring (Size 14) × 1: ₹32,883.00')
    expect(email?.html).toContain('Chandrika Solitaire Ring (Size 14) × 1')
  })
})
