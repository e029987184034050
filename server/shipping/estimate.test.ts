import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import {
  CHAIN_ANKLET,
  openCheckoutShop,
  RING,
  SITE_URL,
  SOLD_OUT,
  type CheckoutShop,
} from '#server/checkout/testing.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { openTestDatabase } from '#server/testing.ts'
import type { Courier, Parcel } from './courier.ts'

let database: OpenDatabase
let sandbox: Sandbox
let shop: CheckoutShop

beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['shiprocket'] })
}, 60_000)
afterAll(async () => {
  await sandbox.close()
  await database.close()
})
beforeEach(() => {
  sandbox.faults.set({})
  // Each test has a minute of its own: they all come from one address.
  startedAt += 60_000
  openShop()
})
let startedAt = Date.parse('2026-11-20T10:00:00Z')

function openShop(own?: { readonly courier: Courier }): void {
  shop = openCheckoutShop(database.db, sandbox, own)
  shop.clock.now = new Date(startedAt)
}

/** Out of stock, and made again. */
const PLATINUM_SET = { type: 'sets', id: 904 }

/** A visitor asks: without a token. */
const ask = (body: object) => shop.ask(null, 'POST', '/api/shipping/estimate', body)
const askFor = (product: object, pincode = '302003') => ask({ product, pincode })

describe('a visitor is told', () => {
  test('one free delivery for a piece of ₹5,000 and more', async () => {
    const { status, json } = await askFor(RING)
    expect([status, json]).toEqual([
      200,
      { success: true, deliveries: [{ charge: 0, arrivesOn: expect.stringMatching(/^2026-11-2\d$/) }] },
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

test('the parcel weighs what the catalogue says, never less than half a kilogram', async () => {
  const parcels: Parcel[] = []
  const courier: Courier = {
    async ratesFor(parcel) {
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
    sandbox.faults.set({ rates: { 'courier-empty': 1 } })
    expect((await askFor(RING)).json.code).toBe('not-serviceable')
  })

  test('an enquiry that the couriers do not answer, and the next one succeeds', async () => {
    sandbox.faults.set({ rates: { 'courier-5xx': 1 } })
    const { status, json } = await askFor(RING)
    expect([status, json.code]).toEqual([424, 'provider-unavailable'])
    sandbox.faults.set({})
    expect((await askFor(RING)).status).toBe(200)
  })

  test('the sixty-first enquiry within a minute, until the minute is over', async () => {
    for (let asked = 0; asked < 60; asked += 1) expect((await askFor(SOLD_OUT)).status).toBe(409)
    expect((await askFor(SOLD_OUT)).status).toBe(429)
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
    expect((await askFor(SOLD_OUT)).status).toBe(409)
  })
})

test('an expired token of the shop at the courier is renewed unseen', async () => {
  sandbox.faults.set({ targets: { '302003': { 'courier-token-expired': 1 } } })
  expect((await askFor(RING)).status).toBe(200)
})
