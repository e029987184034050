/** Metadata of every built page for search engines and link previews. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { DAY_MS } from '#domain/time.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { BLOG_POSTS } from '#domain/content/blog.ts'
import { ROOT } from '../scripts/console.ts'
import { isHidden, pagesOf, type BuiltPage } from '../scripts/site/addresses.ts'
import { expect, test } from './support/test.ts'

const CLIENT = join(ROOT, 'build/client')
const pages = pagesOf(CLIENT)
const indexed = pages.filter(({ html }) => !isHidden(html))
const addresses = new Set(pages.map(({ path }) => path))

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': '’',
  '&lt;': '<',
  '&gt;': '>',
}
const plain = (text: string) =>
  text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
const all = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = '']) => plain(found))

const titleOf = ({ html }: BuiltPage) => all(html, /<title>([^<]*)<\/title>/g).join('|')
const meta = ({ html }: BuiltPage, name: string) =>
  all(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g')).join('|')
const canonicalOf = ({ html }: BuiltPage) => all(html, /<link rel="canonical" href="([^"]*)"/g).join('|')
const siteUrl = canonicalOf(pages[0] ?? { path: '/', html: '' }).replace(/\/$/, '')

/** Pages that fail the check, each with the reason. */
function faults(among: readonly BuiltPage[], faultOf: (page: BuiltPage) => string | false): string[] {
  return among.flatMap((page) => {
    const fault = faultOf(page)
    return fault === false ? [] : [`${page.path}: ${fault}`]
  })
}

function findRepeated(textOf: (page: BuiltPage) => string): string[] {
  const seen = new Map<string, string>()
  return indexed.flatMap((page) => {
    const text = textOf(page)
    const other = seen.get(text)
    seen.set(text, page.path)
    return other === undefined ? [] : [`${page.path} and ${other}: ${text}`]
  })
}

test('every public page is built', () => {
  expect(indexed.length).toBeGreaterThanOrEqual(OPENING_COLLECTION.products.length + BLOG_POSTS.length + 12)
})

test('titles and descriptions exist, fit in search results, and are unique', () => {
  expect(faults(pages, (page) => titleOf(page).length < 10 && 'no title')).toEqual([])
  expect(faults(indexed, (page) => titleOf(page).length > 75 && titleOf(page))).toEqual([])
  expect(
    faults(indexed, (page) => meta(page, 'description').length < 40 && meta(page, 'description')),
  ).toEqual([])
  expect(
    faults(indexed, (page) => meta(page, 'description').length > 165 && meta(page, 'description')),
  ).toEqual([])
  expect(findRepeated(titleOf)).toEqual([])
  expect(findRepeated((page) => meta(page, 'description'))).toEqual([])
})

test('every indexable page has itself as its canonical URL, and no other page has one', () => {
  const own = ({ path }: BuiltPage) => siteUrl + path
  expect(faults(indexed, (page) => canonicalOf(page) !== own(page) && canonicalOf(page))).toEqual([])
  expect(faults(indexed, (page) => meta(page, 'og:url') !== own(page) && meta(page, 'og:url'))).toEqual([])
  expect(
    faults(pages, (page) => isHidden(page.html) && canonicalOf(page) !== '' && 'hidden, with an address'),
  ).toEqual([])
})

test('hides personal pages and pages that are useless in search results', () => {
  const hidden = pages.filter(({ html }) => isHidden(html)).map(({ path }) => path)
  expect(hidden).toEqual(
    expect.arrayContaining(['/account', '/cart', '/wishlist', '/order-success', '/order-failed', '/offline']),
  )
  expect(hidden.filter((path) => /^\/(?:$|[a-z-]+\/\d+$|faq|about|blog)/.test(path))).toEqual([])
})

test('every page has one h1, a language and a main landmark', () => {
  const headings = ({ html }: BuiltPage) => all(html, /<(h1)\b/g).length
  expect(faults(indexed, (page) => headings(page) !== 1 && `${headings(page)} first headings`)).toEqual([])
  // Client-rendered pages may have no heading in their HTML.
  expect(faults(pages, (page) => headings(page) > 1 && `${headings(page)} first headings`)).toEqual([])
  expect(faults(pages, ({ html }) => !/<html lang="en-IN"/.test(html) && 'no language')).toEqual([])
  expect(faults(pages, ({ html }) => all(html, /<(main)\b/g).length !== 1 && 'not one main')).toEqual([])
})

