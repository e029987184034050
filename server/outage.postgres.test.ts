/** Outages of PostgreSQL: cut connections, a crash with recovery, a hanging server. */
import { createHmac, randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type OwnPostgres } from '../scripts/chaos/postgres.ts'
import { freePorts, launchServer, listenOnFreePort, type ServerProcess } from './testing.ts'

const WEBHOOK_SECRET = 'the secret of the webhooks'
const CUTS = 10
const VISITORS = 4

let postgres: OwnPostgres
const servers: ServerProcess[] = []

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  for (const server of servers) server.process.kill('SIGKILL')
  await Promise.all(servers.map(({ exited }) => exited))
  await postgres.stop()
})

/** The fields that these tests read. */
const Body = z.object({
  code: z.optional(z.string()),
  token: z.optional(z.string()),
  user: z.optional(z.object({ email: z.string() })),
})

interface TestResponse {
  readonly call: string
  readonly status: number
  readonly retryAfter: string | null
  readonly json: z.output<typeof Body>
}

test('ten outages under load lose no acknowledged write and cause no error except 503', async () => {
  const shop = await launch(postgres.url)
  const responses: TestResponse[] = []
  const acknowledged = { changes: [] as string[], events: [] as string[], users: [] as string[] }
  const finished = new AbortController()

  const visitor = async () => {
    const asha = await signUp(shop)
    const send = async (...args: Parameters<typeof shop.send>) => {
      const response = await shop.send(...args)
      responses.push(response)
      return response
    }
    for (let turn = 0; !finished.signal.aborted; turn += 1) {
      const id = randomUUID()
      const change = { do: turn % 2 === 0 ? 'add' : 'remove', product: { type: 'rings', id: 801 } }
      const written = await send('POST', '/api/lists', {
        ...asha,
        body: { changes: [{ id, list: 'wishlist', change }] },
      })
      if (written.status === 200) acknowledged.changes.push(id)

      const event = JSON.stringify({ event: 'invoice.paid', payload: { turn: randomUUID() } })
      const eventId = randomUUID()
      const kept = await send('POST', '/api/webhooks/razorpay', {
        raw: event,
        headers: {
          'x-razorpay-event-id': eventId,
          'x-razorpay-signature': createHmac('sha256', WEBHOOK_SECRET).update(event).digest('hex'),
        },
      })
      if (kept.status === 200) acknowledged.events.push(eventId)

      await Promise.all(
        ['/api/account', '/api/lists', '/api/orders', '/api/auth/token'].map((path) =>
          send('GET', path, asha),
        ),
      )
      const session = await send('GET', '/api/auth/get-session', asha)
      if (session.status === 200) expect(session.json.user?.email, 'is still signed in').toBe(asha.email)

      const email = `${randomUUID()}@example.in`
      const joined = await send('POST', '/api/auth/sign-up/email', {
        body: { name: 'Asha Verma', email, password: 'kundan-1995' },
      })
      if (joined.status === 200) acknowledged.users.push(email)
    }
  }
  const visitors = Promise.all(Array.from({ length: VISITORS }, visitor))
  const responsesAfter = (count: number) => {
    const enough = responses.length + count
    return expect.poll(() => responses.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(enough)
  }
  for (let cut = 0; cut < CUTS; cut += 1) {
    await responsesAfter(40)
    if (cut % 2 === 0) await terminateConnections()
    else await postgres.restart()
  }
  await responsesAfter(40)
  finished.abort()
  await visitors

  expect(shop.server.process.exitCode, shop.server.stderr()).toBeNull()
  expect([...new Set(responses.map(({ status }) => status))].sort()).toEqual(
    responses.some(({ status }) => status === 503) ? [200, 503] : [200],
  )
  for (const { status, retryAfter, json } of responses)
    if (status === 503) expect([Number(retryAfter) > 0, json.code]).toEqual([true, 'unavailable'])
  expect(await missing('select change_id::text as id from applied_change', acknowledged.changes)).toEqual([])
  expect(await missing('select event_id as id from webhook_event', acknowledged.events)).toEqual([])
  expect(await missing('select email as id from "user"', acknowledged.users)).toEqual([])
  expect(shop.server.stdout()).not.toContain('unexpected error')
}, 120_000)

test('without a database every call responds with 503, and sessions survive', async () => {
  const proxy = await openProxy(postgres.url)
  const shop = await launch(proxy.url)
  const asha = await signUp(shop)
  proxy.cut()
  const paths = ['/api/account', '/api/lists', '/api/orders', '/api/auth/token', '/api/auth/get-session']
  const calls = [
    ...paths.map((path) => shop.send('GET', path, asha)),
    shop.send('POST', '/api/auth/sign-in/email', { body: { email: asha.email, password: asha.password } }),
    shop.send('POST', '/api/verify-payment', {
      ...asha,
      body: {
        razorpay_payment_id: 'pay_1',
        razorpay_order_id: 'order_1',
        razorpay_signature: 'a'.repeat(64),
        amount: 100,
        items: [{ type: 'rings', id: 801, quantity: 1 }],
      },
    }),
  ]
  for (const { call, status, retryAfter, json } of await Promise.all(calls))
    expect([call, status, json.code, Number(retryAfter) > 0]).toEqual([call, 503, 'unavailable', true])
  proxy.restore()
  for (const path of paths) expect([path, (await shop.send('GET', path, asha)).status]).toEqual([path, 200])
  proxy.close()
})

test('a connection that fails on BEGIN is released to the pool', async () => {
  const proxy = await openProxy(postgres.url)
  const shop = await launch(proxy.url)
  const asha = await signUp(shop)
  const add = () =>
    shop.send('POST', '/api/lists', {
      ...asha,
      body: { changes: [{ id: randomUUID(), list: 'wishlist', change: { do: 'clear' } }] },
    })
  // Twice the pool size.
  proxy.breakNext(32, 'begin')
  await Promise.all(Array.from({ length: 32 }, add))
  proxy.breakNext(0, 'begin')
  expect((await add()).status).toBe(200)
  proxy.close()
})

test('readiness responds within a second while the database hangs, and recovers', async () => {
  const proxy = await openProxy(postgres.url)
  const shop = await launch(proxy.url)
  expect((await shop.send('GET', '/readyz')).status).toBe(200)
  proxy.hang()
  const startedAt = performance.now()
  expect((await shop.send('GET', '/readyz')).status).toBe(503)
  expect(performance.now() - startedAt).toBeLessThan(1000)
  proxy.resume()
  await expect.poll(async () => (await shop.send('GET', '/readyz')).status, { timeout: 20_000 }).toBe(200)
  proxy.close()
})

/** A proxy to PostgreSQL whose faults the test controls. */
async function openProxy(url: string) {
  const target = Number(new URL(url).port)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isCut = false
  let isHanging = false
  let toBreak = { left: 0, statement: '' }
  const destroyIfDue = (chunk: Buffer, pair: readonly [Socket, Socket]) => {
    if (toBreak.left === 0 || !chunk.includes(toBreak.statement)) return false
    toBreak.left -= 1
    for (const side of pair) side.destroy()
    return true
  }
  const listener = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(target, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (chunk: Buffer) => {
        if (!destroyIfDue(chunk, pair)) to.write(chunk)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
      if (isHanging) from.pause()
    }
  })
  const port = await listenOnFreePort(listener)
  const sides = () => [...pairs].flat()
  const cut = () => {
    isCut = true
    for (const side of sides()) side.destroy()
  }
  const through = new URL(url)
  through.port = String(port)
  return {
    url: through.href,
    cut,
    restore() {
      isCut = false
    },
    hang() {
      isHanging = true
      for (const side of sides()) side.pause()
    },
    resume() {
      isHanging = false
      for (const side of sides()) side.resume()
    },
    breakNext(left: number, statement: string) {
      toBreak = { left, statement }
    },
    close() {
      cut()
      listener.close()
    },
  }
}

