import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from './db/open.ts'
import { rateLimit } from './db/schema.ts'
import { purge } from './jobs/purge.ts'
import { limitKey, visitorOf, withinLimit } from './rate-limit.ts'
import { openTestDatabase } from './testing.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
}, 60_000)
afterAll(() => database.close())

const NOON = new Date('2026-05-02T12:00:00Z')
const later = (ms: number) => new Date(NOON.getTime() + ms)
const MINUTE_MS = 60_000
const somebody = () => limitKey('test', randomUUID())

describe('three a minute', () => {
  const allowed = (key: string, now = NOON) =>
    withinLimit(database.db, key, { limit: 3, windowMs: MINUTE_MS, now })

  test('lets three through and stops the fourth', async () => {
    const key = somebody()
    const answers = [await allowed(key), await allowed(key), await allowed(key), await allowed(key)]
    expect(answers).toEqual([true, true, true, false])
  })

  test('counts each visitor apart', async () => {
    const [one, other] = [somebody(), somebody()]
    for (let count = 1; count <= 4; count++) await allowed(one)
    expect(await allowed(other)).toBe(true)
  })

  test('begins anew a minute after the first, even for somebody who never stops asking', async () => {
    const key = somebody()
    for (let second = 0; second < 60; second++) await allowed(key, later(second * 1000))
    expect(await allowed(key, later(59_999))).toBe(false)
    expect(await allowed(key, later(MINUTE_MS))).toBe(true)
  })

  test('lets exactly three of twenty through that come at once, of each of fifty visitors', async () => {
    for (let visitor = 1; visitor <= 50; visitor++) {
      const key = somebody()
      const answers = await Promise.all(Array.from({ length: 20 }, () => allowed(key)))
      expect(answers.filter(Boolean)).toHaveLength(3)
    }
  })
})

test('a key names what is limited and hides who', () => {
  const key = limitKey('sign-in', '198.51.100.7', 'asha@example.in')
  expect(key).toMatch(/^sign-in:[\w-]{43}$/)
  expect(limitKey('sign-in', '198.51.100.7asha@example.in')).not.toBe(key)
})

describe('a visitor', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('at %s is %s', (address, visitor) => {
    expect(visitorOf(address)).toBe(visitor)
  })
})

test('counts of windows long over are forgotten, those of today are not', async () => {
  const [old, fresh] = [somebody(), somebody()]
  await withinLimit(database.db, old, { limit: 1, windowMs: MINUTE_MS, now: new Date(0) })
  await withinLimit(database.db, fresh, { limit: 1, windowMs: MINUTE_MS, now: new Date(4 * 86_400_000) })
  await purge(database.db, 'limits', new Date(5 * 86_400_000))
  const kept = await database.db
    .select({ key: rateLimit.key })
    .from(rateLimit)
    .where(inArray(rateLimit.key, [old, fresh]))
  expect(kept).toEqual([{ key: fresh }])
  await database.db.delete(rateLimit).where(eq(rateLimit.key, fresh))
})
