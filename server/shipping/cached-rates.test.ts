import { beforeEach, expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import type { Courier, Result } from './courier.ts'
import { RATES_CACHE_MS, cachedRates } from './cached-rates.ts'

const JAIPUR = { deliveryPincode: '302003', weightMg: 500_000 }
const offerOf = (rate: number): Result => ({
  ok: true,
  rates: [{ courierId: 43, courierName: 'Delhivery Surface', estimatedDays: 4, rate: rupees(rate) }],
  city: 'Jaipur',
})
const SILENT: Result = { ok: false, problem: 'unreachable', detail: 'HTTP 500' }

let now: Date
let asked: number
/** What the couriers say from now on. */
let answer: Promise<Result>
let remembering: Courier

beforeEach(() => {
  now = new Date('2026-11-20T10:00:00Z')
  asked = 0
  answer = Promise.resolve(offerOf(57.2))
  const fetchRates = () => {
    asked += 1
    return answer
  }
  remembering = cachedRates({ fetchRates: fetchRates }, () => now)
})

test('an offer stands for a quarter of an hour though the courier becomes dearer', async () => {
  await remembering.fetchRates(JAIPUR)
  answer = Promise.resolve(offerOf(80))
  now = new Date(now.getTime() + RATES_CACHE_MS - 1)
  expect(await remembering.fetchRates(JAIPUR)).toEqual(offerOf(57.2))
  now = new Date(now.getTime() + 1)
  expect(await remembering.fetchRates(JAIPUR)).toEqual(offerOf(80))
})

test.each([
  ['another pincode', { ...JAIPUR, deliveryPincode: '400001' }],
  ['another weight', { ...JAIPUR, weightMg: 500_001 }],
])('%s is another enquiry', async (_, parcel) => {
  await remembering.fetchRates(JAIPUR)
  await remembering.fetchRates(parcel)
  expect(asked).toBe(2)
})

test('the same enquiry at the same moment is asked once', async () => {
  await Promise.all([1, 2, 3].map(() => remembering.fetchRates(JAIPUR)))
  expect(asked).toBe(1)
})

test('trouble is not remembered', async () => {
  answer = Promise.resolve(SILENT)
  expect(await remembering.fetchRates(JAIPUR)).toEqual(SILENT)
  answer = Promise.resolve(offerOf(57.2))
  expect(await remembering.fetchRates(JAIPUR)).toEqual(offerOf(57.2))
})

test('an enquiry that breaks is not remembered', async () => {
  answer = Promise.reject(new Error('A bug'))
  await expect(remembering.fetchRates(JAIPUR)).rejects.toThrow('A bug')
  answer = Promise.resolve(offerOf(57.2))
  expect(await remembering.fetchRates(JAIPUR)).toEqual(offerOf(57.2))
})
