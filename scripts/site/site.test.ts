import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeAddresses } from './addresses.ts'
import { listAssets, keepPreviousAssets } from './previous-assets.ts'
import { defersScripts, firstLoadBytes, scriptsBySize } from './budget.ts'
import { compressTexts } from './compress.ts'
import { feedOf } from './feed.ts'
import { writtenSettings } from './build.ts'
import { precachedFiles } from './service-worker.ts'
import { hashSources } from './stamp.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swarnika-site-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const read = (path: string) => readFileSync(join(folder, path))

test('the server’s URL is an input of the build: another port needs another build', () => {
  const local = writtenSettings({ PORT: '34400' })
  expect(local.siteUrl).toBe('http://localhost:34400')
  expect(hashSources(local)).not.toBe(hashSources(writtenSettings({})))
  expect(writtenSettings({ PORT: '34400', SITE_URL: 'https://shop.example/' }).siteUrl).toBe(
    'https://shop.example',
  )
})

describe('sitemap and robots.txt', () => {
  beforeEach(() => {
    put('index.html', '<title>Home</title>')
    put('rings/801/index.html', '<title>Ring</title>')
    put('terms/index.html', '<meta property="og:updated_time" content="2026-11-22"/>')
    put('cart/index.html', '<meta name="robots" content="noindex"/>')
  })

  test('list the indexed pages with the shop’s URL', () => {
    expect(writeAddresses(folder, 'https://shop.example')).toEqual(['/', '/rings/801', '/terms'])
    const sitemap = read('sitemap.xml').toString()
    expect(sitemap).toContain('<loc>https://shop.example/rings/801</loc>')
    expect(sitemap).not.toContain('/cart')
  })

  test('state the last change only of pages that declare one', () => {
    writeAddresses(folder, 'https://shop.example')
    expect(
      read('sitemap.xml')
        .toString()
        .match(/<loc>[^<]*<\/loc><lastmod>[^<]*<\/lastmod>/g),
    ).toEqual(['<loc>https://shop.example/terms</loc><lastmod>2026-11-22</lastmod>'])
  })

  test('disallow the API and point to the sitemap', () => {
    writeAddresses(folder, 'https://shop.example')
    const robots = read('robots.txt').toString()
    expect(robots).toContain('Disallow: /api/\n')
    expect(robots).toContain('Sitemap: https://shop.example/sitemap.xml')
  })
})

test('the scripts of the previous build are kept beside the next', () => {
  put('client/assets/root-1.js', '1')
  const last = listAssets(folder)
  rmSync(join(folder, 'client'), { recursive: true })
  put('client/assets/root-2.js', '2')
  keepPreviousAssets(folder, last)
  expect(read('earlier/assets/root-1.js').toString()).toBe('1')
  expect([...listAssets(folder).keys()]).toEqual(['root-2.js'])
})

test('a first build has no previous scripts', () => {
  expect(listAssets(folder).size).toBe(0)
})

describe('the blog feed', () => {
  const post = {
    id: 7,
    title: 'Gold & <silver>',
    excerpt: 'Both.',
    content: [
      { kind: 'heading', text: 'Gold' },
      { kind: 'paragraph', text: 'A & B' },
    ],
    date: '2024-02-12',
    author: 'The workshop',
    picture: { name: 'home-1', alt: '' },
    pieces: [],
  } as const

  test('identifies each post by its URL, dated in Indian time', () => {
    const feed = feedOf([post], 'https://shop.example')
    expect(feed).toContain('<id>https://shop.example/blog/7</id>')
    expect(feed).toContain('<published>2024-02-12T00:00:00+05:30</published>')
  })

  test('escapes titles once and HTML content twice', () => {
    const feed = feedOf([post], 'https://shop.example')
    expect(feed).toContain('<title>Gold &amp; &lt;silver&gt;</title>')
    expect(feed).toContain('&lt;p&gt;A &amp;amp; B&lt;/p&gt;')
  })

  test('starts with the newest post and carries its date', () => {
    const feed = feedOf([post, { ...post, id: 8, date: '2024-03-01' }], 'https://shop.example')
    expect(feed.indexOf('/blog/8</id>')).toBeLessThan(feed.indexOf('/blog/7</id>'))
    expect(/<updated>([^<]+)</.exec(feed)?.[1]).toBe('2024-03-01T00:00:00+05:30')
  })
})

