/** The cost of one hostile request or connection, over real sockets: fetch would not send most of these headers. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from './accounts/testing.ts'
import { createApp } from './app.ts'
import type { AppEnv } from './http.ts'
import { createLog } from './log.ts'
import { createNodeServer } from './node-server.ts'
import { createPages } from './pages.ts'
import { createCachedResponder } from './cached-responses.ts'
import { useTestDatabase } from './db/testing.ts'
import { createReadiness } from './readiness.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { listenOnFreePort, openingCollection, portOf, writeTestBuild } from './testing.ts'

const SITE_URL = 'http://localhost:3000'
const LARGE_FILE = 400_000
const folder = mkdtempSync(join(tmpdir(), 'swarnika-strangers-'))
const database = useTestDatabase()
let server: Server
let port: number
let renderer: Renderer

beforeAll(async () => {
  writeTestBuild(folder)
  mkdirSync(join(folder, 'build/client/rings'), { recursive: true })
  writeFileSync(join(folder, 'build/client/rings/index.html'), '<h1>Rings</h1>')
  writeFileSync(join(folder, 'build/client/rings/index.html.br'), 'by Brotli')
  writeFileSync(join(folder, 'build/client/picture.webp'), Buffer.alloc(LARGE_FILE))
  const externalOrigins = {
    siteUrl: SITE_URL,
    checkoutScriptUrl: `${SITE_URL}/checkout.js`,
    analyticsUrl: null,
  }
  const log = createLog('silent')
  renderer = createRenderer(folder, { externalOrigins })
  const pages = await createPages(folder, { renderer, collection: openingCollection, externalOrigins, log })
  const readiness = createReadiness(database.db)
  const sendCached = createCachedResponder({ pages, readiness, externalOrigins, log })
  const app = createApp({
    db: database.db,
    log,
    externalOrigins,
    proxyHops: 1,
    areas: [createTestApp(database.db).app],
    pages,
  })
  server = createNodeServer(app, { sendCached }).server
  port = await listenOnFreePort(server)
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await renderer.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openConnection(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // The server may close the connection.
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

const requestText = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

/** The status line of the response. */
async function statusLine(text: string): Promise<string> {
  const socket = await openConnection()
  socket.write(text)
  const [first] = await new Promise<Buffer[]>((resolve) => {
    socket.once('data', (chunk) => resolve([chunk]))
    socket.once('close', () => resolve([]))
  })
  socket.destroy()
  return first?.toString('latin1').split('\r\n', 1)[0] ?? ''
}

/** Node accepts 16 KB of headers in total. */
const LENGTH = 15_800
const repeated = (text: string) => text.repeat(LENGTH / text.length)
const HOSTILE = {
  blanks: `a${repeated(' ')}b`,
  'blanks and commas': `a${repeated(' ,')}b`,
  commas: repeated(','),
  semicolons: repeated('; '),
  quotes: repeated('"'),
  backslashes: `"${repeated('\\')}`,
  'equals signs': repeated('='),
  colons: repeated(':'),
  'open brackets': repeated('['),
  dots: repeated('1.'),
  'bearer tokens': `Bearer ${repeated('a.')}`,
  'media types': `application/json;${repeated(' a=b;')}`,
  addresses: repeated('1.1.1.1,'),
  'cookie pairs': repeated('swarnika.session_token=a;'),
}
/** Headers that the server, better-auth, the compression or the router read. */
const READ_HEADERS = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'cookie',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-razorpay-event-id',
  'x-razorpay-signature',
]
const READERS = [
  ['GET', '/rings'],
  ['GET', '/account'],
  ['GET', '/api/account'],
  ['GET', '/api/auth/get-session'],
  ['GET', '/api/auth/callback/google?state=a&code=b'],
  ['POST', '/api/auth/sign-out'],
] as const
const BLOCKED_MAX_MS = 20

/** CPU time of one request on the main thread; the minimum of several, because the machine has other work. */
async function costMs(text: string): Promise<number> {
  const costs: number[] = []
  for (let time = 1; time <= 5; time++) {
    const before = process.threadCpuUsage()
    const line = await statusLine(text)
    expect(line).toMatch(/^HTTP\/1\.1 /)
    const { user, system } = process.threadCpuUsage(before)
    costs.push((user + system) / 1000)
    if ((costs.at(-1) ?? 0) < BLOCKED_MAX_MS) break
  }
  return Math.min(...costs)
}

test.each(READ_HEADERS)('a hostile %s header does not block the event loop', async (header) => {
  const slow: string[] = []
  for (const [method, path] of READERS)
    for (const [name, value] of Object.entries(HOSTILE)) {
      const cost = await costMs(requestText(method, path, { 'accept-encoding': 'br', [header]: value }))
      if (cost >= BLOCKED_MAX_MS) slow.push(`${method} ${path} with ${name}: ${Math.round(cost)} ms`)
    }
  expect(slow).toEqual([])
})

const openDescriptors = () => readdirSync('/proc/self/fd').length

async function expectOthersServed(): Promise<void> {
  expect(await statusLine(requestText('GET', '/rings'))).toBe('HTTP/1.1 200 OK')
}

test('two thousand pipelined requests of a client that never reads hold no files and little memory', async () => {
  await expectOthersServed()
  const before = openDescriptors()
  const memoryBefore = process.memoryUsage().rss
  const socket = await openConnection()
  socket.pause()
  socket.write(requestText('GET', '/picture.webp').repeat(2000))
  const descriptors: number[] = []
  for (let time = 1; time <= 50; time++) {
    await expectOthersServed()
    descriptors.push(openDescriptors() - before)
  }
  const grownMb = (process.memoryUsage().rss - memoryBefore) / 1_000_000
  socket.destroy()
  expect(Math.max(...descriptors)).toBeLessThan(10)
  expect(grownMb).toBeLessThan(100)
})

test('pipelined requests are responded to in order', async () => {
  const socket = await openConnection()
  const paths = ['/rings', '/picture.webp', '/healthz', '/api/nothing']
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.write(paths.map((path) => requestText('GET', path)).join(''))
  await expect.poll(() => received, { timeout: 5000 }).toContain('There is nothing here.')
  socket.destroy()
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 404',
  ])
})

test('a client that never reads its response is disconnected', async () => {
  const app = new Hono<AppEnv>().get('/', (context) => context.body('x'.repeat(50_000_000)))
  const nodeServer = createNodeServer(app, { inactivityTimeoutMs: 500 })
  await nodeServer.listen(0, '127.0.0.1')
  const accepted = new Promise<Socket>((resolve) => nodeServer.server.once('connection', resolve))
  const client = connect(portOf(nodeServer.server), '127.0.0.1')
  client.on('error', () => {})
  client.pause()
  client.write(requestText('GET', '/'))
  const socket = await accepted
  await expect.poll(() => socket.destroyed, { timeout: 10_000 }).toBe(true)
  client.destroy()
  await nodeServer.close()
})

test('idle connections are kept for longer than load balancers keep them', () => {
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000)
})
