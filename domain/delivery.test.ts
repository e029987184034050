import { expect, test } from 'vitest'
import { estimateDeliveries, orderArrivalDate } from './delivery.ts'
import { rupees } from './money.ts'
import { grams, type Anklet, type Ring } from './product.ts'
import { priced } from './testing.ts'
import type { ShippingRate } from './shipping.ts'

/** A Friday, 11:30 in India. */
const NOW = new Date('2026-11-20T06:00:00Z')
const facts = {
  id: 1,
  name: 'Piece',
  description: '',
  pictures: ['', ''],
  category: 'Modern',
  metal: 'Silver',
  style: 'Classic',
  weightMg: grams(9),
  inStock: true,
} as const
const anklet = (price: number, inStock = true) =>
  priced<Anklet>({
    ...facts,
    type: 'anklet',
    fixedPrice: rupees(price),
    inStock,
  })
const soldOut = priced<Ring>({ ...facts, type: 'rings', gender: 'Female', inStock: false })

const courier = (courierId: number, estimatedDays: number, rate: number): ShippingRate => ({
  courierId,
  courierName: `Courier ${courierId}`,
  estimatedDays,
  rate: rupees(rate),
})
const SURFACE = courier(43, 5, 57.2)
const AIR = courier(33, 2, 96)

test('below the free-shipping threshold returns the cheapest delivery, then a faster one', () => {
  expect(estimateDeliveries(anklet(1150), [AIR, SURFACE], NOW)).toEqual([
    { charge: rupees(57.2), arrivesOn: '2026-11-25' },
    { charge: rupees(96), arrivesOn: '2026-11-22' },
  ])
})

test('the delivery estimate is only the cheapest if none is faster', () => {
  expect(estimateDeliveries(anklet(1150), [SURFACE, courier(51, 6, 80)], NOW)).toEqual([
    { charge: rupees(57.2), arrivesOn: '2026-11-25' },
  ])
})

test('the delivery estimate has the faster of two that cost the same', () => {
  expect(estimateDeliveries(anklet(1150), [SURFACE, courier(51, 3, 57.2)], NOW)).toEqual([
    { charge: rupees(57.2), arrivesOn: '2026-11-23' },
  ])
})

test('the delivery estimate is only the fastest from ₹5,000, where every delivery is free', () => {
  expect(estimateDeliveries(anklet(5000), [SURFACE, AIR], NOW)).toEqual([
    { charge: rupees(0), arrivesOn: '2026-11-22' },
  ])
})

test('adds fifteen days for a made-to-order product', () => {
  expect(estimateDeliveries(anklet(7250, false), [AIR], NOW)).toEqual([
    { charge: rupees(0), arrivesOn: '2026-12-07' },
  ])
})

test('the delivery estimate counts days from the date in India', () => {
  const lateEvening = new Date('2026-11-20T18:30:00Z')
  expect(estimateDeliveries(anklet(7250), [AIR], lateEvening)[0]?.arrivesOn).toBe('2026-11-23')
})

// Shows D61.handover
test.each([
  ['a Friday before two', '2026-11-20T08:29:00Z', '2026-11-22'],
  ['a Friday from two on', '2026-11-20T08:30:00Z', '2026-11-23'],
  ['a Saturday from two on, when the next day is a Sunday', '2026-11-21T08:30:00Z', '2026-11-25'],
  ['a Sunday morning', '2026-11-22T03:30:00Z', '2026-11-25'],
  ['a Sunday evening', '2026-11-22T15:30:00Z', '2026-11-25'],
])('of what is ordered on %s, the courier’s two days begin with the hand-over', (_, at, arrivesOn) => {
  expect(estimateDeliveries(anklet(7250), [AIR], new Date(at))[0]?.arrivesOn).toBe(arrivesOn)
})

// Shows D61.handover
test('a made-to-order piece is not handed over on a Sunday either', () => {
  // Fifteen days after a Saturday.
  const saturday = new Date('2026-11-21T12:30:00Z')
  expect(estimateDeliveries(anklet(7250, false), [AIR], saturday)[0]?.arrivesOn).toBe('2026-12-09')
})

test('rounds days up', () => {
  expect(estimateDeliveries(anklet(7250), [courier(1, 1.25, 90)], NOW)[0]?.arrivesOn).toBe('2026-11-22')
})

test('there is no delivery estimate for a sold-out product or without couriers', () => {
  expect(estimateDeliveries(soldOut, [AIR], NOW)).toEqual([])
  expect(estimateDeliveries(anklet(1150), [], NOW)).toEqual([])
})

// Shows D61.order
test('an order arrives the courier’s days after its hand-over, counted from its confirmation', () => {
  expect(orderArrivalDate(order({ completedAt: '2026-11-21T08:30:00Z' }))).toBe('2026-11-25')
})

test('without a confirmation, the arrival of an order is counted from when it was placed', () => {
  expect(orderArrivalDate(order({ completedAt: null }))).toBe('2026-11-22')
})

test('an order waits fifteen days for a made-to-order piece', () => {
  const lines = [line, { ...line, isMadeToOrder: true }]
  expect(orderArrivalDate(order({ lines }))).toBe('2026-12-07')
})

test('an order does not wait for a cancelled made-to-order piece', () => {
  const lines = [line, { ...line, isMadeToOrder: true, cancelled: 1 }]
  expect(orderArrivalDate(order({ lines }))).toBe('2026-11-22')
})

test('an order from an older server names no arrival day, because its pieces may be made to order', () => {
  const { isMadeToOrder: _, ...ofServerBefore } = line
  expect(orderArrivalDate(order({ lines: [line, ofServerBefore] }))).toBeNull()
})

const line = { quantity: 1, cancelled: 0, isMadeToOrder: false }

function order(changes: Partial<Parameters<typeof orderArrivalDate>[0]>) {
  return {
    placedAt: NOW.toISOString(),
    completedAt: NOW.toISOString(),
    estimatedDays: 1.25,
    lines: [line],
    ...changes,
  }
}