test('a shared link has its texts and an existing picture of the stated size', async () => {
  const measures = new Map<string, string>()
  for (const page of indexed) {
    const path = meta(page, 'og:image').replace(siteUrl, '')
    if (!existsSync(join(CLIENT, path)) || measures.has(path)) continue
    const { width, height } = await sharp(join(CLIENT, path)).metadata()
    measures.set(path, `${width} × ${height}`)
  }
  expect(
    faults(indexed, (page) => {
      const image = meta(page, 'og:image')
      const declared = `${meta(page, 'og:image:width')} × ${meta(page, 'og:image:height')}`
      return (
        (!image.startsWith(`${siteUrl}/`) || measures.get(image.replace(siteUrl, '')) !== declared) &&
        `${image} ${declared}`
      )
    }),
  ).toEqual([])
  expect(
    faults(
      indexed,
      (page) => titleOf(page).split(' | ')[0] !== meta(page, 'og:title') && meta(page, 'og:title'),
    ),
  ).toEqual([])
})

const Address = z.string().check(z.startsWith(`${siteUrl}/`))
const Text = z.string().check(z.minLength(2))
const Thing = z.looseObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.union([Text, z.array(Text)]),
})
const KINDS: Readonly<Record<string, z.ZodMiniType>> = {
  Organization: z.looseObject({ name: Text, url: Address, logo: Address, telephone: Text, email: z.email() }),
  WebSite: z.looseObject({
    url: Address,
    potentialAction: z.looseObject({
      '@type': z.literal('SearchAction'),
      target: z.string().check(z.includes('/allproducts?q={search_term_string}')),
      'query-input': z.literal('required name=search_term_string'),
    }),
  }),
  BreadcrumbList: z.looseObject({
    itemListElement: z
      .array(z.looseObject({ '@type': z.literal('ListItem'), position: z.int(), name: Text, item: Address }))
      .check(z.minLength(2)),
  }),
  Product: z.looseObject({
    name: Text,
    description: Text,
    sku: Text,
    image: z.array(Address).check(z.minLength(1)),
    brand: z.looseObject({ name: Text }),
    weight: z.looseObject({ value: z.number().check(z.positive()), unitCode: z.literal('GRM') }),
    size: z.optional(z.union([Text, z.looseObject({ value: z.number(), unitCode: z.literal('INH') })])),
    offers: z.looseObject({
      '@type': z.literal('Offer'),
      url: Address,
      price: z.string().check(z.regex(/^\d+\.\d{2}$/)),
      priceCurrency: z.literal('INR'),
      availability: z.string().check(z.regex(/^https:\/\/schema\.org\/(?:InStock|OutOfStock|BackOrder)$/)),
      hasMerchantReturnPolicy: z.looseObject({
        '@type': z.literal('MerchantReturnPolicy'),
        applicableCountry: z.literal('IN'),
        merchantReturnDays: z.literal(30),
      }),
      shippingDetails: z.optional(
        z.looseObject({
          '@type': z.literal('OfferShippingDetails'),
          shippingRate: z.looseObject({ value: z.literal(0), currency: z.literal('INR') }),
          shippingDestination: z.looseObject({ addressCountry: z.literal('IN') }),
        }),
      ),
    }),
  }),
  ItemList: z.looseObject({
    itemListElement: z
      .array(z.looseObject({ '@type': z.literal('ListItem'), position: z.int(), url: Address }))
      .check(z.minLength(1)),
  }),
  Article: z.looseObject({
    headline: Text,
    image: Address,
    datePublished: z.iso.date(),
    author: z.looseObject({ name: Text }),
    publisher: z.looseObject({ name: Text }),
    mainEntityOfPage: Address,
  }),
  FAQPage: z.looseObject({
    mainEntity: z
      .array(
        z.looseObject({
          '@type': z.literal('Question'),
          name: Text,
          acceptedAnswer: z.looseObject({ '@type': z.literal('Answer'), text: Text }),
        }),
      )
      .check(z.minLength(3)),
  }),
}

const BLOCKS = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g

