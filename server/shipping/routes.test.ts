import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import {
  CHAIN_ANKLET,
  createTestServer,
  RING,
  setUpCheckout,
  SOLD_OUT,
  newUser,
} from '#server/checkout/testing.ts'
import type { User } from '#server/http.ts'
import type { Courier, Shipment } from './courier.ts'

const fixture = setUpCheckout({ providers: ['shiprocket'] })

const PATH = '/api/shipping/calculate'
const calculation = {
  pickup_postcode: '110059',
  delivery_postcode: '302003',
  weight: 0.5,
  items: [{ ...RING, quantity: 1 }],
}
const calculate = (changes: object = {}, who: User | null = fixture.asha) =>
  fixture.server.request(who, 'POST', PATH, { ...calculation, ...changes })

describe('the shipping rates', () => {
  // Shows 7.shipping, 3.rate
  test('are in paise, with the courier’s name and days', async () => {
    const { status, json } = await calculate()
    expect([status, json.success]).toEqual([200, true])
    expect(json.shippingRates).toHaveLength(5)
    expect(json.shippingRates).toContainEqual({
      courier_company_id: 43,
      courier_name: 'Delhivery Surface',
      estimated_days: expect.any(Number),
      rate: expect.any(Number),
    })
  })

  // Shows B.city
  test('include the city of the pincode', async () => {
    expect((await calculate()).json.city).toBe('Jaipur')
  })

  test('are the couriers’ full rates even if shipping is free', async () => {
    const { json } = await calculate()
    expect(json.shippingRates.every(({ rate }: { rate: number }) => rate > 0)).toBe(true)
  })

  // Shows D29.weight
  describe('use the catalogue weight', () => {
    const shipments: Shipment[] = []
    const courier: Courier = {
      async fetchRates(parcel) {
        shipments.push(parcel)
        return { ok: false, error: { kind: 'not serviceable', detail: 'no courier' } }
      },
    }
    beforeEach(() => {
      shipments.splice(0)
      fixture.server = createTestServer(fixture.db, fixture.sandbox, { courier })
    })

    test('of the products in the request: twenty anklets of 9 g are below half a kilogram', async () => {
      await calculate({ items: [{ ...CHAIN_ANKLET, quantity: 20 }] })
      expect(shipments).toEqual([{ deliveryPincode: '302003', weightMg: 500_000 }])
    })

    test('of sixty anklets: 540 g', async () => {
      await calculate({ items: [{ ...CHAIN_ANKLET, quantity: 60 }], weight: 0.5 })
      expect(shipments).toEqual([{ deliveryPincode: '302003', weightMg: 540_000 }])
      expect(fixture.server.logged.filter((line) => line.includes('weight differs'))).toHaveLength(1)
    })

    test('of the stored cart if the request has no products', async () => {
      fixture.asha = await newUser(fixture.db, [{ ...CHAIN_ANKLET, quantity: 60 }])
      await calculate({ items: undefined })
      expect(shipments).toEqual([{ deliveryPincode: '302003', weightMg: 540_000 }])
    })
  })
})

test('estimates and checkout rates have separate caches', async () => {
  const calls: string[] = []
  const courierCalled = (name: string): Courier => ({
    async fetchRates() {
      calls.push(name)
      return { ok: false, error: { kind: 'not serviceable', detail: 'no courier' } }
    },
  })
  fixture.server = createTestServer(fixture.db, fixture.sandbox, {
    courier: courierCalled('shoppers’'),
    visitorsCourier: courierCalled('visitors’'),
  })
  await fixture.server.request(null, 'POST', '/api/shipping/estimate', { product: RING, pincode: '302003' })
  await calculate()
  expect(calls).toEqual(['visitors’', 'shoppers’'])
})

describe('rejects', () => {
  // Shows 8.shipping.words
  test('a pincode that is not serviceable, with “No shipping options available”', async () => {
    fixture.sandbox.faults.set({ rates: { 'courier-no-service': 1 } })
    const { status, json } = await calculate()
    expect([status, json]).toEqual([
      422,
      { success: false, code: 'not-serviceable', message: 'No shipping options available' },
    ])
  })

  test('a request while the courier fails, with “Failed to fetch shipping rates”', async () => {
    fixture.sandbox.faults.set({ rates: { 'courier-5xx': 1 } })
    const { status, json } = await calculate()
    expect([status, json]).toEqual([
      503,
      { success: false, code: 'provider-unavailable', message: 'Failed to fetch shipping rates' },
    ])
  })

  // Shows 7.bearer, 6.token
  test('a visitor, with “Authentication required”', async () => {
    const { status, json } = await calculate({}, null)
    expect([status, json.message]).toEqual([401, 'Authentication required'])
  })

  test.each([
    ['another pickup postcode', { pickup_postcode: '400001' }],
    ['a pincode of five digits', { delivery_postcode: '30200' }],
    ['a pincode that begins with 0', { delivery_postcode: '030200' }],
    ['a pincode of letters', { delivery_postcode: 'JAIPUR' }],
    ['a weight of 0', { weight: 0 }],
    ['a weight as text', { weight: '0.5' }],
    ['an unknown field', { cod: 1 }],
    ['an empty cart', { items: [] }],
    ['a cart of sold-out products only', { items: [{ ...SOLD_OUT, quantity: 1 }] }],
    ['an empty stored cart', { items: undefined }],
  ])('%s', async (_, changes) => {
    const { status, json } = await calculate(changes)
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })

  test('the thirty-first request within a minute, until the minute is over', async () => {
    const wrong = { items: [] }
    for (let asked = 0; asked < 30; asked += 1) expect((await calculate(wrong)).status).toBe(400)
    expect((await calculate(wrong)).status).toBe(429)
    fixture.server.clock.now = new Date(fixture.server.clock.now.getTime() + MINUTE_MS)
    expect((await calculate(wrong)).status).toBe(400)
  })
})
