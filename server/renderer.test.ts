import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection, type Collection } from '#domain/collection.ts'
import type { PageRequest, RenderedPage } from './render-worker.ts'
import { createRenderer, PASSING_QUALITY, type Renderer } from './renderer.ts'

const SITE_URL = 'https://shop.example'
const RENDER_MS = 300
const folder = mkdtempSync(join(tmpdir(), 'swarnika-renderer-'))
const externalOrigins = {
  siteUrl: SITE_URL,
  checkoutScriptUrl: `${SITE_URL}/checkout.js`,
  analyticsUrl: null,
}
let renderer: Renderer

/** A build whose pages keep their thread busy, end it, or show their edition and what their path names of it. */
const BUILD = `
import { createContext, RouterContextProvider } from 'react-router'
const collectionContext = createContext(null)
const requestContext = (collection) => {
  const context = new RouterContextProvider()
  context.set(collectionContext, collection)
  return context
}
const facts = {
  gold: (collection) => collection.rates.perGram.gold,
  count: (collection) => collection.products.length,
  retired: (collection) => collection.retired.length,
}
const loader = ({ context, params }) => {
  const collection = context.get(collectionContext)
  return [collection?.edition + '.' + collection?.hash, collection ? (facts[params['*']]?.(collection) ?? 0) : 0]
}
const handleRequest = (request, status, headers, { staticHandlerContext: { loaderData } }) => {
  const { pathname, search } = new URL(request.url)
  if (search === '?crash') process.exit(1)
  const end = Date.now() + (search === '?busy' ? ${RENDER_MS} : 0)
  while (Date.now() < end);
  headers.set('content-type', 'text/html')

  return new Response('<p>' + [pathname, ...loaderData.page].join(' ') + '</p>', { status, headers })
}
export const entry = { module: { default: handleRequest, requestContext } }
export const routes = { page: { id: 'page', path: '*', module: { default: () => null, loader } } }
export const assets = { routes: {}, entry: {}, url: '', version: '' }
export const basename = '/'
export const future = {}
export const ssr = true
export const isSpaMode = false
export const prerender = []
export const publicPath = '/'
export const assetsBuildDirectory = ''
export const routeDiscovery = { mode: 'initial' }
`

const { rates } = OPENING_CONTENT
const dearerGold = createCollection(
  { edition: 2, hash: 'dearer' },
  { ...OPENING_CONTENT, rates: { ...rates, perGram: { ...rates.perGram, silver: rates.perGram.gold } } },
)

beforeAll(async () => {
  mkdirSync(join(folder, 'build/server'), { recursive: true })
  writeFileSync(join(folder, 'build/server/package.json'), '{"type":"module"}')
  // The build of the shop finds React Router in the folder of the project.
  const router = import.meta.resolve('react-router')
  writeFileSync(join(folder, 'build/server/index.js'), BUILD.replace("'react-router'", `'${router}'`))
  renderer = createRenderer(folder, { externalOrigins })
  await render('/')
})
afterAll(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true, force: true })
})

function render(
  path: string,
  {
    of = OPENING_COLLECTION,
    by = renderer,
    ...request
  }: Partial<PageRequest> & { of?: Collection; by?: Renderer } = {},
): Promise<RenderedPage | null> {
  return by.render({ url: SITE_URL + path, quality: PASSING_QUALITY, ...request }, of)
}

const textOf = (page: RenderedPage | null) => page && brotliDecompressSync(page.body).toString()

describe('the renderer', () => {
  test('keeps the thread that serves free while a page is rendered', async () => {
    const before = process.threadCpuUsage()
    const page = await render('/?busy')
    const { user, system } = process.threadCpuUsage(before)
    expect(page).toMatchObject({ status: 200, contentType: 'text/html' })
    expect((user + system) / 1000).toBeLessThan(RENDER_MS / 10)
  })
  test('refuses pages beyond a full queue, and renders those in it', async () => {
    const small = createRenderer(folder, { externalOrigins, queueMax: 2 })
    const pages = await Promise.all(Array.from({ length: 6 }, () => render('/', { by: small })))
    await small.close()
    expect(pages.filter((page) => page === null).length).toBeGreaterThan(0)
    expect(pages.filter((page) => page?.status === 200).length).toBeGreaterThanOrEqual(2)
  })
  test('starts a new thread after one has died', async () => {
    await expect(render('/?crash')).rejects.toThrow()
    expect(await render('/')).toMatchObject({ status: 200 })
  })
})

describe('a page', () => {
  const { edition, hash } = OPENING_COLLECTION
  const { gold } = rates.perGram

  test('is rendered from the collection that it is asked for, however often that changes', async () => {
    expect(textOf(await render('/gold'))).toBe(`<p>/gold ${edition}.${hash} ${gold}</p>`)
    expect(textOf(await render('/gold', { of: dearerGold }))).toBe(`<p>/gold 2.dearer ${gold}</p>`)
    expect(textOf(await render('/gold'))).toBe(`<p>/gold ${edition}.${hash} ${gold}</p>`)
  })

  test('is of a collection of many parts, with those that are no longer made', async () => {
    const [ring] = OPENING_COLLECTION.ofType('rings')
    if (!ring) throw new Error('There is no ring')
    const products = Array.from({ length: 2601 }, (_, id) => ({
      ...ring,
      id,
      ...(id === 0 && { retired: true as const }),
    }))
    const of = createCollection({ edition: 3, hash: 'many' }, { ...OPENING_CONTENT, products })
    expect(textOf(await render('/count', { of }))).toBe('<p>/count 3.many 2600</p>')
    expect(textOf(await render('/retired', { of }))).toBe('<p>/retired 3.many 1</p>')
  })

  test('whose data an edition does not change is not rendered again, and names the new edition', async () => {
    await render('/gold')
    const base = {
      version: `${edition}.${hash}`,
      body: new Uint8Array(brotliCompressSync(`<p>as rendered before, ${edition}.${hash}</p>`)),
    }
    expect(textOf(await render('/gold', { of: dearerGold, base }))).toBe(
      '<p>as rendered before, 2.dearer</p>',
    )
  })

  test('whose data an edition changes is rendered again', async () => {
    const fewer = createCollection(
      { edition: 4, hash: 'fewer' },
      { ...OPENING_CONTENT, products: OPENING_CONTENT.products.slice(1) },
    )
    await render('/count')
    const base = { version: `${edition}.${hash}`, body: new Uint8Array(brotliCompressSync('as before')) }
    expect(textOf(await render('/count', { of: fewer, base }))).toBe(
      `<p>/count 4.fewer ${OPENING_CONTENT.products.length - 1}</p>`,
    )
  })

  test('carries its content-security policy and an ETag of its content', async () => {
    const [one, same, other] = [await render('/gold'), await render('/gold'), await render('/count')]
    expect(one?.policy).toContain("default-src 'self'")
    expect(one?.etag).toBe(same?.etag)
    expect(one?.etag).not.toBe(other?.etag)
  })
})

test('without a build it says what to run', () => {
  expect(() => createRenderer(join(folder, 'nothing'), { externalOrigins })).toThrow('npm run build')
})
