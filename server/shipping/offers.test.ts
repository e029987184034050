import { beforeEach, expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import type { Courier, Offers } from './courier.ts'
import { OFFER_STANDS_MS, rememberingOffers } from './offers.ts'

const JAIPUR = { deliveryPincode: '302003', weightMg: 500_000 }
const offerOf = (rate: number): Offers => ({
  ok: true,
  rates: [{ courierId: 43, courierName: 'Delhivery Surface', estimatedDays: 4, rate: rupees(rate) }],
  city: 'Jaipur',
})
const SILENT: Offers = { ok: false, problem: 'unreachable', detail: 'HTTP 500' }

let now: Date
let asked: number
/** What the couriers say from now on. */
let answer: Promise<Offers>
let remembering: Courier

beforeEach(() => {
  now = new Date('2026-11-20T10:00:00Z')
  asked = 0
  answer = Promise.resolve(offerOf(57.2))
  const ratesFor = () => {
    asked += 1
    return answer
  }
  remembering = rememberingOffers({ ratesFor }, () => now)
})

test('an offer stands for a quarter of an hour though the courier becomes dearer', async () => {
  await remembering.ratesFor(JAIPUR)
  answer = Promise.resolve(offerOf(80))
  now = new Date(now.getTime() + OFFER_STANDS_MS - 1)
  expect(await remembering.ratesFor(JAIPUR)).toEqual(offerOf(57.2))
  now = new Date(now.getTime() + 1)
  expect(await remembering.ratesFor(JAIPUR)).toEqual(offerOf(80))
})

test.each([
  ['another pincode', { ...JAIPUR, deliveryPincode: '400001' }],
  ['another weight', { ...JAIPUR, weightMg: 500_001 }],
])('%s is another enquiry', async (_, parcel) => {
  await remembering.ratesFor(JAIPUR)
  await remembering.ratesFor(parcel)
  expect(asked).toBe(2)
})

test('the same enquiry at the same moment is asked once', async () => {
  await Promise.all([1, 2, 3].map(() => remembering.ratesFor(JAIPUR)))
  expect(asked).toBe(1)
})

test('trouble is not remembered', async () => {
  answer = Promise.resolve(SILENT)
  expect(await remembering.ratesFor(JAIPUR)).toEqual(SILENT)
  answer = Promise.resolve(offerOf(57.2))
  expect(await remembering.ratesFor(JAIPUR)).toEqual(offerOf(57.2))
})

test('an enquiry that breaks is not remembered', async () => {
  answer = Promise.reject(new Error('A bug'))
  await expect(remembering.ratesFor(JAIPUR)).rejects.toThrow('A bug')
  answer = Promise.resolve(offerOf(57.2))
  expect(await remembering.ratesFor(JAIPUR)).toEqual(offerOf(57.2))
})
