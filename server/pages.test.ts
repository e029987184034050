import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection, versionOf, type Collection } from '#domain/collection.ts'
import { createLog } from './log.ts'
import type { PageSource } from './metrics.ts'
import { createPages, type Pages } from './pages.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { writeTestBuild } from './testing.ts'

const SITE_URL = 'https://shop.example'
const folder = mkdtempSync(join(tmpdir(), 'swarnika-pages-'))
const externalOrigins = {
  siteUrl: SITE_URL,
  checkoutScriptUrl: `${SITE_URL}/checkout.js`,
  analyticsUrl: null,
}
/** The editions of a server; a test publishes the next. */
const editions: Collection[] = [OPENING_COLLECTION]
const listeners = new Set<() => void>()
const published = {
  latest: () => editions.at(-1) ?? OPENING_COLLECTION,
  previous: () => editions.at(-2) ?? null,
  onChange: (listener: () => void) => void listeners.add(listener),
}
function publish(hash: string, products = OPENING_CONTENT.products): Collection {
  const edition = createCollection({ edition: editions.length + 1, hash }, { ...OPENING_CONTENT, products })
  editions.push(edition)
  for (const notify of listeners) notify()
  return edition
}
let pages: Pages
let renderer: Renderer

beforeAll(async () => {
  writeTestBuild(folder)
  mkdirSync(join(folder, 'build/client/rings'), { recursive: true })
  mkdirSync(join(folder, 'build/earlier/assets'), { recursive: true })
  writeFileSync(join(folder, 'build/earlier/assets/root-a1b2.js'), 'export {}')
  writeFileSync(join(folder, 'build/client/rings/index.html'), '<h1>Rings</h1>')
  writeFileSync(join(folder, 'build/client/rings/index.html.br'), 'by Brotli')
  writeFileSync(join(folder, 'build/client/rings/index.html.gz'), 'by gzip')
  renderer = createRenderer(folder, { externalOrigins })
  pages = await createPages(folder, {
    renderer,
    collection: published,
    externalOrigins,
    log: createLog('silent'),
  })
})
afterAll(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  pages.respond(new Request(SITE_URL + path, { headers }))

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

test('the data of a page are rendered for the query instead of taken from the build', async () => {
  writeFileSync(join(folder, 'build/client/count.data'), 'data of the build')
  const built = await createPages(folder, {
    renderer,
    collection: published,
    externalOrigins,
    log: createLog('silent'),
  })
  const response = await built.respond(new Request(`${SITE_URL}/count.data?metal=Silver`))
  expect(response.headers.get('content-type')).toContain('text/x-script')
  expect(await response.text()).not.toContain('data of the build')
})

test('a page with a query is rendered once per edition, however often it is requested', async () => {
  let rendered = 0
  const sources: PageSource[] = []
  let latest = OPENING_COLLECTION
  const opened = await createPages(folder, {
    renderer: {
      ...renderer,
      render: (request, of) => {
        rendered += 1
        return renderer.render(request, of)
      },
    },
    collection: { latest: () => latest, previous: () => null, onChange: () => {} },
    metrics: { observePage: (source) => void sources.push(source) },
    externalOrigins,
    log: createLog('silent'),
  })
  const head = { method: 'GET', acceptEncoding: 'br', ifNoneMatch: null }
  const ask = async () => (await opened.respond(new Request(`${SITE_URL}/count?metal=Gold`))).text()
  expect(await opened.cached('/count?metal=Gold', head)).toBeNull()
  const [first, second] = await Promise.all([ask(), ask()])
  expect([second, await ask(), rendered]).toEqual([first, first, 1])
  expect((await opened.cached('/count?metal=Gold', head))?.status).toBe(200)
  latest = createCollection({ edition: 2, hash: 'next' }, OPENING_CONTENT)
  expect(await opened.cached('/count?metal=Gold', head)).toBeNull()
  expect(await ask()).toContain('2.next')
  expect(sources).toEqual(['rendered', 'rendered', 'cache', 'cache', 'rendered'])
})

test('a page with a query in the account is never prepared', async () => {
  await get('/account?tab=orders', { cookie: 'swarnika.session_token=some' })
  const head = { method: 'GET', acceptEncoding: 'br', ifNoneMatch: null }
  expect(await pages.cached('/account?tab=orders', head)).toBeNull()
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
  const opened = await createPages(folder, {
    renderer,
    collection: published,
    externalOrigins,
    log: createLog('silent'),
  })
  const textOf = async () => (await opened.respond(new Request(`${SITE_URL}/assets/small.js`))).text()
  expect(await textOf()).toBe('export const small = 1')
  rmSync(file)
  expect(await textOf()).toBe('export const small = 1')
})

test('a page that a new build has replaced is sent with its current length', async () => {
  const file = join(folder, 'build/client/replaced/index.html')
  mkdirSync(join(folder, 'build/client/replaced'), { recursive: true })
  writeFileSync(file, 'short')
  const opened = await createPages(folder, {
    renderer,
    collection: published,
    externalOrigins,
    log: createLog('silent'),
  })
  writeFileSync(file, 'longer than before')
  const response = await opened.respond(new Request(`${SITE_URL}/replaced`))
  expect(Number(response.headers.get('content-length'))).toBe((await response.text()).length)
})

test('scripts of the previous build are served for pages that are still open', async () => {
  const response = await get('/assets/root-a1b2.js')
  expect([response.status, await response.text()]).toEqual([200, 'export {}'])
})

test('the checkout is also found under its plain address', async () => {
  const { status, headers } = await get('/checkout')
  expect([status, headers.get('location')]).toEqual([302, '/cart?step=checkout'])
})

test('account pages require a session', async () => {
  const { status, headers } = await get('/account/orders/SJ-0123456789ABCDEF')
  expect([status, headers.get('location')]).toEqual([
    302,
    '/login?from=%2Faccount%2Forders%2FSJ-0123456789ABCDEF',
  ])
})

describe('after an edition was published', () => {
  const OPENING = versionOf(OPENING_COLLECTION)
  const COUNT = OPENING_COLLECTION.products.length

  // Shows D37.pages
  test('an unchanged page names the new edition, and a changed one is rendered again', async () => {
    expect((await get('/count')).headers.get('x-edition')).toBe(OPENING)
    publish('a1', OPENING_CONTENT.products.slice(1))
    // At first it is the page of the previous edition, consistent in itself.
    const first = await get('/count')
    expect(`${first.headers.get('x-edition')} ${await first.text()}`).toMatch(
      new RegExp(`^(${OPENING} <p>/count ${OPENING} ${COUNT}|2.a1 <p>/count 2.a1 ${COUNT - 1})</p>$`),
    )
    await vi.waitFor(async () => {
      const response = await get('/count')
      expect(response.headers.get('x-edition')).toBe('2.a1')
      expect(await response.text()).toBe(`<p>/count 2.a1 ${COUNT - 1}</p>`)
    }, 5000)
    publish('a2', OPENING_CONTENT.products.slice(1))
    await vi.waitFor(
      async () => expect(await (await get('/count')).text()).toBe(`<p>/count 3.a2 ${COUNT - 1}</p>`),
      5000,
    )
  })

  test('its pages are compressed, match their ETag and have their policy', async () => {
    publish('b2')
    await vi.waitFor(async () => expect((await get('/gold')).headers.get('x-edition')).toContain('.b2'), 5000)
    const { headers } = await get('/gold', { 'accept-encoding': 'br' })
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    const again = await get('/gold', {
      'accept-encoding': 'br',
      'if-none-match': headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
  })

  test('files of the current and previous edition are served, older ones are gone', async () => {
    const [old, previous, latest] = [publish('c3'), publish('d4'), publish('e5')]
    const statusOf = async ({ hash }: Collection) => (await get(`/collection/${hash}/rings.json`)).status
    expect([await statusOf(latest), await statusOf(previous), await statusOf(old)]).toEqual([200, 200, 404])
    const { headers } = await get(`/collection/${latest.hash}/rings.json`)
    expect(headers.get('cache-control')).toContain('immutable')
  })

  test('current.json names it, and is never cached', async () => {
    const { edition, hash } = publish('f6')
    const response = await get('/collection/current.json')
    expect(await response.json()).toEqual({ edition, hash })
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  test('a newly started server shows it from the first request', async () => {
    publish('a7', OPENING_CONTENT.products.slice(5))
    const restarted = await createPages(folder, {
      renderer,
      collection: { ...published, previous: () => null },
      externalOrigins,
      log: createLog('silent'),
    })
    const response = await restarted.respond(new Request(`${SITE_URL}/count`))
    expect(await response.text()).toBe(`<p>/count ${versionOf(published.latest())} ${COUNT - 5}</p>`)
  })

  test('pages are cached under the address that links use, not under its encoded forms', async () => {
    publish('b8')
    const rendered: string[] = []
    const opened = await createPages(folder, {
      renderer: {
        ...renderer,
        render: (request, of) => {
          rendered.push(new URL(request.url).pathname)
          return renderer.render(request, of)
        },
      },
      collection: published,
      externalOrigins,
      log: createLog('silent'),
    })
    const timesRendered = async (path: string) => {
      for (let time = 1; time <= 3; time += 1) await opened.respond(new Request(SITE_URL + path))
      return rendered.filter((one) => one === path).length
    }
    const { hash } = published.latest()
    expect(await timesRendered('/rings/801')).toBe(1)
    expect(await timesRendered(`/collection/${hash}/rings.json`)).toBe(1)
    for (const path of ['/rings/80%31', '/rings/0801', '/rings/999999', `/collection/${hash}/%72ings.json`])
      expect(await timesRendered(path)).toBe(3)
  })
})
