/** An unexpected console.error or console.warn fails the test in which it happens. */
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'

let complaints: MockInstance[] = []

beforeEach(() => {
  complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
})

afterEach(() => {
  const said = complaints.flatMap((complaint) => complaint.mock.calls)
  for (const complaint of complaints) complaint.mockRestore()
  expect(said, 'nothing complains on the console').toEqual([])
})