function thingsOn({ html }: BuiltPage): z.output<typeof Thing>[] {
  return [...html.matchAll(BLOCKS)].map(([, text = '']) => Thing.parse(JSON.parse(text)))
}
const kindOf = (thing: z.output<typeof Thing>) => [thing['@type']].flat()[0] ?? ''

test('structured data is complete: every block has a known type and its required fields', () => {
  expect(
    faults(pages, (page) => {
      const wrong = thingsOn(page).flatMap((thing) => {
        const kind = KINDS[kindOf(thing)]
        const parsed = kind?.safeParse(thing)
        return parsed?.success
          ? []
          : [`${kindOf(thing)} ${parsed ? z.prettifyError(parsed.error) : 'is unknown'}`]
      })
      return wrong.length > 0 && wrong.join('; ')
    }),
  ).toEqual([])
})

test('each page has the structured data of its kind, about itself', () => {
  const kindsOf = (path: string) =>
    pages.filter((page) => page.path === path).flatMap((page) => thingsOn(page).map(kindOf))
  expect(kindsOf('/')).toEqual(['Organization', 'WebSite'])
  expect(kindsOf('/faq')).toContain('FAQPage')
  for (const { id } of BLOG_POSTS) expect(kindsOf(`/blog/${id}`)).toContain('Article')
  for (const type of PRODUCT_TYPES) expect(kindsOf(`/${type}`)).toEqual(['BreadcrumbList', 'ItemList'])
  for (const { type, id } of OPENING_COLLECTION.products)
    expect(kindsOf(`/${type}/${id}`)).toEqual(['Product', 'BreadcrumbList'])
  const about = z.looseObject({ itemListElement: z.array(z.looseObject({ item: z.string() })) })
  expect(
    faults(indexed, (page) => {
      const trail = thingsOn(page).find((thing) => kindOf(thing) === 'BreadcrumbList')
      if (!trail) return page.path !== '/' && 'no breadcrumbs'
      return (
        about.parse(trail).itemListElement.at(-1)?.item !== siteUrl + page.path &&
        'breadcrumbs of another page'
      )
    }),
  ).toEqual([])
})

test('every link inside the shop leads to a page, and every fragment to an element of it', () => {
  const idsOf = new Map(pages.map(({ path, html }) => [path, new Set(all(html, / id="([^"]+)"/g))]))
  expect(
    faults(pages, ({ path: here, html }) => {
      const lost = all(html, /<a [^>]*href="([^"]*)"/g).filter((href) => {
        if (/^(?:https?|mailto|tel):/.test(href)) return false
        const { pathname, hash } = new URL(href, `${siteUrl}${here}`)
        if (existsSync(join(CLIENT, pathname)) && !addresses.has(pathname)) return false
        return !addresses.has(pathname) || (hash !== '' && !idsOf.get(pathname)?.has(hash.slice(1)))
      })
      return lost.length > 0 && [...new Set(lost)].join(', ')
    }),
  ).toEqual([])
})

test('every picture that a page can request exists', () => {
  expect(
    faults(pages, ({ html }) => {
      const sets = all(html, / srcSet="([^"]+)"/gi).flatMap((set) =>
        set.split(', ').map((one) => one.split(' ')[0] ?? ''),
      )
      const requested = new Set([...sets, ...all(html, /<img [^>]*src="([^"]+)"/g)])
      const missing = [...requested].filter((path) => path.startsWith('/') && !existsSync(join(CLIENT, path)))
      return missing.length > 0 && missing.join(', ')
    }),
  ).toEqual([])
})

test('the sitemap lists exactly the indexable pages, and robots.txt names it', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(all(sitemap, /<loc>([^<]*)<\/loc>/g).toSorted()).toEqual(
    indexed.map(({ path }) => siteUrl + path).toSorted(),
  )
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  expect(robots).toContain('Disallow: /api/')
})

test('pages promise free shipping exactly from the threshold', () => {
  const Offered = z.looseObject({
    offers: z.looseObject({ price: z.string(), shippingDetails: z.optional(z.unknown()) }),
  })
  const offers = pages
    .flatMap(thingsOn)
    .filter((thing) => kindOf(thing) === 'Product')
    .map((thing) => Offered.parse(thing).offers)
  expect(offers).toHaveLength(OPENING_COLLECTION.products.length)
  for (const { price, shippingDetails } of offers)
    expect(shippingDetails !== undefined).toBe(Number(price) >= 5000)
})

