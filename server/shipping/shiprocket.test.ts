import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { portOf } from '#server/testing.ts'
import type { Courier, ParcelCourier } from './courier.ts'
import { createShiprocket } from './shiprocket.ts'

const JAIPUR = { deliveryPincode: '302003', weightMg: 500_000 }
const NOT_SERVICEABLE = { ok: false, error: { kind: 'not serviceable', detail: 'no courier' } }

const SETTINGS = {
  email: 'api@shop.example',
  password: 'p',
  pickupLocation: 'Primary',
  trackingPage: 'https://shiprocket.co/tracking',
  webhookToken: null,
}

describe('against the sandbox', () => {
  let sandbox: Sandbox
  let courier: Courier
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, shopUrl: 'http://localhost:3000', providers: ['shiprocket'] })
  })
  afterAll(() => sandbox.close())
  beforeEach(() => {
    sandbox.faults.set({})
    courier = createShiprocket(sandbox.shiprocket, () => new Date())
  })
  const strike = (fault: string, times: true | number = true) =>
    sandbox.faults.set({ targets: { [JAIPUR.deliveryPincode]: { [fault]: times } } })

  // Shows D25.adapters
  test('rates are in paise, cheapest first', async () => {
    const fetched = await courier.fetchRates(JAIPUR)
    if (!fetched.ok) throw new Error(fetched.error.detail)
    const { rates } = fetched.value
    expect(rates.map(({ courierName }) => courierName).toSorted()).toEqual([
      'Blue Dart Air',
      'Blue Dart Surface',
      'Delhivery Surface',
      'Xpressbees Air',
      'Xpressbees Surface',
    ])
    const prices = rates.map(({ rate }) => rate)
    expect(prices).toEqual(prices.toSorted((one, other) => one - other))
    expect(prices.every((rate) => rate > 1000 && rate < 20_000)).toBe(true)
    expect(rates.every(({ estimatedDays }) => estimatedDays >= 1)).toBe(true)
  })

  test('a heavier parcel costs more: the weight is sent in kilograms', async () => {
    const [light, heavy] = await Promise.all(
      [500_000, 600_000].map((weightMg) => courier.fetchRates({ ...JAIPUR, weightMg })),
    )
    if (!light?.ok || !heavy?.ok) throw new Error('No rates')
    const [lightRate = 0, heavyRate = 0] = [light, heavy].map(({ value }) => value.rates[0]?.rate)
    expect(heavyRate).toBeGreaterThan(lightRate)
    expect(heavyRate).toBeLessThan(3 * lightRate)
  })

  test.each([
    ['by a status inside a 200', { 'courier-no-service': true }],
    ['by HTTP 404', { 'courier-no-service': true, 'courier-http-404': true }],
    ['by an empty list', { 'courier-empty': true }],
  ] as const)('a pincode is not serviceable %s', async (_, faults) => {
    sandbox.faults.set({ targets: { [JAIPUR.deliveryPincode]: faults } })
    expect(await courier.fetchRates(JAIPUR)).toEqual(NOT_SERVICEABLE)
  })

  test('a token that expired early is replaced once', async () => {
    strike('courier-token-expired', 1)
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ ok: true })
  })

  test('a token that is never accepted causes an error, not an endless loop', async () => {
    strike('courier-token-expired')
    expect(await courier.fetchRates(JAIPUR)).toEqual({
      ok: false,
      error: { kind: 'unreachable', detail: 'HTTP 401: 401' },
    })
  })

  test('a server error is reported as unreachable', async () => {
    strike('courier-5xx')
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
  })
})

