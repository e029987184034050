import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection, sourceOf, type PricedProduct } from '#domain/collection.ts'
import { optionsOf } from '#domain/facet.ts'
import { applyFilters, countOptions, filtersFromParams, hasNoExactMatch } from '#domain/filter.ts'
import { fuzzySearch, interpretQuery } from '#domain/fuzzy-search.ts'
import { listingOf, type Listing } from '#domain/listing.ts'
import { PAGE_SIZE, withPage } from '#domain/paging.ts'
import { skuOf, type ProductType } from '#domain/product.ts'
import { syntheticContent } from '../../scripts/bench/synthetic.ts'
import { loadCollectionPage, loadListing, loadOffers, loadProductPage } from './page-data.ts'

const opening = sourceOf(OPENING_COLLECTION)

const NO_PARAMS = new URLSearchParams()

describe('a listing', () => {
  test('has its configuration and every product of its type', async () => {
    const content = await loadListing(opening, 'idols', NO_PARAMS)
    expect(content?.listing.title).toBe('Sacred Idols Collection')
    expect(content?.products.map(({ id }) => id)).toEqual([1000, 1001, 1002, 1003])
  })
  test('interprets a query of the URL that has no exact match', async () => {
    const meaningOf = async (q: string) =>
      (await loadListing(opening, 'tops', new URLSearchParams({ q })))?.meaning
    expect(await meaningOf('झुमके')).toMatchObject({ query: 'झुमके', understoodAs: 'jhumkas and drops' })
    expect((await meaningOf('zzzz'))?.ids).toEqual([])
    expect(await meaningOf('jhumka')).toBeNull()
    expect(await meaningOf('')).toBeNull()
  })
  // Shows 2.anklets.search, 5.listing-search
  test.each(['traditional', 'modern', 'gold'])('of anklets searches %j in names only', async (q) => {
    const content = await loadListing(opening, 'anklet', new URLSearchParams({ q }))
    expect(content?.meaning?.ids).toEqual([])
  })
  test.each(['nonsense', '', 'constructor', 'Rings'])('does not exist for %j', async (type) => {
    expect(await loadListing(opening, type, NO_PARAMS)).toBeNull()
  })
})

describe('a product page', () => {
  // Shows D1.key
  test('is identified by type and id: earring 1 is not anklet 1', async () => {
    const earring = await loadProductPage(opening, 'tops', '1')
    const anklet = await loadProductPage(opening, 'anklet', '1')
    expect(earring?.product.type).toBe('tops')
    expect(anklet?.product.type).toBe('anklet')
  })
  test('has four related products of its type', async () => {
    const content = await loadProductPage(opening, 'rings', '801')
    expect(content?.related).toHaveLength(4)
    expect(content?.related.every(({ type, id }) => type === 'rings' && id !== 801)).toBe(true)
  })
  test('has the number of frames of its spin, if the studio made one', async () => {
    expect((await loadProductPage(opening, 'gems', '405'))?.spinFrames).toBe(24)
    expect((await loadProductPage(opening, 'rings', '814'))?.spinFrames).toBeNull()
  })
  test('has products of other types to complete the set', async () => {
    const content = await loadProductPage(opening, 'rings', '801')
    expect(content?.setPieces.map(({ type }) => type)).toEqual(['tops', 'bracelets', 'pendants'])
  })
  test.each(['9999', '0801', '801.0', ' 801', '801abc', '-801', ''])(
    'does not exist for ring %j',
    async (id) => {
      expect(await loadProductPage(opening, 'rings', id)).toBeNull()
    },
  )
})

