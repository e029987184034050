import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection, sourceOf } from '#domain/collection.ts'
import { loadCollectionPage, loadListing, loadProductPage } from './page-data.ts'

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
  test('has products of other types to complete the set', async () => {
    const content = await loadProductPage(opening, 'rings', '801')
    expect(content?.completing.map(({ type }) => type)).toEqual(['tops', 'bracelets', 'pendants'])
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
    const content = await loadCollectionPage(opening, '   ')
    expect(content.tiles).toHaveLength(12)
    expect(content.query).toBe('')
    expect(content.products).toEqual([])
  })
  test('has all results of a search, not only eight', async () => {
    expect((await loadCollectionPage(opening, 'rings')).products.length).toBeGreaterThanOrEqual(32)
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

  /** The least CPU time of a few runs, as the machine may be busy. */
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
    expect(await costMs(() => loadCollectionPage(opening, value))).toBeLessThan(BLOCKED_MAX_MS)
  })
})

// Shows D37.retired
test('a product that is no longer made has a page with what resembles it', async () => {
  const products = OPENING_CONTENT.products.map((product) =>
    product.type === 'rings' && product.id === 801 ? { ...product, retired: true as const } : product,
  )
  const edition = sourceOf(createCollection({ edition: 2, hash: 'other' }, { ...OPENING_CONTENT, products }))
  const page = await loadProductPage(edition, 'rings', '801')
  expect(page?.product).toMatchObject({ id: 801, retired: true })
  expect(page?.related).toHaveLength(4)
  expect((await loadListing(edition, 'rings', NO_PARAMS))?.products.map(({ id }) => id)).not.toContain(801)
})
