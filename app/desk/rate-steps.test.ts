import { expect, test } from 'vitest'
import { rateSteps } from './rate-steps.ts'

const SIZE = { width: 100, height: 50, margin: 5 }
const MORNING = '2026-11-24T04:00:00.000Z'
const NOON = '2026-11-24T06:30:00.000Z'
const EVENING = '2026-11-24T12:00:00.000Z'

test('a rate is in force until the next one, and the last one until now', () => {
  const steps = rateSteps(
    [
      { at: MORNING, value: 10 },
      { at: NOON, value: 20 },
    ],
    EVENING,
    SIZE,
  )
  expect(steps).toMatchObject({ since: MORNING, low: 10, high: 20, end: { x: 95, y: 5 } })
  expect(steps?.path).toMatch(/^M5 45H5V45H33\.\d+V5H95$/)
})

test('a rate that was published after the page was loaded is within the chart', () => {
  const steps = rateSteps(
    [
      { at: MORNING, value: 10 },
      { at: EVENING, value: 20 },
    ],
    NOON,
    SIZE,
  )
  expect(steps?.path).toBe('M5 45H5V45H95V5H95')
  expect(steps?.end).toEqual({ x: 95, y: 5 })
})

test('without a point there is nothing to draw', () => {
  expect(rateSteps([], NOON, SIZE)).toBeNull()
})
