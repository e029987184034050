/** Offer codes at the checkout (D51): which price is charged, and that no limit is exceeded. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { priceCart } from '#domain/cart.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { withOfferCode } from '#domain/offer-code.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#domain/time.ts'
import {
  addressOf,
  checkoutOf,
  createActions,
  itemOf,
  newUser,
  pay,
  RING,
  setUpCheckout,
} from '#server/checkout/testing.ts'
import { offerCode, offerRedemption } from '#server/db/offer-schema.ts'
import { emailOutbox, orderLine } from '#server/db/schema.ts'
import type { User } from '#server/http.ts'
import { toTerms, type OfferCodeRow } from './offer-codes.ts'

const SHOPPERS = 20
const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
const { readFacts, sendRefunds } = createActions(fixture)

let made = 0
/** 10% off everything, for any number of orders, unless a test sets other terms. */
async function makeCode(changes: Partial<OfferCodeRow> = {}): Promise<OfferCodeRow> {
  const { now } = fixture.server.clock
  const row = {
    code: `CODE${(made += 1)}`,
    percent: 10,
    base: 'price' as const,
    appliesTo: [],
    validFrom: addMs(now, -DAY_MS),
    validUntil: null,
    ordersMax: null,
    ordersPerCustomerMax: null,
    createdAt: now,
    createdBy: 'Meera',
    ...changes,
  }
  await fixture.db.insert(offerCode).values(row)
  return row
}

function checkoutWith(who: User, row: OfferCodeRow, quantity = 1) {
  const cart = priceCart([{ ...RING, size: '', quantity }], OPENING_COLLECTION.find)
  const [line] = withOfferCode(cart, toTerms(row)).buyable
  if (!line) throw new Error('The ring is not offered')
  const items = [{ ...itemOf(RING, quantity), price: line.unitPrice }]
  return checkoutOf(who, { amount: line.total, items, offer_code: row.code })
}

const check = (who: User, code: string) => fixture.server.request(who, 'POST', '/api/offer-code', { code })
const order = (who: User, row: OfferCodeRow) =>
  fixture.server.request(who, 'POST', '/api/create-order', checkoutWith(who, row))
async function payFor(who: User, row: OfferCodeRow, gatewayOrderId: string) {
  const proof = await pay(fixture.sandbox, gatewayOrderId)
  const { amount, items } = checkoutWith(who, row)
  return fixture.server.request(who, 'POST', '/api/verify-payment', { ...proof, amount, items })
}
async function buy(who: User, row: OfferCodeRow) {
  const placed = await order(who, row)
  if (placed.status === 200) expect((await payFor(who, row, placed.json.id)).status).toBe(200)
  return placed
}
const newUsers = (count: number) => Promise.all(Array.from({ length: count }, () => newUser(fixture.db)))
const redemptionsOf = ({ code }: OfferCodeRow) =>
  fixture.db.select().from(offerRedemption).where(eq(offerRedemption.code, code))

