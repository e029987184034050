/**
 * The server as a process of its own on a PostgreSQL server that goes away: connections are cut, it crashes and
 * recovers, it hangs.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type OwnPostgres } from '../scripts/chaos/postgres.ts'
import { freePorts, launchServer, type ServerProcess } from './testing.ts'

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
  await Promise.all(servers.map(({ ended }) => ended))
  await postgres.stop()
})

/** What these tests read of an answer; another shape is an answer without it. */
const Body = z.object({
  code: z.optional(z.string()),
  token: z.optional(z.string()),
  user: z.optional(z.object({ email: z.string() })),
})

interface Answer {
  readonly what: string
  readonly status: number
  readonly retryAfter: string | null
  readonly json: z.output<typeof Body>
}

test('ten cuts under load lose nothing that was acknowledged, and are told as 503 alone', async () => {
  const shop = await opened(postgres.url)
  const answers: Answer[] = []
  const acknowledged = { changes: [] as string[], events: [] as string[], people: [] as string[] }
  const over = new AbortController()

  const visitor = async () => {
    const asha = await signedUp(shop)
    const ask = async (...asked: Parameters<typeof shop.ask>) => {
      const answer = await shop.ask(...asked)
      answers.push(answer)
      return answer
    }
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const id = randomUUID()
      const change = { do: turn % 2 === 0 ? 'add' : 'remove', product: { type: 'rings', id: 801 } }
      const written = await ask('POST', '/api/lists', {
        ...asha,
        body: { changes: [{ id, list: 'wishlist', change }] },
      })
      if (written.status === 200) acknowledged.changes.push(id)

      const event = JSON.stringify({ event: 'invoice.paid', payload: { turn: randomUUID() } })
      const eventId = randomUUID()
      const kept = await ask('POST', '/api/webhooks/razorpay', {
        raw: event,
        headers: {
          'x-razorpay-event-id': eventId,
          'x-razorpay-signature': createHmac('sha256', WEBHOOK_SECRET).update(event).digest('hex'),
        },
      })
      if (kept.status === 200) acknowledged.events.push(eventId)

      await Promise.all(
        ['/api/account', '/api/lists', '/api/orders', '/api/auth/token'].map((path) =>
          ask('GET', path, asha),
        ),
      )
      const session = await ask('GET', '/api/auth/get-session', asha)
      if (session.status === 200) expect(session.json.user?.email, 'is still signed in').toBe(asha.email)

      const email = `${randomUUID()}@example.in`
      const joined = await ask('POST', '/api/auth/sign-up/email', {
        body: { name: 'Asha Verma', email, password: 'kundan-1995' },
      })
      if (joined.status === 200) acknowledged.people.push(email)
    }
  }
  const visitors = Promise.all(Array.from({ length: VISITORS }, visitor))
  const answersAfter = (count: number) => {
    const enough = answers.length + count
    return expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(enough)
  }
  for (let cut = 0; cut < CUTS; cut += 1) {
    await answersAfter(40)
    if (cut % 2 === 0) await terminateConnections()
    else await postgres.restart()
  }
  await answersAfter(40)
  over.abort()
  await visitors

  expect(shop.server.process.exitCode, shop.server.said()).toBeNull()
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual(
    answers.some(({ status }) => status === 503) ? [200, 503] : [200],
  )
  for (const { status, retryAfter, json } of answers)
    if (status === 503) expect([Number(retryAfter) > 0, json.code]).toEqual([true, 'unavailable'])
  expect(await missing('select change_id::text as id from applied_change', acknowledged.changes)).toEqual([])
  expect(await missing('select event_id as id from webhook_event', acknowledged.events)).toEqual([])
  expect(await missing('select email as id from "user"', acknowledged.people)).toEqual([])
  expect(shop.server.logged()).not.toContain('unexpected error')
}, 120_000)

test('without a database nobody is signed out: each call answers 503, and goes on by itself afterwards', async () => {
  const line = await openLine(postgres.url)
  const shop = await opened(line.url)
  const asha = await signedUp(shop)
  line.cut()
  const paths = ['/api/account', '/api/lists', '/api/orders', '/api/auth/token', '/api/auth/get-session']
  const calls = [
    ...paths.map((path) => shop.ask('GET', path, asha)),
    shop.ask('POST', '/api/auth/sign-in/email', { body: { email: asha.email, password: asha.password } }),
    shop.ask('POST', '/api/verify-payment', {
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
  for (const { what, status, retryAfter, json } of await Promise.all(calls))
    expect([what, status, json.code, Number(retryAfter) > 0]).toEqual([what, 503, 'unavailable', true])
  line.restore()
  for (const path of paths) expect([path, (await shop.ask('GET', path, asha)).status]).toEqual([path, 200])
  line.close()
}, 60_000)

test('a connection that fails on BEGIN is given back: the pool does not run dry', async () => {
  const line = await openLine(postgres.url)
  const shop = await opened(line.url)
  const asha = await signedUp(shop)
  const add = () =>
    shop.ask('POST', '/api/lists', {
      ...asha,
      body: { changes: [{ id: randomUUID(), list: 'wishlist', change: { do: 'clear' } }] },
    })
  // Twice as many as the pool holds, on connections that break when BEGIN is sent.
  line.breakNext(32, 'begin')
  await Promise.all(Array.from({ length: 32 }, add))
  line.breakNext(0, 'begin')
  expect((await add()).status).toBe(200)
  line.close()
}, 60_000)

test('readiness answers within a second while the database hangs, and recovers', async () => {
  const line = await openLine(postgres.url)
  const shop = await opened(line.url)
  expect((await shop.ask('GET', '/readyz')).status).toBe(200)
  line.hang()
  const startedAt = performance.now()
  expect((await shop.ask('GET', '/readyz')).status).toBe(503)
  expect(performance.now() - startedAt).toBeLessThan(1000)
  line.resume()
  await expect.poll(async () => (await shop.ask('GET', '/readyz')).status, { timeout: 20_000 }).toBe(200)
  line.close()
}, 60_000)

/** A way to the PostgreSQL server that the test holds in its hands. */
async function openLine(url: string) {
  const target = Number(new URL(url).port)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isCut = false
  let isHanging = false
  let toBreak = { left: 0, statement: '' }
  const breakIfDue = (chunk: Buffer, pair: readonly [Socket, Socket]) => {
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
        if (!breakIfDue(chunk, pair)) to.write(chunk)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
      if (isHanging) from.pause()
    }
  })
  listener.listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    listener.once('listening', resolve)
  })
  // A server on a TCP port has an address with one.
  const { port } = listener.address() as AddressInfo
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

interface Asking {
  readonly cookie?: string
  readonly token?: string
  readonly body?: object
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function opened(databaseUrl: string) {
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
  await server.open
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    { cookie, token, body, raw, headers = {} }: Asking = {},
  ): Promise<Answer & { readonly cookie: string }> => {
    const answer = await fetch(url + path, {
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
      what: `${method} ${path}`,
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      json: Body.safeParse(await answer.json()).data ?? {},
      cookie: answer.headers
        .getSetCookie()
        .map((set) => set.split(';')[0])
        .join('; '),
    }
  }
  return { server, ask }
}

async function signedUp({ ask }: Awaited<ReturnType<typeof opened>>) {
  const email = `${randomUUID()}@example.in`
  const password = 'kundan-1995'
  const { cookie } = await ask('POST', '/api/auth/sign-up/email', {
    body: { name: 'Asha Verma', email, password },
  })
  const { json } = await ask('GET', '/api/auth/token', { cookie })
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
