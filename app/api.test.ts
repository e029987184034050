import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { MINUTE_MS } from '#domain/time.ts'
import { busyShop, callPath } from './api.ts'

const Answer = z.object({ success: z.boolean() })
const busy = (code = 'unavailable', retryAfter = '2') =>
  Response.json(
    { success: false, code, message: '' },
    { status: 503, headers: { 'retry-after': retryAfter } },
  )

let responses: Response[]
let askedAt: number[]
beforeEach(() => {
  vi.useFakeTimers()
  askedAt = []
  vi.stubGlobal('fetch', async () => {
    askedAt.push(Date.now())
    return responses.shift() ?? busy()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('retries a call to a busy server, no sooner than Retry-After allows', async () => {
  responses = [busy('unavailable', '5'), busy(), Response.json({ success: true })]
  const states: boolean[] = []
  const stop = busyShop.subscribe(() => states.push(busyShop.get()))
  const calling = callPath('POST', '/api/anything', Answer, { body: {} })
  await vi.runAllTimersAsync()
  expect(await calling).toEqual({ ok: true, value: { success: true } })
  const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0))
  expect(pauses).toHaveLength(2)
  expect(pauses[0]).toBeGreaterThanOrEqual(5000)
  expect(pauses[1]).toBeGreaterThanOrEqual(2000)
  expect(states).toEqual([true, false])
  stop()
})

test('gives up after half a minute on a server that stays busy', async () => {
  responses = []
  const calling = callPath('GET', '/api/anything', Answer)
  await vi.runAllTimersAsync()
  expect(await calling).toMatchObject({
    ok: false,
    error: { status: 503, code: 'unavailable', wasRetried: true },
  })
  expect((askedAt.at(-1) ?? 0) - (askedAt[0] ?? 0)).toBeLessThan(MINUTE_MS)
  expect(busyShop.get()).toBe(false)
})

test('does not retry while a provider is unavailable', async () => {
  responses = [busy('provider-unavailable')]
  const calling = callPath('GET', '/api/anything', Answer)
  await vi.runAllTimersAsync()
  expect(await calling).toMatchObject({ ok: false, error: { code: 'provider-unavailable' } })
  expect(askedAt).toHaveLength(1)
})

test('does not retry an aborted call', async () => {
  responses = []
  const asking = new AbortController()
  const calling = callPath('GET', '/api/anything', Answer, { signal: asking.signal })
  await vi.advanceTimersByTimeAsync(0)
  asking.abort()
  await vi.runAllTimersAsync()
  await calling
  expect(askedAt.length).toBeLessThanOrEqual(2)
  expect(busyShop.get()).toBe(false)
})

test('sends the trace id of the last response, and none if the server records no traces', async () => {
  const sent: (string | null)[] = []
  const named = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  responses = [
    Response.json({ success: true }, { headers: { traceparent: named } }),
    Response.json({ success: true }),
    Response.json({ success: true }),
  ]
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('traceparent'))
    return responses.shift()
  })
  for (let count = 0; count < 3; count += 1) await callPath('GET', '/api/anything', Answer)
  expect(sent).toEqual([null, named, null])
})