describe('against fixed responses', () => {
  const requests: IncomingMessage[] = []
  let login: { status: number; body: object } = { status: 200, body: {} }
  let serviceability: { status: number; body: unknown } = { status: 200, body: {} }
  let server: Server
  let courier: Courier & ParcelCourier
  let now: Date

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request)
      const { status, body } = request.url === '/auth/login' ? login : serviceability
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve())
    })
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  beforeEach(() => {
    requests.splice(0)
    now = new Date('2026-11-20T10:00:00Z')
    login = { status: 200, body: { token: 'a.b.c' } }
    const port = portOf(server)
    const apiUrl = `http://127.0.0.1:${port}`
    courier = createShiprocket({ ...SETTINGS, apiUrl }, () => now)
  })

  const delhivery = {
    courier_company_id: 43,
    courier_name: 'Delhivery Surface',
    rate: 57.2,
    estimated_delivery_days: '4',
    etd_hours: 91,
    blocked: 0,
    is_hyperlocal: false,
  }
  const respondWith = (...couriers: object[]) => {
    serviceability = { status: 200, body: { status: 200, data: { available_courier_companies: couriers } } }
  }
  const logins = () => requests.filter(({ url }) => url === '/auth/login').length

  // Shows 9.pickup, D29.weight
  test('requests rates for a prepaid parcel from the shop, in kilograms', async () => {
    respondWith(delhivery)
    await courier.fetchRates({ deliveryPincode: '302003', weightMg: 512_340 })
    const url = new URL(requests[1]?.url ?? '', 'http://shop')
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/courier/serviceability/',
      { pickup_postcode: '110059', delivery_postcode: '302003', weight: '0.51234', cod: '0' },
    ])
    expect(requests[1]?.headers.authorization).toBe('Bearer a.b.c')
  })

  test('₹57.20 is 5720 paise', async () => {
    respondWith(delhivery)
    expect(await courier.fetchRates(JAIPUR)).toEqual({
      ok: true,
      value: {
        rates: [{ courierId: 43, courierName: 'Delhivery Surface', estimatedDays: 4, rate: 5720 }],
        city: null,
      },
    })
  })

  test.each([
    ['its name', 'Jaipur', 'Jaipur'],
    ['a name of several words', 'St. Thomas’ Mount-cum (Pallavaram)', 'St. Thomas’ Mount-cum (Pallavaram)'],
    ['a name with blanks around it', '  New Delhi ', 'New Delhi'],
    ['nothing', '', null],
    ['null', null, null],
    ['a number', 302001, null],
    ['markup', '<b>Jaipur</b>', null],
    ['a name on two lines', 'Jaipur\nRajasthan', null],
    ['a name of 41 characters', 'J'.repeat(41), null],
  ])('reads the city from %s', async (_, named, city) => {
    respondWith({ ...delhivery, city: named })
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ ok: true, value: { city } })
  })

  test('reads the city from the first courier that names it, even if that is blocked', async () => {
    respondWith(
      { ...delhivery, city: '' },
      { ...delhivery, city: 'Jaipur', blocked: 1 },
      { ...delhivery, city: 'J' },
    )
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ value: { city: 'Jaipur' } })
  })

  test('reads numbers that are text, and days from hours if the days are blank', async () => {
    const textual = {
      courier_company_id: '55',
      rate: '61.05',
      estimated_delivery_days: '',
      etd_hours: '91',
      blocked: '0',
    }
    respondWith({ ...delhivery, ...textual })
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({
      value: { rates: [{ courierId: 55, rate: 6105, estimatedDays: 4 }] },
    })
  })

  test.each([
    ['is blocked', { blocked: 1 }],
    ['is hyperlocal', { is_hyperlocal: true }],
    ['has no delivery time', { estimated_delivery_days: '', etd_hours: null }],
    ['has no price', { rate: null }],
    ['has a price of 0', { rate: 0 }],
    ['has text for a price', { rate: 'on request' }],
    ['has a negative price', { rate: -5 }],
  ])('ignores a courier that %s', async (_, changes) => {
    respondWith({ ...delhivery, courier_company_id: 1, ...changes }, delhivery)
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ value: { rates: [{ courierId: 43 }] } })
  })

  test('reports a pincode as not serviceable if every courier is ignored', async () => {
    respondWith({ ...delhivery, blocked: 1 })
    expect(await courier.fetchRates(JAIPUR)).toEqual(NOT_SERVICEABLE)
  })

  test('reports a pincode as not serviceable if the data is missing', async () => {
    serviceability = { status: 200, body: { status: 200 } }
    expect(await courier.fetchRates(JAIPUR)).toEqual(NOT_SERVICEABLE)
  })

  test.each([
    ['another site', 'https://phishing.example/1904'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', null],
  ])('links the tracking page of the settings where the courier names %s', async (_, named) => {
    serviceability = { status: 200, body: { tracking_data: { track_status: 1, track_url: named } } }
    expect(await courier.track('1904/../x?y')).toEqual({
      ok: true,
      value: {
        scans: [],
        expectedAt: null,
        trackingUrl: 'https://shiprocket.co/tracking/1904%2F..%2Fx%3Fy',
      },
    })
  })

  test('concurrent requests share one login', async () => {
    respondWith(delhivery)
    await Promise.all([1, 2, 3, 4].map(() => courier.fetchRates(JAIPUR)))
    expect(logins()).toBe(1)
  })

  test('logs in again after nine days, not before', async () => {
    respondWith(delhivery)
    await courier.fetchRates(JAIPUR)
    now = new Date('2026-11-29T09:59:59Z')
    await courier.fetchRates(JAIPUR)
    expect(logins()).toBe(1)
    now = new Date('2026-11-29T10:00:00Z')
    await courier.fetchRates(JAIPUR)
    expect(logins()).toBe(2)
  })

  test('waits a minute after a rejected login, so that Shiprocket does not lock the user out', async () => {
    login = { status: 400, body: { message: 'Invalid email and password combination' } }
    const rejected = { ok: false, error: { kind: 'unreachable', detail: 'login: HTTP 400' } }
    expect(await courier.fetchRates(JAIPUR)).toEqual(rejected)
    expect(await courier.fetchRates(JAIPUR)).toEqual(rejected)
    expect(logins()).toBe(1)
    now = new Date('2026-11-20T10:01:00Z')
    await courier.fetchRates(JAIPUR)
    expect(logins()).toBe(2)
  })

  test('retries a login that failed for other reasons at once', async () => {
    login = { status: 500, body: {} }
    await courier.fetchRates(JAIPUR)
    login = { status: 200, body: { token: 'a.b.c' } }
    respondWith(delhivery)
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ ok: true })
  })
})
