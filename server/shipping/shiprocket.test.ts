import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import type { Courier } from './courier.ts'
import { createShiprocket } from './shiprocket.ts'

const JAIPUR = { deliveryPincode: '302003', weightMg: 500_000 }
const NOT_SERVICEABLE = { ok: false, problem: 'not serviceable', detail: 'no courier' }

describe('at the sandbox, in Shiprocket’s own protocol', () => {
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
  test('couriers are offered in paise, the cheapest first', async () => {
    const offers = await courier.fetchRates(JAIPUR)
    if (!offers.ok) throw new Error(offers.detail)
    expect(offers.rates.map(({ courierName }) => courierName).toSorted()).toEqual([
      'Blue Dart Air',
      'Blue Dart Surface',
      'Delhivery Surface',
      'Xpressbees Air',
      'Xpressbees Surface',
    ])
    const rates = offers.rates.map(({ rate }) => rate)
    expect(rates).toEqual(rates.toSorted((one, other) => one - other))
    expect(rates.every((rate) => rate > 1000 && rate < 20_000)).toBe(true)
    expect(offers.rates.every(({ estimatedDays }) => estimatedDays >= 1)).toBe(true)
  })

  test('a heavier parcel costs more: the weight goes out in kilograms', async () => {
    const [light, heavy] = await Promise.all(
      [500_000, 600_000].map((weightMg) => courier.fetchRates({ ...JAIPUR, weightMg })),
    )
    if (!light?.ok || !heavy?.ok) throw new Error('No offers')
    expect(heavy.rates[0]?.rate).toBeGreaterThan(light.rates[0]?.rate ?? 0)
    expect(heavy.rates[0]?.rate).toBeLessThan(3 * (light.rates[0]?.rate ?? 0))
  })

  test.each([
    ['inside a 200', { 'courier-no-service': true }],
    ['as HTTP 404', { 'courier-no-service': true, 'courier-http-404': true }],
    ['by an empty list', { 'courier-empty': true }],
  ] as const)('a pincode that nobody serves is known %s', async (_, faults) => {
    sandbox.faults.set({ targets: { [JAIPUR.deliveryPincode]: faults } })
    expect(await courier.fetchRates(JAIPUR)).toEqual(NOT_SERVICEABLE)
  })

  test('a token that ran out early is replaced once, unseen', async () => {
    strike('courier-token-expired', 1)
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ ok: true })
  })

  test('a token that is never accepted is trouble, not an endless loop', async () => {
    strike('courier-token-expired')
    expect(await courier.fetchRates(JAIPUR)).toEqual({
      ok: false,
      problem: 'unreachable',
      detail: 'HTTP 401: 401',
    })
  })

  test('a server error is trouble', async () => {
    strike('courier-5xx')
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ ok: false, problem: 'unreachable' })
  })
})