describe('the collection', () => {
  test('has twelve tiles and, without a search, no results', async () => {
    const content = await loadCollectionPage(opening, new URLSearchParams({ q: '   ' }))
    expect(content.tiles).toHaveLength(12)
    expect(content.query).toBe('')
    expect(content.products).toEqual([])
  })
  test('has all results of a search, not only eight', async () => {
    expect(
      (await loadCollectionPage(opening, new URLSearchParams({ q: 'rings' }))).page.total,
    ).toBeGreaterThanOrEqual(32)
  })
  test('filters and sorts the results of a search by the URL', async () => {
    const search = (params: string) => loadCollectionPage(opening, new URLSearchParams(`q=gold&${params}`))
    const { narrowing } = await search('')
    const rings = narrowing.types.find(({ type }) => type === 'rings')
    const narrowed = await search('type=rings&sort=price-low-high')
    expect(narrowed.page.total).toBe(rings?.count)
    expect(new Set(narrowed.products.map(({ type }) => type))).toEqual(new Set(['rings']))
    const prices = narrowed.products.map(({ price }) => price.amount)
    expect(prices).toEqual(prices.toSorted((one, other) => one - other))
    expect(narrowed.narrowing).toEqual({ ...narrowing, type: 'rings', sort: 'price-low-high' })
  })
  test('ignores a type and a sort that a search does not offer', async () => {
    const query = 'q=ruby&type=anklet&sort=hardness'
    const { narrowing, page } = await loadCollectionPage(opening, new URLSearchParams(query))
    expect(narrowing).toMatchObject({ type: null, sort: 'featured' })
    expect(page.total).toBeGreaterThan(0)
  })
})

describe('a hostile URL', () => {
  const LENGTH = 15_800
  const repeated = (text: string) => text.repeat(LENGTH / text.length)
  const HOSTILE = {
    blanks: `a${repeated(' ')}b`,
    'blanks and commas': repeated(' ,'),
    digits: repeated('9'),
    'amounts without an end': repeated('₹1 lakh se '),
    ranges: repeated('1-'),
    'joined letters': repeated('क़्'),
    dashes: repeated('–'),
    dots: repeated('1.'),
  }
  const BLOCKED_MAX_MS = 20

  /** The least CPU time of several runs, because the machine may be busy. */
  async function costMs(work: () => Promise<unknown>): Promise<number> {
    const costs: number[] = []
    for (let time = 1; time <= 5; time += 1) {
      const before = process.threadCpuUsage()
      await work()
      const { user, system } = process.threadCpuUsage(before)
      costs.push((user + system) / 1000)
      if ((costs.at(-1) ?? 0) < BLOCKED_MAX_MS) break
    }
    return Math.min(...costs)
  }

  test.each(Object.entries(HOSTILE))('with %s blocks for a few milliseconds at most', async (_, value) => {
    const everywhere = new URLSearchParams(
      ['q', 'max', 'sort', 'category', 'metal', 'style', 'gender'].map((name) => [name, value]),
    )
    const manyTimes = new URLSearchParams(Array.from({ length: 2000 }, () => ['metal', value.slice(0, 7)]))
    expect(await costMs(() => loadListing(opening, 'rings', everywhere))).toBeLessThan(BLOCKED_MAX_MS)
    expect(await costMs(() => loadListing(opening, 'rings', manyTimes))).toBeLessThan(BLOCKED_MAX_MS)
    expect(await costMs(() => loadCollectionPage(opening, everywhere))).toBeLessThan(BLOCKED_MAX_MS)
  })
})

// Shows D37.retired
test('a retired product has a page with similar products', async () => {
  const products = OPENING_CONTENT.products.map((product) =>
    product.type === 'rings' && product.id === 801 ? { ...product, retired: true as const } : product,
  )
  const edition = sourceOf(createCollection({ edition: 2, hash: 'other' }, { ...OPENING_CONTENT, products }))
  const page = await loadProductPage(edition, 'rings', '801')
  expect(page?.product).toMatchObject({ id: 801, retired: true })
  expect(page?.related).toHaveLength(4)
  expect((await loadListing(edition, 'rings', NO_PARAMS))?.products.map(({ id }) => id)).not.toContain(801)
})

