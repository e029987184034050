/** Prices that the checkout has shown, while another edition is published (docs/payments.md). */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_RATES } from '#domain/catalogue/opening.ts'
import { createCollection, type Collection } from '#domain/collection.ts'
import { paise, rupees } from '#domain/money.ts'
import type { ProductKey } from '#domain/product.ts'
import type { PricingParameters } from '#domain/rates.ts'
import { addMs, MINUTE_MS } from '#domain/time.ts'
import { loadContent, publish, seedOpeningCollection } from '#server/collection/editions.ts'
import { createQuoteSigner } from '#server/collection/signed-quotes.ts'
import { order, orderLine } from '#server/db/schema.ts'
import type { User } from '#server/http.ts'
import type { Courier } from '#server/shipping/courier.ts'
import {
  checkoutOf,
  CHAIN_ANKLET,
  createTestServer,
  itemOf,
  newUser,
  pay,
  RING,
  setUpCheckout,
} from './testing.ts'

const fixture = setUpCheckout()

/** The opening collection, then gold at ₹6,100, then at ₹5,900. */
const editions: Collection[] = []
let current: Collection

beforeAll(async () => {
  const { db } = fixture
  await seedOpeningCollection(db, new Date())
  for (const gold18k of [6100, 5900]) {
    const rates: PricingParameters = {
      ...OPENING_RATES,
      perGram: { ...OPENING_RATES.perGram, gold18k: rupees(gold18k) },
    }
    const published = await publish(db, {
      changes: [{ do: 'set rates', rates }],
      actor: 'Meera',
      reason: 'Rate of the day',
      now: new Date(),
    })
    if (!published.ok) throw new Error('Not published')
    editions.push(createCollection(published.value, await loadContent(db, published.value.edition)))
  }
})
beforeEach(() => {
  current = OPENING_COLLECTION
  fixture.server = createTestServer(fixture.db, fixture.sandbox, { collection: () => current })
})

function goldRises(): void {
  current = editions[0] ?? current
}
function goldFalls(): void {
  current = editions[1] ?? current
}

interface Shown {
  readonly who?: User
  readonly key?: ProductKey
  readonly quantity?: number
  readonly pincode?: string
}

/** What the checkout page shows and gets. */
async function quoteOf({ who = fixture.asha, key = RING, quantity = 1, pincode = '302003' }: Shown = {}) {
  const { status, json } = await fixture.server.request(who, 'POST', '/api/shipping/calculate', {
    pickup_postcode: '110059',
    delivery_postcode: pincode,
    weight: 0.5,
    items: [{ ...key, quantity }],
  })
  expect(status).toBe(200)
  return { quote: String(json.quote), rates: json.shippingRates }
}

const create = (changes: object, who = fixture.asha) =>
  fixture.server.request(who, 'POST', '/api/create-order', checkoutOf(who, { ...changes }))

const advance = (ms: number) => {
  fixture.server.clock.now = addMs(fixture.server.clock.now, ms)
}

const SHOWN = 3_288_300
const RISEN = 3_328_980
const PLAIN = {
  success: false,
  code: 'prices-changed',
  message: 'Prices have changed. Please review your cart.',
}
const ROSE = {
  ...PLAIN,
  message:
    'Prices have changed. Please review your cart. The total was ₹32,883.00 and is ₹33,289.80 now. ' +
    '18K gold went up from ₹6,000.00 to ₹6,100.00 per gram: ₹406.80 more.',
  priceChange: {
    before: SHOWN,
    after: RISEN,
    causes: [{ text: '18K gold went up from ₹6,000.00 to ₹6,100.00 per gram', amount: 40_680 }],
  },
}

