import { beforeEach, describe, expect, test } from 'vitest'
import { CHAIN_ANKLET, openCheckoutShop, RING, setUpCheckout, SOLD_OUT } from '#server/checkout/testing.ts'
import type { Courier, Parcel } from './courier.ts'

const scene = setUpCheckout({ providers: ['shiprocket'] })
beforeEach(() => {
  // Each test has a minute of its own: they all come from one address.
  startedAt += 60_000
  openShop()
})
let startedAt = Date.parse('2026-11-20T10:00:00Z')

function openShop(own?: { readonly courier: Courier }): void {
  scene.shop = openCheckoutShop(scene.db, scene.sandbox, own)
  scene.shop.clock.now = new Date(startedAt)
}

/** Out of stock, and made again. */
const PLATINUM_SET = { type: 'sets', id: 904 }

/** A visitor asks: without a token. */
const ask = (body: object) => scene.shop.ask(null, 'POST', '/api/shipping/estimate', body)
const askFor = (product: object, pincode = '302003') => ask({ product, pincode })

describe('a visitor is told', () => {
  test('one free delivery for a piece of ₹5,000 and more', async () => {
    const { status, json } = await askFor(RING)
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        deliveries: [{ charge: 0, arrivesOn: expect.stringMatching(/^2026-11-2\d$/) }],
        city: 'Jaipur',
      },
    ])
  })

  test('the cheapest way with its charge, then a faster one for more', async () => {
    const { json } = await askFor(CHAIN_ANKLET)
    const [cheapest, faster] = json.deliveries
    expect(cheapest.charge).toBeGreaterThan(0)
    expect(faster.charge).toBeGreaterThan(cheapest.charge)
    expect(faster.arrivesOn < cheapest.arrivesOn).toBe(true)
  })

  test('a date fifteen days further for a piece made to order', async () => {
    const { json } = await askFor(PLATINUM_SET)
    expect(json.deliveries[0].arrivesOn).toMatch(/^2026-12-/)
  })
})

// Shows B.city
describe('who asks without a piece is told', () => {
  test('the city alone', async () => {
    const { status, json } = await ask({ pincode: '302003' })
    expect([status, json]).toEqual([200, { success: true, deliveries: [], city: 'Jaipur' }])
  })

  test('no city where the couriers do not name it', async () => {
    const { status, json } = await ask({ pincode: '243001' })
    expect([status, json.city]).toEqual([200, null])
  })
})

test('the parcel weighs what the catalogue says, never less than half a kilogram', async () => {
  const parcels: Parcel[] = []
  const courier: Courier = {
    async fetchRates(parcel) {
      parcels.push(parcel)
      return { ok: false, problem: 'not serviceable', detail: 'no courier' }
    },
  }
  openShop({ courier })
  await askFor(RING)
  await askFor({ type: 'idols', id: 1000 })
  expect(parcels.map(({ weightMg }) => weightMg)).toEqual([500_000, expect.any(Number)])
  expect(parcels[1]?.weightMg).toBeGreaterThan(500_000)
})

describe('is refused', () => {
  test.each([
    ['a pincode of five digits', '30200'],
    ['a pincode that begins with 0', '030200'],
    ['a pincode of letters', 'JAIPUR'],
    ['no pincode', ''],
  ])('%s, with its field named', async (_, pincode) => {
    const { status, json } = await askFor(RING, pincode)
    expect([status, json.code, Object.keys(json.fields)]).toEqual([400, 'invalid-request', ['pincode']])
  })

  test.each([
    ['an unknown field', { product: RING, pincode: '302003', weight: 0.1 }],
    ['an unknown type', { product: { type: 'cars', id: 1 }, pincode: '302003' }],
    ['a pincode as a number', { product: RING, pincode: 302003 }],
    ['nothing', {}],
  ])('%s', async (_, body) => {
    const { status, json } = await ask(body)
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })

  test('a piece that the shop does not have', async () => {
    const { status, json } = await askFor({ type: 'rings', id: 999 })
    expect([status, json.code]).toEqual([404, 'not-found'])
  })

  test('a sold-out piece', async () => {
    const { status, json } = await askFor(SOLD_OUT)
    expect([status, json.code]).toEqual([409, 'conflict'])
  })

  test('a pincode that nobody serves', async () => {
    const { status, json } = await askFor(RING, '744101')
    expect([status, json.code]).toEqual([422, 'not-serviceable'])
  })

  test('an enquiry to which the couriers answer an empty list, as one that nobody serves', async () => {
    scene.sandbox.faults.set({ rates: { 'courier-empty': 1 } })
    expect((await askFor(RING)).json.code).toBe('not-serviceable')
  })

  test('an enquiry that the couriers do not answer, and the next one succeeds', async () => {
    scene.sandbox.faults.set({ rates: { 'courier-5xx': 1 } })
    const { status, json } = await askFor(RING)
    expect([status, json.code]).toEqual([503, 'provider-unavailable'])
    scene.sandbox.faults.set({})
    expect((await askFor(RING)).status).toBe(200)
  })

  test('the sixty-first enquiry within a minute, until the minute is over', async () => {
    for (let asked = 0; asked < 60; asked += 1) expect((await askFor(SOLD_OUT)).status).toBe(409)
    expect((await askFor(SOLD_OUT)).status).toBe(429)
    scene.shop.clock.now = new Date(scene.shop.clock.now.getTime() + 60_000)
    expect((await askFor(SOLD_OUT)).status).toBe(409)
  })
})

test('an expired token of the shop at the courier is renewed unseen', async () => {
  scene.sandbox.faults.set({ targets: { '302003': { 'courier-token-expired': 1 } } })
  expect((await askFor(RING)).status).toBe(200)
})
