import { expect, test } from 'vitest'
import { shouldFollow } from './latest-version.ts'

test.each([
  ['the next edition', '6.b2', '5.a1', true],
  ['the same edition with other stock', '5.b2', '5.a1', true],
  ['an older edition of a server that lags', '4.b2', '5.a1', false],
  ['another edition with the same content', '6.a1', '5.a1', false],
])('%s: %s is followed from %s: %s', (_, version, than, expected) => {
  expect(shouldFollow(version, than)).toBe(expected)
})