describe('the price', () => {
  // Shows D51.price
  test('of an order follows its code, and its lines record how it was computed', async () => {
    const row = await makeCode({ base: 'making charge', percent: 50, appliesTo: ['rings'] })
    const { amount } = checkoutWith(fixture.asha, row)
    const placed = await buy(fixture.asha, row)
    expect(placed.json.amount).toBe(amount)
    const facts = await readFacts(placed.json.order_number)
    expect(facts.row).toMatchObject({ status: 'completed', total: amount, offerCode: row.code })
    const [line] = await fixture.db
      .select()
      .from(orderLine)
      .where(eq(orderLine.orderNumber, placed.json.order_number))
    const { price } = itemOf(RING)
    expect(line).toMatchObject({ unitPrice: amount, total: amount, saving: price - Number(amount) })
    expect(line?.facts).toMatchObject({
      offerPercent: 50,
      offerOn: 'making charge',
      offerCode: row.code,
      priceBefore: price,
    })
  })

  // Shows D51.price
  test('is not charged without its code, with another code, or with one that lowers nothing', async () => {
    const row = await makeCode({ percent: 30 })
    const [asha] = await newUsers(1)
    if (!asha) throw new Error('No user')
    const without = { ...checkoutWith(asha, row), offer_code: undefined }
    const withoutCode = await fixture.server.request(asha, 'POST', '/api/create-order', without)
    expect([withoutCode.status, withoutCode.json.code]).toEqual([409, 'prices-changed'])
    const small = await makeCode({ percent: 5 })
    const other = { ...checkoutWith(asha, row), offer_code: small.code }
    expect((await fixture.server.request(asha, 'POST', '/api/create-order', other)).status).toBe(409)
    const bangles = await makeCode({ appliesTo: ['bangles'] })
    const elsewhere = { ...checkoutWith(asha, row), offer_code: bangles.code }
    expect((await fixture.server.request(asha, 'POST', '/api/create-order', elsewhere)).status).toBe(409)
  })

  test('quoted with a code stays valid for a quarter of an hour', async () => {
    const row = await makeCode()
    const [asha] = await newUsers(1)
    if (!asha) throw new Error('No user')
    const checkout = checkoutWith(asha, row)
    const quoted = await fixture.server.request(asha, 'POST', '/api/shipping/calculate', {
      pickup_postcode: '110059',
      delivery_postcode: '302003',
      weight: 0.5,
      items: [{ ...RING, quantity: 1 }],
      offer_code: row.code.toLowerCase(),
    })
    expect(quoted.status).toBe(200)
    const placed = await fixture.server.request(asha, 'POST', '/api/create-order', {
      ...checkout,
      quote: quoted.json.quote,
    })
    expect([placed.status, placed.json.amount]).toEqual([200, checkout.amount])
    const again = await fixture.server.request(asha, 'POST', '/api/create-order', checkout)
    expect(again.json.order_number).toBe(placed.json.order_number)
  })
})

describe('a code', () => {
  // Shows D51.terms
  test('is returned with its terms, however it is typed', async () => {
    const row = await makeCode({ code: 'SHAGUN25', percent: 25, appliesTo: ['rings', 'chains-301'] })
    const { status, json } = await check(fixture.asha, ' shagun-25 ')
    expect(status).toBe(200)
    expect(json.terms).toEqual({ code: row.code, percent: 25, on: 'price', appliesTo: row.appliesTo })
  })

  // Shows D51.terms
  test('that is unknown, not yet valid or ended is rejected with the reason, and never charged', async () => {
    const { now } = fixture.server.clock
    const coming = await makeCode({ validFrom: addMs(now, DAY_MS) })
    const over = await makeCode({ validUntil: now })
    const messages = []
    for (const code of ['NOSUCHCODE', coming.code, over.code]) {
      const { status, json } = await check(fixture.asha, code)
      expect([status, json.code]).toEqual([422, 'offer-code-rejected'])
      messages.push(json.message)
    }
    expect(messages[0]).toMatch(/do not know/)
    expect(messages[1]).toMatch(/valid from/)
    expect(messages[2]).toMatch(/no longer valid/)
    for (const row of [coming, over, { ...over, code: 'NOSUCHCODE' }]) {
      const { status, json } = await order(fixture.asha, row)
      expect([status, json.code]).toEqual([422, 'offer-code-rejected'])
    }
  })

  test('still lowers an order placed before its end and paid after it, and no order placed later', async () => {
    const { clock } = fixture.server
    const row = await makeCode({ validUntil: addMs(clock.now, MINUTE_MS) })
    const [early, late] = await newUsers(2)
    if (!early || !late) throw new Error('No users')
    const placed = await order(early, row)
    clock.now = addMs(clock.now, 2 * MINUTE_MS)
    expect((await order(late, row)).json.code).toBe('offer-code-rejected')
    expect((await payFor(early, row, placed.json.id)).status).toBe(200)
    const { row: orderRow, refunds } = await readFacts(placed.json.order_number)
    expect([orderRow.status, orderRow.total, refunds]).toEqual(['completed', placed.json.amount, []])
  })

  test('cannot be guessed by trying many', async () => {
    const [guesser] = await newUsers(1)
    if (!guesser) throw new Error('No user')
    const statuses = []
    for (let at = 0; at < 21; at += 1) statuses.push((await check(guesser, `GUESS${at}`)).status)
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 422))
    expect(statuses[20]).toBe(429)
  })
})

