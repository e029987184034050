import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import {
  CHAIN_ANKLET,
  openCheckoutShop,
  RING,
  SITE_URL,
  SOLD_OUT,
  somebody,
  type CheckoutShop,
} from '#server/checkout/testing.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import type { Person } from '#server/http.ts'
import { openTestDatabase } from '#server/testing.ts'
import type { Courier, Parcel } from './courier.ts'

let database: OpenDatabase
let sandbox: Sandbox
let shop: CheckoutShop
let asha: Person

beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['shiprocket'] })
}, 60_000)
afterAll(async () => {
  await sandbox.close()
  await database.close()
})
beforeEach(async () => {
  sandbox.faults.set({})
  shop = openCheckoutShop(database.db, sandbox)
  asha = await somebody(database.db)
})

const PATH = '/api/shipping/calculate'
const enquiry = {
  pickup_postcode: '110059',
  delivery_postcode: '302003',
  weight: 0.5,
  items: [{ ...RING, quantity: 1 }],
}
const ask = (changes: object = {}, who: Person | null = asha) =>
  shop.ask(who, 'POST', PATH, { ...enquiry, ...changes })

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

  test('are the couriers’ full rates, also where the shop pays for shipping', async () => {
    const { json } = await ask()
    expect(json.shippingRates.every(({ rate }: { rate: number }) => rate > 0)).toBe(true)
  })

  // Shows D29.weight
  describe('are for the weight by the catalogue', () => {
    const parcels: Parcel[] = []
    const courier: Courier = {
      async ratesFor(parcel) {
        parcels.push(parcel)
        return { ok: false, problem: 'not serviceable', detail: 'no courier' }
      },
    }
    beforeEach(() => {
      parcels.splice(0)
      shop = openCheckoutShop(database.db, sandbox, { courier })
    })

    test('of the pieces sent along: twenty ankle chains of 9 g lie below half a kilogram', async () => {
      await ask({ items: [{ ...CHAIN_ANKLET, quantity: 20 }] })
      expect(parcels).toEqual([{ deliveryPincode: '302003', weightMg: 500_000 }])
    })

    test('of sixty ankle chains: 540 g', async () => {
      await ask({ items: [{ ...CHAIN_ANKLET, quantity: 60 }], weight: 0.5 })
      expect(parcels).toEqual([{ deliveryPincode: '302003', weightMg: 540_000 }])
      expect(shop.logged.filter((line) => line.includes('weight differs'))).toHaveLength(1)
    })

    test('of the stored cart where no pieces are sent', async () => {
      asha = await somebody(database.db, [{ ...CHAIN_ANKLET, quantity: 60 }])
      await ask({ items: undefined })
      expect(parcels).toEqual([{ deliveryPincode: '302003', weightMg: 540_000 }])
    })
  })
})

describe('is refused', () => {
  // Shows 8.shipping.words
  test('a pincode that nobody serves, with “No shipping options available”', async () => {
    sandbox.faults.set({ rates: { 'courier-no-service': 1 } })
    const { status, json } = await ask()
    expect([status, json]).toEqual([
      422,
      { success: false, code: 'not-serviceable', message: 'No shipping options available' },
    ])
  })

  test('an enquiry that the couriers do not answer, with “Failed to fetch shipping rates”', async () => {
    sandbox.faults.set({ rates: { 'courier-5xx': 1 } })
    const { status, json } = await ask()
    expect([status, json]).toEqual([
      424,
      { success: false, code: 'provider-unavailable', message: 'Failed to fetch shipping rates' },
    ])
  })

  // Shows 6.token
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
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
    expect((await ask(wrong)).status).toBe(400)
  })
})