describe('answers as they come', () => {
  const asked: IncomingMessage[] = []
  let login: { status: number; body: object } = { status: 200, body: {} }
  let answer: { status: number; body: unknown } = { status: 200, body: {} }
  let server: Server
  let courier: Courier
  let now: Date

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request)
      const { status, body } = request.url === '/auth/login' ? login : answer
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve())
    })
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  beforeEach(() => {
    asked.splice(0)
    now = new Date('2026-11-20T10:00:00Z')
    login = { status: 200, body: { token: 'a.b.c' } }
    // A server that listens on a TCP port has an address with one.
    const { port } = server.address() as AddressInfo
    const apiUrl = `http://127.0.0.1:${port}`
    courier = createShiprocket({ apiUrl, email: 'api@shop.example', password: 'p' }, () => now)
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
  const offering = (...couriers: object[]) => {
    answer = { status: 200, body: { status: 200, data: { available_courier_companies: couriers } } }
  }
  const logins = () => asked.filter(({ url }) => url === '/auth/login').length

  // Shows 9.pickup, D29.weight
  test('asks for a prepaid parcel from the shop, in kilograms', async () => {
    offering(delhivery)
    await courier.fetchRates({ deliveryPincode: '302003', weightMg: 512_340 })
    const url = new URL(asked[1]?.url ?? '', 'http://shop')
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/courier/serviceability/',
      { pickup_postcode: '110059', delivery_postcode: '302003', weight: '0.51234', cod: '0' },
    ])
    expect(asked[1]?.headers.authorization).toBe('Bearer a.b.c')
  })

  test('₹57.20 is 5720 paise', async () => {
    offering(delhivery)
    expect(await courier.fetchRates(JAIPUR)).toEqual({
      ok: true,
      rates: [{ courierId: 43, courierName: 'Delhivery Surface', estimatedDays: 4, rate: 5720 }],
      city: null,
    })
  })

  test.each([
    ['its name', 'Jaipur', 'Jaipur'],
    ['a name of several words', 'St. Thomas’ Mount-cum (Pallavaram)', 'St. Thomas’ Mount-cum (Pallavaram)'],
    ['a name with blanks around it', '  New Delhi ', 'New Delhi'],
    ['nothing', '', null],
    ['null', null, null],
    ['a number', 302001, null],
    ['what is no name', '<b>Jaipur</b>', null],
    ['a name in two lines', 'Jaipur\nRajasthan', null],
    ['more than a label holds', 'J'.repeat(41), null],
  ])('a city is known by %s', async (_, named, city) => {
    offering({ ...delhivery, city: named })
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ ok: true, city })
  })

  test('the first courier who names the city is believed, also one who does not go there today', async () => {
    offering(
      { ...delhivery, city: '' },
      { ...delhivery, city: 'Jaipur', blocked: 1 },
      { ...delhivery, city: 'J' },
    )
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ city: 'Jaipur' })
  })

  test('reads numbers that are text, and days from hours where the days are blank', async () => {
    const wandering = {
      courier_company_id: '55',
      rate: '61.05',
      estimated_delivery_days: '',
      etd_hours: '91',
      blocked: '0',
    }
    offering({ ...delhivery, ...wandering })
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({
      rates: [{ courierId: 55, rate: 6105, estimatedDays: 4 }],
    })
  })

  test.each([
    ['is blocked', { blocked: 1 }],
    ['rides only within the city', { is_hyperlocal: true }],
    ['does not say when it delivers', { estimated_delivery_days: '', etd_hours: null }],
    ['has no price', { rate: null }],
    ['has a price of nothing', { rate: 0 }],
    ['has words for a price', { rate: 'on request' }],
    ['asks for a negative price', { rate: -5 }],
  ])('leaves out a courier who %s', async (_, changes) => {
    offering({ ...delhivery, courier_company_id: 1, ...changes }, delhivery)
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ rates: [{ courierId: 43 }] })
  })

  test('finds no service where no courier is left', async () => {
    offering({ ...delhivery, blocked: 1 })
    expect(await courier.fetchRates(JAIPUR)).toEqual(NOT_SERVICEABLE)
  })

  test('finds no service where the data is missing altogether', async () => {
    answer = { status: 200, body: { status: 200 } }
    expect(await courier.fetchRates(JAIPUR)).toEqual(NOT_SERVICEABLE)
  })

  test('many enquiries at once log in once', async () => {
    offering(delhivery)
    await Promise.all([1, 2, 3, 4].map(() => courier.fetchRates(JAIPUR)))
    expect(logins()).toBe(1)
  })

  test('logs in again after nine days, not before', async () => {
    offering(delhivery)
    await courier.fetchRates(JAIPUR)
    now = new Date('2026-11-29T09:59:59Z')
    await courier.fetchRates(JAIPUR)
    expect(logins()).toBe(1)
    now = new Date('2026-11-29T10:00:00Z')
    await courier.fetchRates(JAIPUR)
    expect(logins()).toBe(2)
  })

  test('a refused login rests for a minute, so that the user is not locked out', async () => {
    login = { status: 400, body: { message: 'Invalid email and password combination' } }
    const refused = { ok: false, problem: 'unreachable', detail: 'login: HTTP 400' }
    expect(await courier.fetchRates(JAIPUR)).toEqual(refused)
    expect(await courier.fetchRates(JAIPUR)).toEqual(refused)
    expect(logins()).toBe(1)
    now = new Date('2026-11-20T10:01:00Z')
    await courier.fetchRates(JAIPUR)
    expect(logins()).toBe(2)
  })

  test('a login that fails for other reasons is tried again at once', async () => {
    login = { status: 500, body: {} }
    await courier.fetchRates(JAIPUR)
    login = { status: 200, body: { token: 'a.b.c' } }
    offering(delhivery)
    expect(await courier.fetchRates(JAIPUR)).toMatchObject({ ok: true })
  })
})
