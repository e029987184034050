import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS, DAY_MS } from '#domain/time.ts'
import { rateLimit } from './db/account-schema.ts'
import { useTestDatabase } from './db/testing.ts'
import { purge } from './jobs/purge.ts'
import { limitKey, reserveTurn, checkRateLimit, uncountRequest, clientKey } from './rate-limit.ts'

const database = useTestDatabase()

const NOON = new Date('2026-05-02T12:00:00Z')
const later = (ms: number) => new Date(NOON.getTime() + ms)
const randomKey = () => limitKey('test', randomUUID())

describe('a limit of three a minute', () => {
  const check = (key: string, now = NOON, cost = 1) =>
    checkRateLimit(database.db, key, { limit: 3, windowMs: MINUTE_MS, now, cost })
  const allowed = async (key: string, now = NOON) => (await check(key, now)) === null

  test('accepts three requests and rejects the fourth', async () => {
    const key = randomKey()
    const results = [await allowed(key), await allowed(key), await allowed(key), await allowed(key)]
    expect(results).toEqual([true, true, true, false])
  })

  test('counts each client separately', async () => {
    const [one, other] = [randomKey(), randomKey()]
    for (let count = 1; count <= 4; count++) await allowed(one)
    expect(await allowed(other)).toBe(true)
  })

  test('returns the seconds to wait', async () => {
    const key = randomKey()
    for (let count = 1; count <= 3; count++) await allowed(key)
    expect(await check(key, later(14_500))).toMatchObject({ code: 'too-many-requests', retryAfterS: 46 })
  })

  test('rejects one request that counts as four', async () => {
    expect(await check(randomKey(), NOON, 4)).not.toBeNull()
    expect(await check(randomKey(), NOON, 3)).toBeNull()
  })

  test('accepts one more for each uncounted request', async () => {
    const key = randomKey()
    for (let count = 1; count <= 3; count++) await allowed(key)
    await uncountRequest(database.db, key)
    expect([await allowed(key), await allowed(key)]).toEqual([true, false])
  })

  test('rejects for at most a minute after the clock was set back by a day', async () => {
    const key = randomKey()
    for (let count = 1; count <= 4; count++) await allowed(key, later(DAY_MS))
    expect(await check(key)).toMatchObject({ retryAfterS: 60 })
    expect(await allowed(key, later(MINUTE_MS))).toBe(true)
  })

  test('starts a new window a minute after the first request, even under constant requests', async () => {
    const key = randomKey()
    for (let second = 0; second < 60; second++) await allowed(key, later(second * 1000))
    expect(await allowed(key, later(59_999))).toBe(false)
    expect(await allowed(key, later(MINUTE_MS))).toBe(true)
  })

  test('accepts exactly three of twenty concurrent requests of each of fifty clients', async () => {
    for (let visitor = 1; visitor <= 50; visitor++) {
      const key = randomKey()
      const results = await Promise.all(Array.from({ length: 20 }, () => allowed(key)))
      expect(results.filter(Boolean)).toHaveLength(3)
    }
  })
})

describe('turns ten seconds apart', () => {
  const turn = (key: string, now = NOON) =>
    reserveTurn(database.db, key, { intervalMs: 10_000, waitMaxMs: 20_000, now })

  test('come at once, then after ten and twenty seconds; the fourth is rejected', async () => {
    const key = randomKey()
    expect([await turn(key), await turn(key), await turn(key)]).toEqual([
      { ok: true, value: 0 },
      { ok: true, value: 10_000 },
      { ok: true, value: 20_000 },
    ])
    const rejected = { ok: false, error: { code: 'too-many-requests', retryAfterS: 20 } }
    expect(await turn(key)).toMatchObject(rejected)
    expect(await turn(key, later(10_000))).toEqual({ ok: true, value: 20_000 })
    expect(await turn(key, later(MINUTE_MS))).toEqual({ ok: true, value: 0 })
  })

  test('are given to exactly three of twenty concurrent requests', async () => {
    const key = randomKey()
    const turns = await Promise.all(Array.from({ length: 20 }, () => turn(key)))
    const waits = turns.flatMap((one) => (one.ok ? one.value : []))
    expect(waits.toSorted((one, other) => one - other)).toEqual([0, 10_000, 20_000])
  })

  test('are kept if a request with a shorter interval arrives later', async () => {
    const key = randomKey()
    const reserve = (intervalMs: number) =>
      reserveTurn(database.db, key, { intervalMs, waitMaxMs: 20_000, now: NOON })
    for (const intervalMs of [19_000, 20_000]) expect((await reserve(intervalMs)).ok).toBe(true)
    expect((await reserve(1000)).ok).toBe(false)
  })

  test('come at once after the clock was set back by a day', async () => {
    const key = randomKey()
    await turn(key, later(DAY_MS))
    expect(await turn(key)).toEqual({ ok: true, value: 0 })
  })
})

test('a key names what is limited and hides the client', () => {
  const key = limitKey('sign-in', '198.51.100.7', 'asha@example.in')
  expect(key).toMatch(/^sign-in:[\w-]{43}$/)
  expect(limitKey('sign-in', '198.51.100.7asha@example.in')).not.toBe(key)
})

describe('a client', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('at %s is %s', (address, key) => {
    expect(clientKey(address)).toBe(key)
  })
})

test('purges counts of past windows and those of a clock that was set back', async () => {
  const [old, fresh, early] = [randomKey(), randomKey(), randomKey()]
  for (const [key, day] of [
    [old, 0],
    [fresh, 4],
    [early, 9],
  ] as const)
    await checkRateLimit(database.db, key, { limit: 1, windowMs: MINUTE_MS, now: new Date(day * DAY_MS) })
  await purge(database.db, 'rateLimits', new Date(5 * DAY_MS))
  const stored = await database.db
    .select({ key: rateLimit.key })
    .from(rateLimit)
    .where(inArray(rateLimit.key, [old, fresh, early]))
  expect(stored).toEqual([{ key: fresh }])
  await database.db.delete(rateLimit).where(eq(rateLimit.key, fresh))
})
