import { beforeEach, expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import type { Courier, RatesResult } from './courier.ts'
import { RATES_CACHE_MS, cachedRates } from './cached-rates.ts'

const JAIPUR = { deliveryPincode: '302003', weightMg: 500_000 }
const ratesOf = (rate: number): RatesResult => ({
  ok: true,
  value: {
    rates: [{ courierId: 43, courierName: 'Delhivery Surface', estimatedDays: 4, rate: rupees(rate) }],
    city: 'Jaipur',
  },
})
const UNREACHABLE: RatesResult = { ok: false, error: { kind: 'unreachable', detail: 'HTTP 500' } }

let now: Date
let requests: number
/** The response from now on. */
let response: Promise<RatesResult>
let cached: Courier

beforeEach(() => {
  now = new Date('2026-11-20T10:00:00Z')
  requests = 0
  response = Promise.resolve(ratesOf(57.2))
  const fetchRates = () => {
    requests += 1
    return response
  }
  cached = cachedRates({ fetchRates }, () => now)
})

test('rates are cached for a quarter of an hour although the courier’s prices rise', async () => {
  await cached.fetchRates(JAIPUR)
  response = Promise.resolve(ratesOf(80))
  now = new Date(now.getTime() + RATES_CACHE_MS - 1)
  expect(await cached.fetchRates(JAIPUR)).toEqual(ratesOf(57.2))
  now = new Date(now.getTime() + 1)
  expect(await cached.fetchRates(JAIPUR)).toEqual(ratesOf(80))
})

test.each([
  ['another pincode', { ...JAIPUR, deliveryPincode: '400001' }],
  ['another weight', { ...JAIPUR, weightMg: 500_001 }],
])('%s is another request', async (_, parcel) => {
  await cached.fetchRates(JAIPUR)
  await cached.fetchRates(parcel)
  expect(requests).toBe(2)
})

test('concurrent requests for the same parcel are sent once', async () => {
  await Promise.all([1, 2, 3].map(() => cached.fetchRates(JAIPUR)))
  expect(requests).toBe(1)
})

test('errors are not cached', async () => {
  response = Promise.resolve(UNREACHABLE)
  expect(await cached.fetchRates(JAIPUR)).toEqual(UNREACHABLE)
  response = Promise.resolve(ratesOf(57.2))
  expect(await cached.fetchRates(JAIPUR)).toEqual(ratesOf(57.2))
})

test('exceptions are not cached', async () => {
  response = Promise.reject(new Error('A bug'))
  await expect(cached.fetchRates(JAIPUR)).rejects.toThrow('A bug')
  response = Promise.resolve(ratesOf(57.2))
  expect(await cached.fetchRates(JAIPUR)).toEqual(ratesOf(57.2))
})
