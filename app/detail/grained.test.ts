import { expect, test } from 'vitest'
import { colourOf, grained, mix, type Brush } from './grained.ts'

const SIDE = 200
/** Four levels from top to bottom: without a grain, four bands of 50 rows. */
const pixels = grained(SIDE, (_, y, brush) => {
  brush[0] = 100 + 4 * y
  brush[1] = 120
  brush[2] = 140
})
const rows = Array.from({ length: SIDE }, (_, row) =>
  Array.from({ length: SIDE }, (_, column) => pixels[(row * SIDE + column) * 4] ?? 0),
)
const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

test('a slow gradient has no steps', () => {
  expect(rows.filter((row) => new Set(row).size === 1)).toEqual([])
  for (const [row, values] of rows.entries())
    expect(Math.abs(meanOf(values) - (100 + (4 * (row + 0.5)) / SIDE)), `row ${row}`).toBeLessThan(0.35)
})

test('the grain is finer than two levels, and leaves colours as they are', () => {
  for (const [row, values] of rows.entries()) {
    const colour = 100 + (4 * (row + 0.5)) / SIDE
    for (const value of values) expect(Math.abs(value - colour)).toBeLessThan(1.6)
  }
  const [red, green, blue, alpha] = [0, 1, 2, 3].map((channel) =>
    meanOf([...pixels].filter((_, at) => at % 4 === channel)),
  )
  expect(red).toBeCloseTo(102, 1)
  expect(green).toBeCloseTo(120, 1)
  expect(blue).toBeCloseTo(140, 1)
  expect(alpha).toBe(255)
})

test('colours mix in proportion', () => {
  const brush: Brush = [0, 0, 0]
  mix(brush, [0, 100, 200], [100, 100, 0], 0.25)
  expect(brush).toEqual([25, 100, 150])
})

test('a colour is read from six digits only', () => {
  expect(colourOf('#c2baaf')).toEqual([194, 186, 175])
  for (const other of ['', '#fff', '#c2baaf80', 'ivory', ' #c2baaf'])
    expect(() => colourOf(other)).toThrow('#rrggbb')
})