describe('a limit', () => {
  // Shows D51.once
  test('is not exceeded by shoppers who order concurrently', async () => {
    const row = await makeCode({ ordersMax: 3 })
    const shoppers = await newUsers(SHOPPERS)
    const placed = await Promise.all(shoppers.map(async (who) => ({ who, ...(await order(who, row)) })))
    const winners = placed.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(3)
    const others = placed.filter(({ status }) => status !== 200)
    expect(new Set(others.map(({ json }) => json.code))).toEqual(new Set(['offer-code-rejected']))
    for (const { who, json } of winners) expect((await payFor(who, row, json.id)).status).toBe(200)
    expect((await redemptionsOf(row)).filter(({ reservedUntil }) => reservedUntil === null)).toHaveLength(3)
    expect((await check(fixture.asha, row.code)).json.message).toMatch(/as often as it may be/)
  })

  // Shows D51.once, D51.late
  test('is not exceeded by payments that arrive after others used the code: they are refunded', async () => {
    const row = await makeCode({ ordersMax: 1 })
    const [late, quick] = await newUsers(2)
    if (!late || !quick) throw new Error('No users')
    const first = await order(late, row)
    fixture.server.clock.now = addMs(fixture.server.clock.now, 20 * MINUTE_MS)
    expect((await buy(quick, row)).status).toBe(200)
    const verified = await payFor(late, row, first.json.id)
    expect([verified.status, verified.json.code]).toEqual([422, 'offer-code-rejected'])
    await sendRefunds()
    const { row: orderRow, steps, refunds } = await readFacts(first.json.order_number)
    expect(orderRow.status).toBe('cancelled')
    expect(steps).toContain('offer code used up')
    expect(refunds).toMatchObject([{ amount: orderRow.total, reason: 'the offer code was used up' }])
    const emails = await fixture.db
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.dedupeKey, `offer-code-used-up:${first.json.order_number}`))
    expect(emails).toHaveLength(1)
    expect(await redemptionsOf(row)).toHaveLength(1)
  })

  // Shows D51.once
  test('per customer is not exceeded by orders in two tabs: one is completed, the other refunded', async () => {
    const row = await makeCode({ ordersPerCustomerMax: 1 })
    const [asha] = await newUsers(1)
    if (!asha) throw new Error('No user')
    const one = await order(asha, row)
    const elsewhere = { ...checkoutWith(asha, row), address: { ...addressOf(asha), address: '2 MI Road' } }
    const two = await fixture.server.request(asha, 'POST', '/api/create-order', elsewhere)
    expect([one.status, two.status]).toEqual([200, 200])
    expect(two.json.order_number).not.toBe(one.json.order_number)
    const verified = await Promise.all([one, two].map(({ json }) => payFor(asha, row, json.id)))
    expect(verified.map(({ status }) => status).sort()).toEqual([200, 422])
    await sendRefunds()
    const facts = await Promise.all([one, two].map(({ json }) => readFacts(json.order_number)))
    expect(facts.map(({ row: { status } }) => status).sort()).toEqual(['cancelled', 'completed'])
    expect(facts.flatMap(({ refunds }) => refunds.map(({ reason }) => reason))).toEqual([
      'the offer code was used up',
    ])
    expect((await check(asha, row.code)).json.message).toMatch(/used this code already/)
    expect((await check(fixture.asha, row.code)).status).toBe(200)
  })

  test('is not used by an order whose pieces the code does not lower', async () => {
    const row = await makeCode({ appliesTo: ['bangles'], ordersPerCustomerMax: 1 })
    const [asha] = await newUsers(1)
    if (!asha) throw new Error('No user')
    const { json } = await buy(asha, row)
    expect((await readFacts(json.order_number)).row).toMatchObject({ status: 'completed', offerCode: null })
    expect((await check(asha, row.code)).status).toBe(200)
  })

  test('releases the use of an unpaid order when its reservation expires', async () => {
    const row = await makeCode({ ordersMax: 1 })
    const [first, second] = await newUsers(2)
    if (!first || !second) throw new Error('No users')
    expect((await order(first, row)).status).toBe(200)
    expect((await order(second, row)).status).toBe(422)
    fixture.server.clock.now = addMs(fixture.server.clock.now, 16 * MINUTE_MS)
    expect((await order(second, row)).status).toBe(200)
    // Reopens the dialog of the first order.
    expect((await order(first, row)).status).toBe(422)
  })
})