describe('compressed copies', () => {
  test('decompress to the original', async () => {
    const text = 'polki and kundan '.repeat(100)
    put('assets/app.js', text)
    await compressTexts(folder)
    expect(brotliDecompressSync(read('assets/app.js.br')).toString()).toBe(text)
    expect(gunzipSync(read('assets/app.js.gz')).toString()).toBe(text)
  })

  test('exist for models', async () => {
    put('models/rings-801.glb', 'x'.repeat(5000))
    await compressTexts(folder)
    expect(brotliDecompressSync(read('models/rings-801.glb.br')).length).toBe(5000)
  })

  test('do not exist for pictures and tiny files', async () => {
    put('pictures/ring.avif', 'x'.repeat(5000))
    put('tiny.txt', 'x')
    expect(await compressTexts(folder)).toBe(1)
    expect(() => read('pictures/ring.avif.br')).toThrow()
    expect(() => read('tiny.txt.gz')).toThrow()
  })
})

test('a page defers its scripts if all of them are inside a noscript', () => {
  const entry = '<script type="module">import "/assets/entry-a1.js"</script>'
  const preload = '<link rel="modulepreload" href="/assets/shared-b2.js"/>'
  const isDeferred = (html: string) => defersScripts({ path: '/', html })
  expect(isDeferred(`<noscript>${preload}${entry}</noscript>`)).toBe(true)
  expect(isDeferred(`${preload}<noscript>${entry}</noscript>`)).toBe(false)
  expect(isDeferred(entry)).toBe(false)
  expect(isDeferred('<noscript></noscript>')).toBe(false)
})

describe('first-load scripts', () => {
  const gzipped = (text: string) => gzipSync(text, { level: 9 }).length

  test('count the page’s scripts and their static imports once each', () => {
    const [entry, shared] = ['import"./shared-b2.js";import("./later-c3.js")', 'export const a = 1']
    put('assets/entry-a1.js', entry)
    put('assets/shared-b2.js', shared)
    put('assets/later-c3.js', 'never counted')
    const html =
      '<link rel="modulepreload" href="/assets/shared-b2.js"/><script type="module" src="/assets/entry-a1.js"></script>'
    expect(firstLoadBytes({ path: '/', html }, folder)).toBe(gzipped(entry) + gzipped(shared))
  })

  test('count the imports of inline scripts', () => {
    put('assets/root-d4.js', 'let root')
    const html = '<script type="module">import * as root from "/assets/root-d4.js"</script>'
    expect(firstLoadBytes({ path: '/', html }, folder)).toBe(gzipped('let root'))
  })

  test('are zero without scripts', () => {
    expect(firstLoadBytes({ path: '/', html: '<p>Namaste</p>' }, folder)).toBe(0)
  })
})

describe('the precache of the service worker', () => {
  beforeEach(() => {
    for (const page of ['', 'cart/', 'wishlist/', 'offline/', 'rings/'])
      put(`${page}index.html`, '<title>Page</title>')
    put('assets/root-a1.js', 'let root')
    put('assets/anek-latin-b2.woff2', 'letters')
    put('assets/anek-devanagari-c3.woff2', 'letters')
    put('assets/model-viewer-d4.js', randomBytes(200_000).toString('base64'))
    put('pictures/ring-640.avif', 'picture')
  })

  test('contains the shell, the scripts and the fonts', () => {
    expect(precachedFiles(folder, 'b1').map(({ url }) => url)).toEqual([
      '/',
      '/cart',
      '/wishlist',
      '/offline',
      '/assets/anek-latin-b2.woff2',
      '/assets/root-a1.js',
    ])
  })

  test('has a revision for pages, whose URLs carry no hash', () => {
    const revisions = new Map(precachedFiles(folder, 'b1').map(({ url, revision }) => [url, revision]))
    expect(revisions.get('/cart')).toBe('b1')
    expect(revisions.get('/assets/root-a1.js')).toBeNull()
  })
})

test('scripts are listed by size, largest first', () => {
  put('assets/small.js', 'let a')
  put('assets/large.js', Array.from({ length: 99 }, (_, i) => `let b${i}`).join())
  put('assets/page.css', 'b{}'.repeat(999))
  expect(scriptsBySize(folder).map(({ path }) => path)).toEqual(['/assets/large.js', '/assets/small.js'])
})
