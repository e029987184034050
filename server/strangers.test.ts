/**
 * What one request or one connection of a stranger may cost. The server listens on a port, with the pages of a small
 * build; requests travel over real sockets, as fetch would not send most of these headers.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop } from './accounts/testing.ts'
import { createApp } from './app.ts'
import type { OpenDatabase } from './db/open.ts'
import { createLog } from './log.ts'
import { createPages } from './pages.ts'
import { openTestDatabase } from './testing.ts'

const SITE_URL = 'http://localhost:3000'
const LARGE_FILE = 400_000
const folder = mkdtempSync(join(tmpdir(), 'swarnika-strangers-'))
let database: OpenDatabase
let server: ReturnType<typeof createAdaptorServer>
let port: number

beforeAll(async () => {
  mkdirSync(join(folder, 'build/client/rings'), { recursive: true })
  mkdirSync(join(folder, 'build/server'))
  writeFileSync(join(folder, 'build/client/rings/index.html'), '<h1>Rings</h1>')
  writeFileSync(join(folder, 'build/client/rings/index.html.br'), 'by Brotli')
  writeFileSync(join(folder, 'build/client/picture.webp'), Buffer.alloc(LARGE_FILE))
  writeFileSync(join(folder, 'build/server/index.js'), 'export const routes = {}')
  database = await openTestDatabase()
  const outsiders = { siteUrl: SITE_URL, checkoutScriptUrl: `${SITE_URL}/checkout.js`, analyticsUrl: null }
  const log = createLog('silent')
  const shop = createApp({
    db: database.db,
    log,
    outsiders,
    proxyHops: 1,
    areas: [openTestShop(database.db).shop],
    pages: await createPages(folder, outsiders, log),
  })
  server = createAdaptorServer({ fetch: shop.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a TCP port has an address with one.
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function connected(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // The server may close it; a test reads what came before that.
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

/** The first line of the answer. */
async function statusLine(text: string): Promise<string> {
  const socket = await connected()
  socket.write(text)
  const [first] = await new Promise<Buffer[]>((resolve) => {
    socket.once('data', (chunk) => resolve([chunk]))
    socket.once('close', () => resolve([]))
  })
  socket.destroy()
  return first?.toString('latin1').split('\r\n', 1)[0] ?? ''
}

/** Node takes 16 KB of headers altogether. */
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
/** Each is read by the server, by better-auth, by the compression or by the router. */
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

/** CPU time of one request on the only thread that serves; the least of a few, as the machine has other work too. */
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

test.each(READ_HEADERS)('a hostile %s header blocks nobody else', async (header) => {
  const slow: string[] = []
  for (const [method, path] of READERS)
    for (const [name, value] of Object.entries(HOSTILE)) {
      const cost = await costMs(requestText(method, path, { 'accept-encoding': 'br', [header]: value }))
      if (cost >= BLOCKED_MAX_MS) slow.push(`${method} ${path} with ${name}: ${Math.round(cost)} ms`)
    }
  expect(slow).toEqual([])
})

const openDescriptors = () => readdirSync('/proc/self/fd').length

/** Served to somebody else meanwhile. */
async function othersAreServed(): Promise<void> {
  expect(await statusLine(requestText('GET', '/rings'))).toBe('HTTP/1.1 200 OK')
}

test('two thousand requests on one connection that reads no answer open no files and keep little memory', async () => {
  await othersAreServed()
  const before = openDescriptors()
  const memoryBefore = process.memoryUsage().rss
  const socket = await connected()
  socket.pause()
  socket.write(requestText('GET', '/picture.webp').repeat(2000))
  const seen: number[] = []
  for (let time = 1; time <= 50; time++) {
    await othersAreServed()
    seen.push(openDescriptors() - before)
  }
  const grownMb = (process.memoryUsage().rss - memoryBefore) / 1_000_000
  socket.destroy()
  expect(Math.max(...seen)).toBeLessThan(10)
  expect(grownMb).toBeLessThan(100)
})

test('a few requests sent at once on one connection are all answered, in their order', async () => {
  const socket = await connected()
  const paths = ['/rings', '/picture.webp', '/healthz', '/api/nothing']
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
  socket.write(paths.map((path) => requestText('GET', path)).join(''))
  await expect.poll(() => answer, { timeout: 5000 }).toContain('There is nothing here.')
  socket.destroy()
  expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 404',
  ])
})
