import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection, type Collection } from '#domain/collection.ts'
import type { PageRequest, RenderedPage } from './render-worker.ts'
import { createRenderer, UNCACHED_BROTLI_QUALITY, type Renderer } from './renderer.ts'
import { RENDER_MS, writeTestBuild } from './testing.ts'

const SITE_URL = 'https://shop.example'
const folder = mkdtempSync(join(tmpdir(), 'swarnika-renderer-'))
const externalOrigins = {
  siteUrl: SITE_URL,
  checkoutScriptUrl: `${SITE_URL}/checkout.js`,
  analyticsUrl: null,
}
let renderer: Renderer

const { rates } = OPENING_CONTENT
const dearerGold = createCollection(
  { edition: 2, hash: 'dearer' },
  { ...OPENING_CONTENT, rates: { ...rates, perGram: { ...rates.perGram, silver: rates.perGram.gold } } },
)

beforeAll(async () => {
  writeTestBuild(folder)
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
    collection = OPENING_COLLECTION,
    by = renderer,
    ...request
  }: Partial<PageRequest> & { collection?: Collection; by?: Renderer } = {},
): Promise<RenderedPage | null> {
  return by.render({ url: SITE_URL + path, quality: UNCACHED_BROTLI_QUALITY, ...request }, collection)
}

const textOf = (page: RenderedPage | null) => page && brotliDecompressSync(page.body).toString()

describe('the renderer', () => {
  test('keeps the serving thread free while a page is rendered', async () => {
    const before = process.threadCpuUsage()
    const page = await render('/?busy')
    const { user, system } = process.threadCpuUsage(before)
    expect(page).toMatchObject({ status: 200, contentType: 'text/html' })
    expect((user + system) / 1000).toBeLessThan(RENDER_MS / 10)
  })
  test('rejects pages beyond a full queue, and renders those in it', async () => {
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

  test('is rendered from the requested collection, however often that changes', async () => {
    expect(textOf(await render('/gold'))).toBe(`<p>/gold ${edition}.${hash} ${gold}</p>`)
    expect(textOf(await render('/gold', { collection: dearerGold }))).toBe(`<p>/gold 2.dearer ${gold}</p>`)
    expect(textOf(await render('/gold'))).toBe(`<p>/gold ${edition}.${hash} ${gold}</p>`)
  })

  test('of many concurrent collections is rendered or rejected, and never fails', async () => {
    const many = Array.from({ length: 8 }, (_, index) =>
      createCollection({ edition: 10 + index, hash: `h${index}` }, OPENING_CONTENT),
    )
    const pages = await Promise.all(
      many.flatMap((collection) => [render('/gold', { collection }), render('/count', { collection })]),
    )
    expect(pages.every((page) => page === null || page.status === 200)).toBe(true)
  })

  test('is rendered from a collection in many chunks, including retired products', async () => {
    const [ring] = OPENING_COLLECTION.ofType('rings')
    if (!ring) throw new Error('There is no ring')
    const products = Array.from({ length: 2601 }, (_, id) => ({
      ...ring,
      id,
      ...(id === 0 && { retired: true as const }),
    }))
    const collection = createCollection({ edition: 3, hash: 'many' }, { ...OPENING_CONTENT, products })
    expect(textOf(await render('/count', { collection }))).toBe('<p>/count 3.many 2600</p>')
    expect(textOf(await render('/retired', { collection }))).toBe('<p>/retired 3.many 1</p>')
  })

  test('with unchanged data is not rendered again, and names the new edition', async () => {
    await render('/gold')
    const previous = {
      version: `${edition}.${hash}`,
      body: new Uint8Array(brotliCompressSync(`<p>as rendered before, ${edition}.${hash}</p>`)),
    }
    expect(textOf(await render('/gold', { collection: dearerGold, previous }))).toBe(
      '<p>as rendered before, 2.dearer</p>',
    )
  })

  test('with changed data is rendered again', async () => {
    const fewer = createCollection(
      { edition: 4, hash: 'fewer' },
      { ...OPENING_CONTENT, products: OPENING_CONTENT.products.slice(1) },
    )
    await render('/count')
    const previous = { version: `${edition}.${hash}`, body: new Uint8Array(brotliCompressSync('as before')) }
    expect(textOf(await render('/count', { collection: fewer, previous }))).toBe(
      `<p>/count 4.fewer ${OPENING_CONTENT.products.length - 1}</p>`,
    )
  })

  test('carries its content-security policy and an ETag of its content', async () => {
    const [one, same, other] = [await render('/gold'), await render('/gold'), await render('/count')]
    expect(one?.policy).toContain("default-src 'self'")
    expect(one?.etag).toBe(same?.etag)
    expect(one?.etag).not.toBe(other?.etag)
  })

  test('is rendered from its own collection if several large ones are sent to the thread concurrently', async () => {
    const [ring] = OPENING_CONTENT.products
    if (!ring) throw new Error('There is no product')
    const products = Array.from({ length: 1600 }, (_, id) => ({ ...ring, id }))
    const others = ['one', 'two', 'three'].map((hash, index) =>
      createCollection(
        { edition: 5 + index, hash },
        { ...OPENING_CONTENT, products: products.slice(0, 1600 - 600 * index) },
      ),
    )
    const pages = await Promise.all(others.map((collection) => render('/count', { collection })))
    expect(pages.map(textOf)).toEqual([
      '<p>/count 5.one 1600</p>',
      '<p>/count 6.two 1000</p>',
      '<p>/count 7.three 400</p>',
    ])
  })

  test('is rendered from a patch of rates and single products', async () => {
    await render('/gold')
    const { gold, silver } = rates.perGram
    const revised = createCollection(
      { edition: 8, hash: 'revised' },
      {
        ...OPENING_CONTENT,
        rates: { ...rates, perGram: { ...rates.perGram, gold: silver } },
        products: OPENING_CONTENT.products.map((product, place) =>
          place === 3 ? { ...product, retired: true as const } : product,
        ),
      },
    )
    expect(textOf(await render('/gold', { collection: revised }))).toBe(`<p>/gold 8.revised ${silver}</p>`)
    expect(textOf(await render('/retired', { collection: revised }))).toBe('<p>/retired 8.revised 1</p>')
    expect(textOf(await render('/gold'))).toBe(`<p>/gold ${edition}.${hash} ${gold}</p>`)
    expect(textOf(await render('/retired'))).toBe(`<p>/retired ${edition}.${hash} 0</p>`)
  })
})

test('without a build the error says what to run', () => {
  expect(() => createRenderer(join(folder, 'nothing'), { externalOrigins })).toThrow('npm run build')
})
