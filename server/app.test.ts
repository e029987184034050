import { drizzle } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { configRoutes } from './config-routes.ts'
import type { AppEnv } from './http.ts'
import { createLog } from './log.ts'

const NUMBER = 'SJ-0123456789ABCDEF'

test('no order number is logged, neither by a request nor by an error', async () => {
  const logged: string[] = []
  const orders = new Hono<AppEnv>().get('/api/orders/:number', () => {
    throw new TypeError('a bug')
  })
  const app = createApp({
    // No test queries it.
    db: drizzle.mock(),
    log: createLog('debug', (line) => logged.push(line)),
    externalOrigins: { siteUrl: '', checkoutScriptUrl: '', analyticsUrl: null },
    proxyHops: 0,
    areas: [orders],
    pages: { respond: async () => new Response('Your Order') },
  })
  expect((await app.request(`/api/orders/${NUMBER}`)).status).toBe(500)
  expect((await app.request(`/account/orders/${NUMBER}`)).status).toBe(200)
  const written = logged.join('')
  expect(written).toContain('unexpected error')
  expect(written).toContain('/account/orders/:number')
  expect(written).not.toContain(NUMBER)
})

test.each([
  ['small', 0, null],
  ['large', 2000, 'gzip'],
])('a %s response of the API: compression pays from 1 KB on', async (_, keyLength, encoding) => {
  const config = {
    sandboxed: [],
    mailboxUrl: null,
    checkoutScriptUrl: '',
    paymentKey: 'k'.repeat(keyLength),
    hasTestPayments: false,
    googleSignIn: false,
  }
  const app = createApp({
    // No test queries it.
    db: drizzle.mock(),
    log: createLog('silent'),
    externalOrigins: { siteUrl: '', checkoutScriptUrl: '', analyticsUrl: null },
    proxyHops: 0,
    areas: [configRoutes(config, 'https://shop.example', () => new Date())],
    pages: null,
  })
  const { status, headers } = await app.request('/api/config', { headers: { 'accept-encoding': 'gzip' } })
  expect([status, headers.get('content-encoding')]).toEqual([200, encoding])
})
