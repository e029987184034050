import { expect, test } from 'vitest'
import { changeLists } from '#contract/lists.ts'
import { createOrder } from '#contract/checkout.ts'
import type { ObservedCall } from '../chaos/client.ts'
import { costOf, isQuiet, longestOutage, replicaReadsBetween } from './measure.ts'

const WINDOW = { from: 1000, to: 60_000 }

function call(
  startedAt: number,
  endedAt: number,
  status = 200,
  path: string = changeLists.path,
): ObservedCall {
  return { path, status, code: null, startedAt, endedAt }
}

test('an outage lasts from one success to the next, whatever fails meanwhile', () => {
  const calls = [
    call(2000, 2100),
    call(3000, 8000, 503),
    call(9000, 9000, 0),
    call(20_000, 21_100),
    call(50_000, 50_100),
  ]
  expect(longestOutage(calls, 'writes', WINDOW)).toBe(29_000)
})

test('the response to an earlier request ends no outage', () => {
  expect(longestOutage([call(900, 1500), call(30_000, 31_000)], 'writes', WINDOW)).toBe(30_000)
})

test('an outage that has not ended is counted', () => {
  expect(longestOutage([], 'writes', WINDOW)).toBe(59_000)
})

test('a rejected request counts neither as a success nor as a failure', () => {
  const calls = [call(2000, 2100, 409), call(10_000, 11_000)]
  expect(longestOutage(calls, 'writes', { from: 1000, to: 12_000 })).toBe(10_000)
  expect(costOf({ calls, pages: [] }, WINDOW)).toMatchObject({ calls: 2, failed: 0 })
})

test('successful cart changes do not hide that orders fail', () => {
  const calls = [call(2000, 2100), call(40_000, 41_000, 200, createOrder.path)]
  expect(longestOutage(calls, 'orders afterwards', WINDOW)).toBe(40_000)
})

test('isQuiet once nothing has failed for a while, and something was written', () => {
  const now = Date.now()
  expect(isQuiet([call(now - 50, now - 40)], 1000)).toBe(true)
  expect(isQuiet([call(now - 50, now - 40, 503), call(now - 20, now - 10)], 1000)).toBe(false)
  expect(isQuiet([], 1000)).toBe(false)
  // Reads work without a primary, and hanging calls have not failed yet.
  expect(isQuiet([call(now - 50, now - 40, 200, '/api/orders')], 1000)).toBe(false)
})

test('reads of replicas are counted from the beginning of a part, or from the start of a server within it', () => {
  const before = [
    { all: 10, answered: 8 },
    { all: 50, answered: 50 },
  ]
  const after = [
    { all: 15, answered: 9 },
    { all: 3, answered: 2 },
  ]
  expect(replicaReadsBetween(before, after)).toEqual({ all: 8, answered: 3 })
})
