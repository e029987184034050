import { expect, test } from 'vitest'
import { degreesOf, frameAt, spinFrame } from './spin.ts'

test('turning past the last frame continues with the first, and vice versa', () => {
  expect([23, 24, 25, 49].map((place) => frameAt(place, 24))).toEqual([23, 0, 1, 1])
  expect([0, -1, -24, -25].map((place) => frameAt(place, 24))).toEqual([0, 23, 0, 23])
})

test('between two frames the nearer one is shown', () => {
  expect([0.4, 0.6, 23.6, -0.4].map((place) => frameAt(place, 24))).toEqual([0, 1, 0, 0])
})

test('frames are named by their position and announced by their angle', () => {
  expect(spinFrame('gems-405', 7)).toBe('/spins/gems-405/07.avif')
  expect([0, 6, 23].map((index) => degreesOf(index, 24))).toEqual([0, 90, 345])
})
