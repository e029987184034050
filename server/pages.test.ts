import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createPages, type Pages } from './pages.ts'
import { createRenderer, type Renderer } from './renderer.ts'

const SITE_URL = 'https://shop.example'
const folder = mkdtempSync(join(tmpdir(), 'swarnika-pages-'))
const externalOrigins = {
  siteUrl: SITE_URL,
  checkoutScriptUrl: `${SITE_URL}/checkout.js`,
  analyticsUrl: null,
}
let pages: Pages
let renderer: Renderer

beforeAll(async () => {
  mkdirSync(join(folder, 'build/client/rings'), { recursive: true })
  mkdirSync(join(folder, 'build/server'))
  mkdirSync(join(folder, 'build/earlier/assets'), { recursive: true })
  writeFileSync(join(folder, 'build/earlier/assets/root-a1b2.js'), 'export {}')
  writeFileSync(join(folder, 'build/client/rings/index.html'), '<h1>Rings</h1>')
  writeFileSync(join(folder, 'build/client/rings/index.html.br'), 'by Brotli')
  writeFileSync(join(folder, 'build/client/rings/index.html.gz'), 'by gzip')
  // No test renders a page.
  writeFileSync(join(folder, 'build/server/index.js'), 'export const routes = {}')
  renderer = createRenderer(folder)
  pages = await createPages(folder, { renderer, externalOrigins, log: createLog('silent') })
})
afterAll(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  pages(new Request(SITE_URL + path, { headers }))

test.each([
  ['/rings/', '/rings'],
  ['/rings/?metal=Platinum', '/rings?metal=Platinum'],
  ['/rings//', '/rings'],
  ['//elsewhere.example/', '/elsewhere.example'],
  ['//elsewhere.example//', '/elsewhere.example'],
  ['/\\elsewhere.example/', '/elsewhere.example'],
])('%s is redirected to one URL of the shop', async (path, location) => {
  const { status, headers } = await get(path)
  expect([status, headers.get('location')]).toEqual([308, location])
})

test('a page is served with its own content-security policy', async () => {
  const response = await get('/rings')
  expect([response.status, await response.text()]).toEqual([200, '<h1>Rings</h1>'])
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.8, br;q=0.5', 'br'],
  ['br;q=0, gzip;q=0.8', 'gzip'],
  ['br; q=0.0, gzip; q=0', null],
  ['', null],
])('Accept-Encoding “%s” gets %s', async (accepted, encoding) => {
  const { headers } = await get('/rings', { 'accept-encoding': accepted })
  expect(headers.get('content-encoding')).toBe(encoding)
})

test.each([
  ['the same ETag', (etag: string) => etag],
  ['a weak form of it', (etag: string) => `W/${etag}`],
  ['a list with it', (etag: string) => `"other",W/${etag} , "more"`],
  ['*', () => '*'],
])('If-None-Match with %s gets 304', async (_, known) => {
  const etag = (await get('/rings')).headers.get('etag') ?? ''
  const { status, headers } = await get('/rings', { 'if-none-match': known(etag) })
  expect([status, headers.get('etag')]).toEqual([304, etag])
})

test.each(['"other"', '', ',', '"*"'])('If-None-Match %s gets the page', async (known) => {
  expect((await get('/rings', { 'if-none-match': known })).status).toBe(200)
})

test('a small file is read once and cached', async () => {
  const file = join(folder, 'build/client/assets/small.js')
  mkdirSync(join(folder, 'build/client/assets'), { recursive: true })
  writeFileSync(file, 'export const small = 1')
  const opened = await createPages(folder, { renderer, externalOrigins, log: createLog('silent') })
  const textOf = async () => (await opened(new Request(`${SITE_URL}/assets/small.js`))).text()
  expect(await textOf()).toBe('export const small = 1')
  rmSync(file)
  expect(await textOf()).toBe('export const small = 1')
})

test('a page that a new build has replaced is sent with its current length', async () => {
  const file = join(folder, 'build/client/replaced/index.html')
  mkdirSync(join(folder, 'build/client/replaced'), { recursive: true })
  writeFileSync(file, 'short')
  const opened = await createPages(folder, { renderer, externalOrigins, log: createLog('silent') })
  writeFileSync(file, 'longer than before')
  const response = await opened(new Request(`${SITE_URL}/replaced`))
  expect(Number(response.headers.get('content-length'))).toBe((await response.text()).length)
})

test('scripts of the previous build are served for pages that are still open', async () => {
  const response = await get('/assets/root-a1b2.js')
  expect([response.status, await response.text()]).toEqual([200, 'export {}'])
})

test('account pages require a session', async () => {
  const { status, headers } = await get('/account/orders/SJ-0123456789ABCDEF')
  expect([status, headers.get('location')]).toEqual([
    302,
    '/login?from=%2Faccount%2Forders%2FSJ-0123456789ABCDEF',
  ])
})