describe('a listing of several pages', () => {
  const content = syntheticContent({ rings: 400, sets: 100, gems: 60 })
  const large = sourceOf(createCollection({ edition: 3, hash: 'large' }, content))
  const ofType = (type: ProductType) => large.productsOf(type)
  const LARGE_TYPES = ['rings', 'sets', 'gems'] as const

  const anyParams = (listing: Listing, products: readonly PricedProduct[]) =>
    fc
      .record({
        query: fc.constantFrom('', '', 'ring', 'a', 'angoothi', 'silver ring under 30000', 'zzzz'),
        chosen: fc.subarray(
          listing.facets.flatMap((facet) => optionsOf(facet, products).map((option) => [facet.key, option])),
          { maxLength: 5 },
        ),
        max: fc.integer({ min: 1000, max: listing.priceMax / 100 }),
        sort: fc.constantFrom(...listing.sorts),
      })
      .map(({ query, chosen, max, sort }) => [...chosen, ['q', query], ['max', `${max}`], ['sort', sort]])

  // Shows D15.server
  test('shows the same products and counts as a browser with all products', async () => {
    for (const type of LARGE_TYPES) {
      const listing = listingOf(type)
      const products = await ofType(type)
      await fc.assert(
        fc.asyncProperty(anyParams(listing, products), async (entries) => {
          const params = new URLSearchParams(entries)
          const filters = filtersFromParams(params, listing, products)
          const { ids } = interpretQuery(products, filters.query)
          const isFuzzy = ids.length > 0 && hasNoExactMatch(filters.query, listing, products)
          const matches = isFuzzy ? ({ id }: PricedProduct) => ids.includes(id) : undefined
          const expected = applyFilters(products, listing, filters, matches)

          const shown: PricedProduct[] = []
          for (let number = 1; number <= Math.max(1, Math.ceil(expected.length / PAGE_SIZE)); number += 1) {
            const page = await loadListing(large, type, withPage(params, number))
            expect(page?.results?.page.total).toBe(expected.length)
            expect(page?.results?.counts).toEqual(countOptions(products, listing, filters, matches))
            // The browser parses the URL with the options from the page.
            expect(page && filtersFromParams(params, page.listing, [])).toEqual(filters)
            shown.push(...(page?.products ?? []))
          }
          expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        }),
        { numRuns: 40 },
      )
    }
  })
  test('has the data of cards, without descriptions and breakups', async () => {
    const page = await loadListing(large, 'rings', NO_PARAMS)
    const [first] = await ofType('rings')
    expect(page?.products).toHaveLength(PAGE_SIZE)
    expect(page?.products[0]).toEqual({
      ...first,
      description: '',
      price: { ...first?.price, breakup: null },
    })
  })
  test('keeps the first sentence of the description of gems, whose cards show it', async () => {
    const page = await loadListing(large, 'gems', NO_PARAMS)
    expect(page?.products[0]?.description).toBe((await ofType('gems'))[0]?.description.split('. ')[0] + '.')
  })
  test('shows its last page for a page number beyond it', async () => {
    const page = await loadListing(large, 'rings', new URLSearchParams('page=99'))
    expect(page?.results?.page).toEqual({ number: 9, pages: 9, total: 432 })
    expect(page?.products).toHaveLength(48)
  })
  test('has the canonical URL of its page, or of the whole listing if filtered', async () => {
    const headOf = async (text: string) =>
      (await loadListing(large, 'rings', new URLSearchParams(text)))?.results?.head
    expect((await headOf('page=2&utm_source=mail'))?.path).toBe('/rings?page=2')
    expect(await headOf('page=2&sort=rating')).toEqual({
      title: 'Rings, page 2 of 9',
      path: '/rings',
      neighbours: [],
    })
  })
})

test('a listing that fits on one page has all its products, which the browser filters', async () => {
  const page = await loadListing(opening, 'rings', new URLSearchParams('metal=Silver&page=2'))
  expect(page?.products).toHaveLength(32)
  expect(page?.results).toBeNull()
})

test('search results and offers are paginated', async () => {
  const all = createCollection({ edition: 3, hash: 'large' }, syntheticContent({ rings: 100 }))
  const found = fuzzySearch('rings', all.products).products
  const rings = await loadCollectionPage(sourceOf(all), new URLSearchParams('q=rings&page=3'))
  expect(rings.page).toEqual({ number: 3, pages: 3, total: found.length })
  expect(rings.products.map(skuOf)).toEqual(found.slice(2 * PAGE_SIZE).map(skuOf))
  const onOffer = all.products.filter((product) => product.onOffer)
  const offers = await loadOffers(sourceOf(all), new URLSearchParams('page=1'))
  expect(offers.page.total).toBe(onOffer.length)
  expect(offers.products.map(skuOf)).toEqual(onOffer.slice(0, PAGE_SIZE).map(skuOf))
})
