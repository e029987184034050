/** An unexpected console.error or console.warn fails the test in which it happens. */
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'

let spies: MockInstance[] = []

beforeEach(() => {
  spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
})

afterEach(() => {
  const calls = spies.flatMap(({ mock }) => mock.calls)
  for (const spy of spies) spy.mockRestore()
  expect(calls, 'errors and warnings on the console').toEqual([])
})
