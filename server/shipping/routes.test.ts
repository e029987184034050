import { beforeEach, describe, expect, test } from 'vitest'
import {
  CHAIN_ANKLET,
  openCheckoutShop,
  RING,
  setUpCheckout,
  SOLD_OUT,
  newUser,
} from '#server/checkout/testing.ts'
import type { User } from '#server/http.ts'
import type { Courier, Parcel } from './courier.ts'

const scene = setUpCheckout({ providers: ['shiprocket'] })

const PATH = '/api/shipping/calculate'
const enquiry = {
  pickup_postcode: '110059',
  delivery_postcode: '302003',
  weight: 0.5,
  items: [{ ...RING, quantity: 1 }],
}
const ask = (changes: object = {}, who: User | null = scene.asha) =>
  scene.shop.ask(who, 'POST', PATH, { ...enquiry, ...changes })

describe('the couriers’ offers', () => {
  // Shows 7.shipping, 3.rate
  test('come in paise with the courier’s name and days', async () => {
    const { status, json } = await ask()
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
  test('come with the city of the pincode', async () => {
    expect((await ask()).json.city).toBe('Jaipur')
  })

  test('are the couriers’ full rates, also where the shop pays for shipping', async () => {
    const { json } = await ask()
    expect(json.shippingRates.every(({ rate }: { rate: number }) => rate > 0)).toBe(true)
  })

  // Shows D29.weight
  describe('are for the weight by the catalogue', () => {
    const parcels: Parcel[] = []
    const courier: Courier = {
      async fetchRates(parcel) {
        parcels.push(parcel)
        return { ok: false, problem: 'not serviceable', detail: 'no courier' }
      },
    }
    beforeEach(() => {
      parcels.splice(0)
      scene.shop = openCheckoutShop(scene.db, scene.sandbox, { courier })
    })

    test('of the pieces sent along: twenty ankle chains of 9 g lie below half a kilogram', async () => {
      await ask({ items: [{ ...CHAIN_ANKLET, quantity: 20 }] })
      expect(parcels).toEqual([{ deliveryPincode: '302003', weightMg: 500_000 }])
    })

    test('of sixty ankle chains: 540 g', async () => {
      await ask({ items: [{ ...CHAIN_ANKLET, quantity: 60 }], weight: 0.5 })
      expect(parcels).toEqual([{ deliveryPincode: '302003', weightMg: 540_000 }])
      expect(scene.shop.logged.filter((line) => line.includes('weight differs'))).toHaveLength(1)
    })

    test('of the stored cart where no pieces are sent', async () => {
      scene.asha = await newUser(scene.db, [{ ...CHAIN_ANKLET, quantity: 60 }])
      await ask({ items: undefined })
      expect(parcels).toEqual([{ deliveryPincode: '302003', weightMg: 540_000 }])
    })
  })
})

test('a visitor’s enquiry is not mixed with the offers that shoppers are shown', async () => {
  const asked: string[] = []
  const courierCalled = (name: string): Courier => ({
    async fetchRates() {
      asked.push(name)
      return { ok: false, problem: 'not serviceable', detail: 'no courier' }
    },
  })
  scene.shop = openCheckoutShop(scene.db, scene.sandbox, {
    courier: courierCalled('shoppers’'),
    visitorsCourier: courierCalled('visitors’'),
  })
  await scene.shop.ask(null, 'POST', '/api/shipping/estimate', { product: RING, pincode: '302003' })
  await ask()
  expect(asked).toEqual(['visitors’', 'shoppers’'])
})

describe('is refused', () => {
  // Shows 8.shipping.words
  test('a pincode that nobody serves, with “No shipping options available”', async () => {
    scene.sandbox.faults.set({ rates: { 'courier-no-service': 1 } })
    const { status, json } = await ask()
    expect([status, json]).toEqual([
      422,
      { success: false, code: 'not-serviceable', message: 'No shipping options available' },
    ])
  })

  test('an enquiry that the couriers do not answer, with “Failed to fetch shipping rates”', async () => {
    scene.sandbox.faults.set({ rates: { 'courier-5xx': 1 } })
    const { status, json } = await ask()
    expect([status, json]).toEqual([
      503,
      { success: false, code: 'provider-unavailable', message: 'Failed to fetch shipping rates' },
    ])
  })

  // Shows 7.bearer, 6.token
  test('a visitor, with “Authentication required”', async () => {
    const { status, json } = await ask({}, null)
    expect([status, json.message]).toEqual([401, 'Authentication required'])
  })

  test.each([
    ['another pickup postcode', { pickup_postcode: '400001' }],
    ['a pincode of five digits', { delivery_postcode: '30200' }],
    ['a pincode that begins with 0', { delivery_postcode: '030200' }],
    ['a pincode of letters', { delivery_postcode: 'JAIPUR' }],
    ['a weight of nothing', { weight: 0 }],
    ['a weight as text', { weight: '0.5' }],
    ['an unknown field', { cod: 1 }],
    ['an empty cart', { items: [] }],
    ['a cart of sold-out pieces alone', { items: [{ ...SOLD_OUT, quantity: 1 }] }],
    ['nothing in the stored cart', { items: undefined }],
  ])('%s', async (_, changes) => {
    const { status, json } = await ask(changes)
    expect([status, json.code]).toEqual([400, 'invalid-request'])
  })

  test('the thirty-first enquiry within a minute, until the minute is over', async () => {
    const wrong = { items: [] }
    for (let asked = 0; asked < 30; asked += 1) expect((await ask(wrong)).status).toBe(400)
    expect((await ask(wrong)).status).toBe(429)
    scene.shop.clock.now = new Date(scene.shop.clock.now.getTime() + 60_000)
    expect((await ask(wrong)).status).toBe(400)
  })
})
