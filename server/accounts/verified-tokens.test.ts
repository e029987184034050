import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { cachedVerification, type TokenClaims } from './verified-tokens.ts'

const NOON = Date.UTC(2026, 10, 23, 12)

function verification(claims: TokenClaims | null) {
  const clock = { at: NOON }
  const verify = vi.fn(async () => claims)
  return { clock, verify, read: cachedVerification(verify, () => new Date(clock.at)) }
}

const claimsUntil = (expiresAt: number) => ({ userId: 'asha', sessionId: 'one', expiresAt })

test('a token is verified once a minute', async () => {
  const { clock, verify, read } = verification(claimsUntil(NOON + 5 * MINUTE_MS))
  expect([await read('token'), await read('token')]).toMatchObject([{ userId: 'asha' }, { userId: 'asha' }])
  expect(verify).toHaveBeenCalledTimes(1)
  clock.at += MINUTE_MS
  await read('token')
  expect(verify).toHaveBeenCalledTimes(2)
})

test('a token is verified again once it has expired, and after the clock was set back', async () => {
  const { clock, verify, read } = verification(claimsUntil(NOON + 1000))
  await read('token')
  clock.at += 1000
  await read('token')
  clock.at -= 2000
  await read('token')
  expect(verify).toHaveBeenCalledTimes(3)
})

test('an invalid token is never cached', async () => {
  const { verify, read } = verification(null)
  expect([await read('token'), await read('token')]).toEqual([null, null])
  expect(verify).toHaveBeenCalledTimes(2)
})