interface TestRequest {
  readonly cookie?: string
  readonly token?: string
  readonly body?: object
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function launch(databaseUrl: string) {
  const ports = await freePorts()
  const url = `http://localhost:${ports.PORT}`
  const server = launchServer({
    ...ports,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'a secret of the outage that opens nothing',
    RATE_LIMIT_SCALE: '100000',
    RAZORPAY_KEY_ID: 'rzp_test_outage',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    RAZORPAY_API_URL: 'http://localhost:9',
    DATA_DIR: `${process.env.TMPDIR ?? '/tmp'}/swarnika-outage-${ports.PORT}`,
  })
  servers.push(server)
  await server.ready
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    { cookie, token, body, raw, headers = {} }: TestRequest = {},
  ): Promise<TestResponse & { readonly cookie: string }> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(method === 'POST' && { 'content-type': 'application/json', origin: url }),
        ...(cookie && { cookie }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method === 'POST' && { body: raw ?? JSON.stringify(body) }),
    })
    return {
      call: `${method} ${path}`,
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      json: Body.safeParse(await response.json()).data ?? {},
      cookie: response.headers
        .getSetCookie()
        .map((set) => set.split(';')[0])
        .join('; '),
    }
  }
  return { server, send }
}

async function signUp({ send }: Awaited<ReturnType<typeof launch>>) {
  const email = `${randomUUID()}@example.in`
  const password = 'kundan-1995'
  const { cookie } = await send('POST', '/api/auth/sign-up/email', {
    body: { name: 'Asha Verma', email, password },
  })
  const { json } = await send('GET', '/api/auth/token', { cookie })
  return { email, password, cookie, token: String(json.token) }
}

async function onPostgres<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function terminateConnections(): Promise<void> {
  await onPostgres((client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  )
}

async function missing(query: string, wanted: readonly string[]): Promise<string[]> {
  expect(wanted.length).toBeGreaterThan(0)
  const { rows } = await onPostgres((client) => client.query<{ id: string }>(query))
  const found = new Set(rows.map(({ id }) => id))
  return wanted.filter((id) => !found.has(id))
}
