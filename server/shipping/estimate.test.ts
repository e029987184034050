import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { CHAIN_ANKLET, createTestServer, RING, setUpCheckout, SOLD_OUT } from '#server/checkout/testing.ts'
import type { Courier, Shipment } from './courier.ts'

const fixture = setUpCheckout({ providers: ['shiprocket'] })
beforeEach(() => {
  // All tests share one IP address, so each has a minute of its own for the rate limit.
  startedAt += MINUTE_MS
  startServer()
})
let startedAt = Date.parse('2026-11-20T10:00:00Z')

function startServer(own?: { readonly courier: Courier }): void {
  fixture.server = createTestServer(fixture.db, fixture.sandbox, own)
  fixture.server.clock.now = new Date(startedAt)
}

const PLATINUM_SET = { type: 'sets', id: 904 }

/** Sent without a token. */
const estimate = (body: object) => fixture.server.request(null, 'POST', '/api/shipping/estimate', body)
const estimateFor = (product: object, pincode = '302003') => estimate({ product, pincode })

describe('an estimate for a product has', () => {
  test('one free delivery from ₹5,000', async () => {
    const { status, json } = await estimateFor(RING)
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        deliveries: [{ charge: 0, arrivesOn: expect.stringMatching(/^2026-11-2\d$/) }],
        city: 'Jaipur',
      },
    ])
  })

  test('the cheapest delivery, then a faster and dearer one', async () => {
    const { json } = await estimateFor(CHAIN_ANKLET)
    const [cheapest, faster] = json.deliveries
    expect(cheapest.charge).toBeGreaterThan(0)
    expect(faster.charge).toBeGreaterThan(cheapest.charge)
    expect(faster.arrivesOn < cheapest.arrivesOn).toBe(true)
  })

  test('a date fifteen days later if the product is made to order', async () => {
    const { json } = await estimateFor(PLATINUM_SET)
    expect(json.deliveries[0].arrivesOn).toMatch(/^2026-12-/)
  })
})

// Shows B.city
describe('an estimate without a product has', () => {
  test('only the city', async () => {
    const { status, json } = await estimate({ pincode: '302003' })
    expect([status, json]).toEqual([200, { success: true, deliveries: [], city: 'Jaipur' }])
  })

  test('no city if the couriers do not name it', async () => {
    const { status, json } = await estimate({ pincode: '243001' })
    expect([status, json.city]).toEqual([200, null])
  })
})

test('the parcel has the catalogue weight, at least half a kilogram', async () => {
  const shipments: Shipment[] = []
  const courier: Courier = {
    async fetchRates(parcel) {
      shipments.push(parcel)
      return { ok: false, error: { kind: 'not serviceable', detail: 'no courier' } }
    },
  }
  startServer({ courier })
  await estimateFor(RING)
  await estimateFor({ type: 'idols', id: 1000 })
  expect(shipments.map(({ weightMg }) => weightMg)).toEqual([500_000, expect.any(Number)])
  expect(shipments[1]?.weightMg).toBeGreaterThan(500_000)
})

describe('rejects', () => {
  test.each([
    ['a pincode of five digits', '30200'],
    ['a pincode that begins with 0', '030200'],
    ['a pincode of letters', 'JAIPUR'],
    ['no pincode', ''],
  ])('%s, naming the field', async (_, pincode) => {
    const { status, json } = await estimateFor(RING, pincode)
    expect([status, json.code, Object.keys(json.fields)]).toEqual([400, 'invalid-request', ['pincode']])
  })

  test.each([
    ['an unknown field', { product: RING, pincode: '302003', weight: 0.1 }],
    ['an unknown type', { product: { type: 'cars', id: 1 }, pincode: '302003' }],
    ['a pincode as a number', { product: RING, pincode: 302003 }],
    ['nothing', {}],
  ])('%s', async (_, body) => {
    const { status, json } = await estimate(body)
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })

  test('a product that is not in the catalogue', async () => {
    const { status, json } = await estimateFor({ type: 'rings', id: 999 })
    expect([status, json.code]).toEqual([404, 'not-found'])
  })

  test('a sold-out product', async () => {
    const { status, json } = await estimateFor(SOLD_OUT)
    expect([status, json.code]).toEqual([409, 'conflict'])
  })

  test('a pincode that is not serviceable', async () => {
    const { status, json } = await estimateFor(RING, '744101')
    expect([status, json.code]).toEqual([422, 'not-serviceable'])
  })

  test('an empty list of couriers as not serviceable', async () => {
    fixture.sandbox.faults.set({ rates: { 'courier-empty': 1 } })
    expect((await estimateFor(RING)).json.code).toBe('not-serviceable')
  })

  test('a request while the courier fails, and accepts the next one', async () => {
    fixture.sandbox.faults.set({ rates: { 'courier-5xx': 1 } })
    const { status, json } = await estimateFor(RING)
    expect([status, json.code]).toEqual([503, 'provider-unavailable'])
    fixture.sandbox.faults.set({})
    expect((await estimateFor(RING)).status).toBe(200)
  })

  test('the sixty-first request within a minute, until the minute is over', async () => {
    for (let count = 0; count < 60; count += 1) expect((await estimateFor(SOLD_OUT)).status).toBe(409)
    expect((await estimateFor(SOLD_OUT)).status).toBe(429)
    fixture.server.clock.now = new Date(fixture.server.clock.now.getTime() + MINUTE_MS)
    expect((await estimateFor(SOLD_OUT)).status).toBe(409)
  })
})

test('an expired courier token is renewed', async () => {
  fixture.sandbox.faults.set({ targets: { '302003': { 'courier-token-expired': 1 } } })
  expect((await estimateFor(RING)).status).toBe(200)
})
