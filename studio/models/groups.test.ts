import { describe, expect, test } from 'vitest'
import { isDecomposable, transformed, type Form, type Matrix } from './forms.ts'
import { IDENTITY, withFewerPlaces, type Group } from './groups.ts'

const triangle: Form = {
  positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  normals: Float32Array.from([0, 0, 1, 0, 0, 1, 0, 0, 1]),
  indices: Uint32Array.from([0, 1, 2]),
}
const at = (x: number, y = 0): Matrix => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1]
const group = (material: string, places: readonly Matrix[]): Group => ({ material, form: triangle, places })
const shapeOf = (groups: readonly Group[]) =>
  groups.map(({ form, places }) => `${form.indices.length / 3} × ${places.length}`)

describe('Parts that always stand together', () => {
  const domes = group('metal:gold22:polished', [at(0), at(10), at(20)])

  test('become one mesh at no cost if they are paired one to one', () => {
    const tongues = group('metal:gold22:polished', [at(0, -2), at(10, -2), at(20, -2)])
    expect(shapeOf(withFewerPlaces([domes, tongues], 100))).toEqual(['2 × 3'])
  })
  test('stay separate with different materials, or if one is slightly off', () => {
    const pearls = group('stone:pearl', [at(0, -2), at(10, -2), at(20, -2)])
    const strays = group('metal:gold22:polished', [at(0, -2), at(10, -2), at(20, -3)])
    expect(withFewerPlaces([domes, pearls, strays], 100)).toHaveLength(3)
  })
  test('become one mesh with repeats only if there are too many placements', () => {
    const grains = group('metal:gold22:polished', [at(1), at(2), at(11), at(12), at(21), at(22)])
    expect(shapeOf(withFewerPlaces([domes, grains], 100))).toEqual(['1 × 3', '1 × 6'])
    expect(shapeOf(withFewerPlaces([domes, grains], 4))).toEqual(['3 × 3'])
  })
  test('are merged wherever they are if nothing else reduces their number', () => {
    const scattered = group('metal:gold22:polished', [at(1), at(2, 7), at(4, 9), at(8, 1)])
    expect(shapeOf(withFewerPlaces([scattered], 2))).toEqual(['4 × 1'])
  })
})

test('clear stones are never merged, so that each stays convex', () => {
  const stones = group('stone:diamond:plain', [at(0), at(10), at(20)])
  const others = group('stone:diamond:plain', [at(0, 5), at(10, 5), at(20, 5)])
  expect(shapeOf(withFewerPlaces([stones, others], 2))).toEqual(['1 × 3', '1 × 3'])
})

test('a sheared placement cannot be expressed as rotation and scale', () => {
  expect(isDecomposable(IDENTITY)).toBe(true)
  expect(isDecomposable([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])).toBe(false)
})

test('a mirrored face still looks outwards', () => {
  const mirrored = transformed(triangle, [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
  expect([...mirrored.indices]).toEqual([0, 2, 1])
  expect(Array.from(mirrored.normals.slice(0, 3), (value) => value + 0)).toEqual([0, 0, 1])
})
