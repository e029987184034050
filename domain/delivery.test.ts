import { expect, test } from 'vitest'
import { estimateDeliveries } from './delivery.ts'
import { rupees } from './money.ts'
import { grams, type Anklet, type Ring } from './product.ts'
import { priced } from './testing.ts'
import type { ShippingRate } from './shipping.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
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

test('the delivery estimate is the cheapest alone if none is faster', () => {
  expect(estimateDeliveries(anklet(1150), [SURFACE, courier(51, 6, 80)], NOW)).toEqual([
    { charge: rupees(57.2), arrivesOn: '2026-11-25' },
  ])
})

test('the delivery estimate has the faster of two that cost the same', () => {
  expect(estimateDeliveries(anklet(1150), [SURFACE, courier(51, 3, 57.2)], NOW)).toEqual([
    { charge: rupees(57.2), arrivesOn: '2026-11-23' },
  ])
})

test('the delivery estimate is the fastest alone from ₹5,000, where every delivery is free', () => {
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

test('rounds days up', () => {
  expect(estimateDeliveries(anklet(7250), [courier(1, 1.25, 90)], NOW)[0]?.arrivesOn).toBe('2026-11-22')
})

test('there is no delivery estimate for a sold-out product or without couriers', () => {
  expect(estimateDeliveries(soldOut, [AIR], NOW)).toEqual([])
  expect(estimateDeliveries(anklet(1150), [], NOW)).toEqual([])
})