// Shows D8.quote
describe('a price that the checkout has shown', () => {
  test('is charged for 15 minutes although a newer edition is dearer', async () => {
    const { quote } = await quoteOf()
    goldRises()
    advance(15 * MINUTE_MS - 1)
    const { status, json } = await create({ quote })
    expect([status, json.amount]).toEqual([200, SHOWN])
    const [row] = await fixture.db.select().from(order).where(eq(order.number, json.order_number))
    expect(row).toMatchObject({ edition: 1, total: SHOWN })
    const [line] = await fixture.db
      .select()
      .from(orderLine)
      .where(eq(orderLine.orderNumber, json.order_number))
    expect(line?.facts?.breakup?.metalRatePerGram).toBe(rupees(6000))
  })

  test('is what the order costs although the price rises before the payment', async () => {
    const { quote } = await quoteOf()
    goldRises()
    const { json } = await create({ quote })
    advance(10 * MINUTE_MS)
    const proof = await pay(fixture.sandbox, json.id)
    const verified = await fixture.server.request(fixture.asha, 'POST', '/api/verify-payment', {
      ...proof,
      amount: SHOWN,
      items: [itemOf(RING)],
    })
    expect(verified.status).toBe(200)
  })

  test('is no longer charged after 15 minutes, and the error says what changed', async () => {
    const { quote } = await quoteOf()
    goldRises()
    advance(15 * MINUTE_MS)
    expect(await create({ quote })).toEqual({ status: 409, json: ROSE })
    const agreed = await create({ amount: RISEN, items: [{ ...itemOf(RING), price: RISEN }] })
    expect([agreed.status, agreed.json.amount]).toEqual([200, RISEN])
  })

  test('is not charged after a fall: the lower price is', async () => {
    const { quote } = await quoteOf()
    goldFalls()
    const rejected = await create({ quote })
    expect([rejected.status, rejected.json.priceChange]).toEqual([
      409,
      {
        before: SHOWN,
        after: 3_247_620,
        causes: [{ text: '18K gold came down from ₹6,000.00 to ₹5,900.00 per gram', amount: -40_680 }],
      },
    ])
    const items = [{ ...itemOf(RING), price: 3_247_620 }]
    expect((await create({ amount: 3_247_620, items, quote })).json.amount).toBe(3_247_620)
  })

  test('is accepted with an expired quote while no price has changed', async () => {
    const { quote } = await quoteOf()
    advance(60 * MINUTE_MS)
    expect((await create({ quote })).json.amount).toBe(SHOWN)
  })

  test('includes the shipping rate that was shown', async () => {
    let rate = paise(5720)
    const courier: Courier = {
      fetchRates: async () => ({
        ok: true,
        value: {
          rates: [{ courierId: 43, courierName: 'Delhivery Surface', estimatedDays: 4, rate }],
          city: 'Jaipur',
        },
      }),
    }
    fixture.server = createTestServer(fixture.db, fixture.sandbox, { courier })
    const { quote } = await quoteOf({ key: CHAIN_ANKLET })
    rate = paise(6000)
    const shown = { items: [itemOf(CHAIN_ANKLET)], amount: 120_720, quote }
    advance(15 * MINUTE_MS)
    expect((await create(shown)).json.message).toBe(
      `${PLAIN.message} The total was ₹1,207.20 and is ₹1,210.00 now. ` +
        'Shipping went up from ₹57.20 to ₹60.00: ₹2.80 more.',
    )
    advance(-1)
    expect((await create(shown)).json.amount).toBe(120_720)
  })
})

describe('a quote', () => {
  const afterRise = async (body: object, who = fixture.asha) => {
    goldRises()
    return create(body, who)
  }

  test('is ignored without the signature of this shop', async () => {
    const { quote } = await quoteOf()
    const [payload = ''] = quote.split('.')
    const foreign = createQuoteSigner('another secret').sign(
      JSON.parse(Buffer.from(payload, 'base64url').toString()),
    )
    for (const forged of [payload, `${payload}.`, foreign, `${quote}a`, '.', '', 'x'.repeat(8000)])
      expect(await afterRise({ quote: forged })).toEqual({ status: 409, json: ROSE })
  })

  test('is ignored if its content was changed', async () => {
    const { quote } = await quoteOf()
    const [payload = '', signature = ''] = quote.split('.')
    const content = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const later = { ...content, validUntil: content.validUntil + 1_000_000 }
    const forged = `${Buffer.from(JSON.stringify(later)).toString('base64url')}.${signature}`
    advance(16 * MINUTE_MS)
    expect(await afterRise({ quote: forged })).toEqual({ status: 409, json: ROSE })
  })

  test('is ignored if it was signed for another customer', async () => {
    const { quote } = await quoteOf({ who: await newUser(fixture.db) })
    expect(await afterRise({ quote })).toEqual({ status: 409, json: ROSE })
  })

  test('is ignored if it was signed for another quantity', async () => {
    const { quote } = await quoteOf({ quantity: 2 })
    expect(await afterRise({ quote })).toEqual({ status: 409, json: ROSE })
  })

  test('is ignored if it was signed for another pincode', async () => {
    const { quote } = await quoteOf({ pincode: '400001' })
    expect(await afterRise({ quote })).toEqual({ status: 409, json: ROSE })
  })

  test('is ignored if the request has another amount or price', async () => {
    const { quote } = await quoteOf()
    expect(await afterRise({ quote, amount: 100 })).toEqual({ status: 409, json: PLAIN })
    const items = [{ ...itemOf(RING), price: 100 }]
    expect(await afterRise({ quote, items })).toEqual({ status: 409, json: PLAIN })
  })

  test('is invalid if it is longer than any that the shop signs', async () => {
    expect((await create({ quote: 'x'.repeat(8001) })).status).toBe(400)
  })
})

test('a total of the previous edition is never charged without a quote, and the error says what changed', async () => {
  goldRises()
  expect(await create({})).toEqual({ status: 409, json: ROSE })
})

// Shows D8.quote
test('an open order keeps its price for 15 minutes, after which the error says what changed', async () => {
  const first = await create({})
  goldRises()
  advance(15 * MINUTE_MS - 1)
  expect((await create({})).json.order_number).toBe(first.json.order_number)
  advance(1)
  expect(await create({})).toEqual({ status: 409, json: ROSE })
})
