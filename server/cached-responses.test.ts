import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import type { App, AppEnv } from './http.ts'
import { createLog } from './log.ts'
import { createNodeServer, type NodeServer } from './node-server.ts'
import { createPages, type Pages } from './pages.ts'
import { createCachedResponder } from './cached-responses.ts'
import { useTestDatabase } from './db/testing.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { openingCollection, portOf, writeTestBuild } from './testing.ts'

const SITE_URL = 'https://shop.example'
const externalOrigins = {
  siteUrl: SITE_URL,
  checkoutScriptUrl: `${SITE_URL}/checkout.js`,
  analyticsUrl: null,
}
const SCRIPT = `export const long = '${'x'.repeat(2000)}'`
const folder = mkdtempSync(join(tmpdir(), 'swarnika-prepared-'))
const logged: string[] = []
const log = createLog('debug', (line) => logged.push(line))
const database = useTestDatabase()
let renderer: Renderer
let pages: Pages
let readiness: Readiness
let app: App

function write(name: string, content: string | Buffer): void {
  const file = join(folder, 'build/client', name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
}

beforeAll(async () => {
  writeTestBuild(folder)
  write('assets/root-a1.js', SCRIPT)
  write('assets/root-a1.js.br', brotliCompressSync(SCRIPT))
  write('assets/root-a1.js.gz', gzipSync(SCRIPT))
  write('assets/font.woff2', Buffer.alloc(3000, 1))
  write('pictures/large.webp', Buffer.alloc(100_000))
  write('account/index.html', '<p>account</p>')
  renderer = createRenderer(folder, { externalOrigins })
  pages = await createPages(folder, { renderer, collection: openingCollection, externalOrigins, log })
  readiness = createReadiness(database.db)
  app = createApp({ db: database.db, readiness, log, externalOrigins, proxyHops: 1, areas: [], pages })
})
afterAll(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Received {
  readonly status: number | undefined
  readonly headers: Record<string, unknown>
  readonly body: string
}

type Headers = Readonly<Record<string, string>>

function send(server: NodeServer, method: string, path: string, headers: Headers): Promise<Received> {
  const port = portOf(server.server)
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { 'x-request-id': _, date: __, ...rest } = response.headers
        resolve({
          status: response.statusCode,
          headers: rest,
          body: Buffer.concat(chunks).toString('base64'),
        })
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}

async function withServer<Result>(
  behind: App,
  prepares: boolean,
  work: (server: NodeServer) => Promise<Result>,
): Promise<Result> {
  const sendCached = prepares ? createCachedResponder({ pages, readiness, externalOrigins, log }) : null
  const server = createNodeServer(behind, { sendCached })
  await server.listen(0, '127.0.0.1')
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }
/** Stands in for the whole app, which must not be called. */
const unreachable: App = new Hono<AppEnv>().all('*', (context) => context.text('from the app', 500))

describe('a response from memory', () => {
  test.each([
    ['GET', '/count', BROWSER],
    ['HEAD', '/count', BROWSER],
    ['GET', '/count', {}],
    ['GET', '/assets/root-a1.js', BROWSER],
    ['GET', '/assets/root-a1.js', { 'accept-encoding': 'gzip' }],
    ['GET', '/assets/font.woff2', BROWSER],
    ['HEAD', '/pictures/large.webp', BROWSER],
    ['GET', '/assets/root-a1.js', { ...BROWSER, 'if-none-match': '*' }],
  ] as const)(
    'is sent ahead of the app, as the app would send it: %s %s %j',
    async (method, path, headers) => {
      const direct = await withServer(unreachable, true, (server) => send(server, method, path, headers))
      const byApp = await withServer(app, false, (server) => send(server, method, path, headers))
      expect(direct).toEqual(byApp)
      expect([200, 304]).toContain(direct.status)
    },
  )

  test('is logged like every request, with an id of its own', async () => {
    logged.length = 0
    await withServer(unreachable, true, (server) => send(server, 'GET', '/count', BROWSER))
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'debug',
        message: 'request',
        method: 'GET',
        path: '/count',
        status: 200,
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    ])
  })
})

test.each([
  ['POST', '/count', BROWSER],
  ['GET', '/count/', BROWSER],
  ['GET', '//count', BROWSER],
  ['GET', '/count?metal=Gold', BROWSER],
  ['GET', '/account', BROWSER],
  ['GET', '/pictures/large.webp', BROWSER],
  ['GET', '/assets/root-a1.js', { 'accept-encoding': 'deflate' }],
  ['GET', '/assets/absent.js', BROWSER],
  ['GET', '/api/nothing', BROWSER],
] as const)('the app answers all else: %s %s %j', async (method, path, headers) => {
  const answered = await withServer(unreachable, true, (server) => send(server, method, path, headers))
  expect(answered.status).toBe(500)
})

test('a connection is closed after its response while the server stops', async () => {
  const stopping = createReadiness(database.db)
  stopping.stop()
  const sendCached = createCachedResponder({ pages, readiness: stopping, externalOrigins, log })
  const server = createNodeServer(unreachable, { sendCached })
  await server.listen(0, '127.0.0.1')
  const { headers } = await send(server, 'GET', '/count', { connection: 'keep-alive' })
  await server.close()
  expect(headers.connection).toBe('close')
})
