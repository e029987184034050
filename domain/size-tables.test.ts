import { expect, test } from 'vitest'
import { BANGLE_SIZES, RING_SIZES, nearestSize, type Size } from './size-tables.ts'

test('the table has thirty ring sizes, each wider than the previous', () => {
  expect(RING_SIZES.map(({ name }) => Number(name))).toEqual(
    Array.from({ length: 30 }, (_, place) => place + 1),
  )
  for (const [place, size] of RING_SIZES.entries()) {
    const step = size.circumferenceMm - (RING_SIZES[place - 1]?.circumferenceMm ?? 40)
    expect(step).toBeGreaterThan(0.5)
    expect(step).toBeLessThan(1.4)
  }
})

test('ring size 14 is 17.3 mm across, as the American 7', () => {
  expect(RING_SIZES[13]?.diameterMm).toBeCloseTo(17.3, 1)
})

test('a two-four bangle is two and a quarter inches across: 57.15 mm', () => {
  expect(BANGLE_SIZES.find(({ name }) => name === '2.4')?.diameterMm).toBeCloseTo(57.15)
})

test('bangles run from two-two to two-twelve', () => {
  expect(BANGLE_SIZES.map(({ name }) => name)).toEqual(['2.2', '2.4', '2.6', '2.8', '2.10', '2.12'])
})

test.each<[number, readonly Size[], string | undefined]>([
  [54.4, RING_SIZES, '14'],
  [54.5, RING_SIZES, '15'],
  [30, RING_SIZES, '1'],
  [69.8, RING_SIZES, undefined],
  [180, BANGLE_SIZES, '2.6'],
])('the size for %d mm is the smallest that fits', (measured, sizes, name) => {
  expect(nearestSize(measured, sizes)?.name).toBe(name)
})
