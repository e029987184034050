import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'

let sandbox: Sandbox
let token: string

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, shopUrl: 'http://localhost:3000', providers: ['shiprocket'] })
  const response = await login(sandbox.shiprocket.password)
  // The first test below looks at the answer as a whole.
  token = ((await response.json()) as { token: string }).token
})
afterAll(async () => {
  await sandbox.close()
})
beforeEach(() => {
  sandbox.faults.set({})
})

const login = (password: string | undefined) =>
  fetch(`${sandbox.shiprocket.apiUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: sandbox.shiprocket.email, password }),
  })

interface Courier {
  courier_company_id: number
  courier_name: string
  rate: number | string
  estimated_delivery_days: string
  charge_weight: number
  zone: string
  is_surface: boolean
}

interface Rates {
  status: number
  message: string
  data: {
    available_courier_companies: Courier[]
    blocked_courier_companies: { courier_company_id: number }[]
    recommended_courier_company_id: number | null
  }
}

const PARCEL = { pickup_postcode: '110059', weight: '0.5', cod: '0' }

async function getServiceability(
  query: Record<string, string>,
  authorization = `Bearer ${token}`,
  slash = '/',
) {
  const response = await fetch(
    `${sandbox.shiprocket.apiUrl}/courier/serviceability${slash}?${new URLSearchParams(query)}`,
    { headers: { authorization } },
  )
  // The tests below look at each field.
  return { http: response.status, body: (await response.json()) as Rates }
}

async function couriersTo(delivery: string, query: Record<string, string> = {}) {
  const { body } = await getServiceability({ ...PARCEL, delivery_postcode: delivery, ...query })
  return body.data.available_courier_companies
}

async function delhivery(delivery: string, query: Record<string, string> = {}) {
  return (await couriersTo(delivery, query)).find(({ courier_company_id }) => courier_company_id === 43)
}

describe('login', () => {
  test('returns a token of three parts and the documented fields', async () => {
    const response = await login(sandbox.shiprocket.password)
    expect(await response.json()).toMatchObject({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      email: sandbox.shiprocket.email,
      company_id: expect.any(Number),
    })
  })

  test('rejects a wrong password with 400', async () => {
    const response = await login('wrong')
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'Invalid email and password combination', status_code: 400 },
    ])
  })

  test('rejects a missing password with 422', async () => {
    expect((await login(undefined)).status).toBe(422)
  })
})

describe('authentication', () => {
  const query = { ...PARCEL, delivery_postcode: '302001' }

  test.each(['', 'Bearer ', 'Bearer a.b.c', 'Basic eDp5'])('rejects "%s"', async (authorization) => {
    const { http, body } = await getServiceability(query, authorization)
    expect([http, body]).toEqual([401, { message: 'Unauthenticated.', status_code: 401 }])
  })

  test('reports an expired token once', async () => {
    sandbox.faults.set({ targets: { '302001': { 'courier-token-expired': 1 } } })
    expect((await getServiceability(query)).body).toEqual({ message: 'Token has expired', status_code: 401 })
    expect((await getServiceability(query)).http).toBe(200)
  })
})

describe('serviceability', () => {
  test('responds with and without the trailing slash', async () => {
    const query = { ...PARCEL, delivery_postcode: '302001' }
    const [withSlash, without] = [
      await getServiceability(query),
      await getServiceability(query, undefined, ''),
    ]
    expect(withSlash.http).toBe(200)
    expect(without.body.data.available_courier_companies.length).toBe(
      withSlash.body.data.available_courier_companies.length,
    )
  })

  test.each([
    ['110001', 'z_a', 48, '2'],
    ['122001', 'z_b', 51, '3'],
    ['400001', 'z_c', 69, '4'],
    ['302001', 'z_d', 73.5, '5'],
    ['781001', 'z_e', 102, '7'],
  ])(
    'from Delhi to %s is zone %s: Delhivery costs ₹%d and takes %s days',
    async (pincode, zone, rate, days) => {
      expect(await delhivery(pincode)).toMatchObject({
        courier_name: 'Delhivery Surface',
        zone,
        rate,
        estimated_delivery_days: days,
        charge_weight: 0.5,
      })
    },
  )

  test('charges the further rate for each started half kilogram', async () => {
    // Zone d: (49 + 46 × 2) × 1.5 for 1.2 kg, which is charged as 1.5 kg.
    expect(await delhivery('302001', { weight: '1.2' })).toMatchObject({ charge_weight: 1.5, rate: 211.5 })
    expect(await delhivery('302001', { weight: '1.5' })).toMatchObject({ charge_weight: 1.5, rate: 211.5 })
    expect(await delhivery('302001', { weight: '1.51' })).toMatchObject({ charge_weight: 2, rate: 280.5 })
  })

  test('charges a large box by its volume', async () => {
    // 20 × 20 × 20 cm ÷ 5000 = 1.6 kg.
    const size = { length: '20', breadth: '20', height: '20' }
    expect(await delhivery('302001', size)).toMatchObject({ charge_weight: 2 })
  })

  test('varies the types of fields as Shiprocket does', async () => {
    const couriers = await couriersTo('302001')
    const of = (id: number) => couriers.find(({ courier_company_id }) => courier_company_id === id)
    expect(of(43)?.estimated_delivery_days).toBe('5')
    expect(of(33)?.estimated_delivery_days).toBe('')
    expect(of(55)?.rate).toBe('72.00')
    expect(of(51)?.rate).toBe(60)
  })

  test('recommends the cheapest and blocks one courier in the far zone', async () => {
    const { body } = await getServiceability({ ...PARCEL, delivery_postcode: '781001' })
    expect(body.data.recommended_courier_company_id).toBe(51)
    expect(body.data.blocked_courier_companies.map(({ courier_company_id }) => courier_company_id)).toEqual([
      33,
    ])
  })

  test('reaches Ladakh only by air, in ten days', async () => {
    const couriers = await couriersTo('194101')
    expect(couriers.every(({ is_surface }) => !is_surface)).toBe(true)
    expect(couriers[0]?.estimated_delivery_days).toBe('10')
  })

  test('adds the charge of cash on delivery', async () => {
    const value = { cod: '1', declared_value: '10000' }
    // 1.75% of ₹10,000 is ₹175, more than the minimum of ₹35.
    expect((await delhivery('302001', value))?.rate).toBe(248.5)
  })
})

describe('no service', () => {
  test.each(['900001', '000001', '744101', '682555', '540001'])('to %s is a 404 inside a 200', async (to) => {
    const { http, body } = await getServiceability({ ...PARCEL, delivery_postcode: to })
    expect([http, body]).toEqual([200, { status: 404, message: 'Delivery postcode not serviceable' }])
  })

  test('is HTTP 404 by the fault', async () => {
    sandbox.faults.set({ rates: { 'courier-http-404': 1 } })
    const { http, body } = await getServiceability({ ...PARCEL, delivery_postcode: '744101' })
    expect([http, body.status]).toEqual([404, 404])
  })

  test('from a pincode that is not served', async () => {
    const { body } = await getServiceability({
      ...PARCEL,
      pickup_postcode: '744101',
      delivery_postcode: '302001',
    })
    expect(body.message).toBe('Pickup postcode not serviceable')
  })

  test('by the fault, to a serviceable pincode', async () => {
    sandbox.faults.set({ targets: { '302001': { 'courier-no-service': true } } })
    expect((await getServiceability({ ...PARCEL, delivery_postcode: '302001' })).body.status).toBe(404)
    expect((await getServiceability({ ...PARCEL, delivery_postcode: '302002' })).body.status).toBe(200)
  })

  test('an empty list by the fault', async () => {
    sandbox.faults.set({ rates: { 'courier-empty': 1 } })
    expect(await couriersTo('302001')).toEqual([])
  })
})

describe('bad requests', () => {
  test('a pincode of five digits', async () => {
    expect((await getServiceability({ ...PARCEL, delivery_postcode: '30200' })).body.message).toBe(
      'Length mismatch',
    )
  })

  test('a missing weight names the field', async () => {
    const { http, body } = await getServiceability({
      pickup_postcode: '110059',
      delivery_postcode: '302001',
      cod: '0',
    })
    expect([http, body]).toEqual([
      422,
      {
        message: 'Required field missing',
        errors: { weight: ['The weight field is required.'] },
        status_code: 422,
      },
    ])
  })

  test.each(['heavy', '-1', '0'])('a weight of %s', async (weight) => {
    expect((await getServiceability({ ...PARCEL, delivery_postcode: '302001', weight })).http).toBe(422)
  })
})

test('courier-5xx: responds with 500', async () => {
  sandbox.faults.set({ rates: { 'courier-5xx': 1 } })
  expect((await getServiceability({ ...PARCEL, delivery_postcode: '302001' })).http).toBe(500)
  expect(sandbox.faults.counts()['courier-5xx']).toBe(1)
})

test('courier-slow: responds after the set time', async () => {
  sandbox.faults.set({ rates: { 'courier-slow': 1 }, timing: { slowMs: 60 } })
  const before = performance.now()
  expect((await getServiceability({ ...PARCEL, delivery_postcode: '302001' })).http).toBe(200)
  expect(performance.now() - before).toBeGreaterThanOrEqual(55)
})