test('serves security.txt and favicon.ico', async ({ request, baseURL }) => {
  const response = await request.get('/.well-known/security.txt')
  expect(response.headers()['content-type']).toContain('text/plain')
  const fields = new Map(
    (await response.text()).split('\n').map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  expect(fields.get('Contact')).toMatch(/^mailto:/)
  expect(fields.get('Canonical')).toBe(`${baseURL}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(30)
  // RFC 9116 recommends less than a year.
  expect(days).toBeLessThan(365)
  const icon = await request.get('/favicon.ico')
  expect(icon.headers()['content-type']).toBe('image/x-icon')
  // ICO header: reserved, type 1, number of images.
  expect([...(await icon.body()).subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0])
})

test('the feed of the blog is well-formed Atom with every post, and the blog links to it', async ({
  page,
  request,
}) => {
  const response = await request.get('/blog/feed.xml')
  expect(response.headers()['content-type']).toContain('application/atom+xml')
  await page.goto('/blog')
  const feed = await page.evaluate(
    (text) => {
      const read = new DOMParser().parseFromString(text, 'application/xml')
      const texts = (selector: string) =>
        Array.from(read.querySelectorAll(selector), (one) => one.textContent)
      return {
        faults: texts('parsererror'),
        root: `${read.documentElement.namespaceURI} ${read.documentElement.localName}`,
        id: texts('feed > id'),
        self: read.querySelector('feed > link[rel=self]')?.getAttribute('href'),
        updated: texts('feed > updated, entry > updated'),
        titles: texts('entry > title'),
        ids: texts('entry > id'),
        authors: texts('entry > author > name'),
        contents: texts('entry > content[type=html]'),
      }
    },
    await response.text(),
  )
  expect(feed).toMatchObject({
    faults: [],
    root: 'http://www.w3.org/2005/Atom feed',
    id: [`${siteUrl}/blog`],
    self: `${siteUrl}/blog/feed.xml`,
  })
  expect(feed.titles.toSorted()).toEqual(BLOG_POSTS.map(({ title }) => title).toSorted())
  expect(feed.ids.toSorted()).toEqual(BLOG_POSTS.map(({ id }) => `${siteUrl}/blog/${id}`).toSorted())
  expect(feed.authors).toHaveLength(BLOG_POSTS.length)
  expect(feed.contents.every((html) => html?.startsWith('<p>'))).toBe(true)
  expect(feed.updated.every((moment) => !Number.isNaN(Date.parse(moment ?? '')))).toBe(true)
  for (const path of ['/blog', '/blog/1']) {
    await page.goto(path)
    await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute('href', '/blog/feed.xml')
  }
})

test('pages that are rendered on request follow the same rules', async ({ request }) => {
  const built = async (path: string) => {
    const response = await request.get(path)
    return { status: response.status(), page: { path, html: await response.text() } }
  }
  const filtered = await built('/rings?metal=Silver')
  expect(canonicalOf(filtered.page)).toBe(`${siteUrl}/rings`)
  expect(isHidden(filtered.page.html)).toBe(false)
  const search = await built('/allproducts?q=gold')
  expect(isHidden(search.page.html)).toBe(true)
  for (const path of ['/rings/999', '/blog/9', '/no-such-page', '/rings/801/x']) {
    const missing = await built(path)
    expect(missing.status).toBe(404)
    expect(isHidden(missing.page.html)).toBe(true)
    expect(canonicalOf(missing.page)).toBe('')
  }
})

const Manifest = z.looseObject({
  name: Text,
  short_name: Text,
  start_url: z.literal('/'),
  icons: z.array(
    z.looseObject({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.optional(z.string()) }),
  ),
})

test('the manifest is complete: its icons exist in their sizes, and one is maskable', async ({ request }) => {
  const response = await request.get('/site.webmanifest')
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const { icons } = Manifest.parse(await response.json())
  for (const { src, sizes } of icons.filter(({ sizes }) => sizes !== 'any')) {
    const { width, height } = await sharp(join(CLIENT, src)).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  expect(icons.some(({ sizes }) => sizes === '192x192')).toBe(true)
  expect(icons.some(({ sizes }) => sizes === '512x512')).toBe(true)
})
