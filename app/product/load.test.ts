import { describe, expect, test } from 'vitest'
import { loadCollection, loadListing, loadPiece } from './load.ts'

const NO_PARAMS = new URLSearchParams()

describe('A listing', () => {
  test('carries its own row of the table and every piece of its type', async () => {
    const content = await loadListing('idols', NO_PARAMS)
    expect(content?.listing.title).toBe('Sacred Idols Collection')
    expect(content?.products.map(({ id }) => id)).toEqual([1000, 1001, 1002, 1003])
  })
  test('knows what the query of its address means where no piece has its letters', async () => {
    const asked = async (q: string) => (await loadListing('tops', new URLSearchParams({ q })))?.meaning
    expect(await asked('झुमके')).toMatchObject({ query: 'झुमके', understoodAs: 'jhumkas and drops' })
    expect((await asked('zzzz'))?.ids).toEqual([])
    expect(await asked('jhumka')).toBeNull()
    expect(await asked('')).toBeNull()
  })
  // Shows 2.anklets.search, 5.listing-search
  test.each(['traditional', 'modern', 'gold'])('of anklets looks for %j in names alone', async (q) => {
    const content = await loadListing('anklet', new URLSearchParams({ q }))
    expect(content?.meaning?.ids).toEqual([])
  })
  test.each(['nonsense', '', 'constructor', 'Rings'])('There is none of %j', async (type) => {
    expect(await loadListing(type, NO_PARAMS)).toBeNull()
  })
})

describe('A piece', () => {
  // Shows D1.key
  test('is known by type and number together: earring 1 is not anklet 1', async () => {
    const earring = await loadPiece('tops', '1')
    const anklet = await loadPiece('anklet', '1')
    expect(earring?.product.type).toBe('tops')
    expect(anklet?.product.type).toBe('anklet')
  })
  test('comes with four others of its type', async () => {
    const content = await loadPiece('rings', '801')
    expect(content?.related).toHaveLength(4)
    expect(content?.related.every(({ type, id }) => type === 'rings' && id !== 801)).toBe(true)
  })
  test('comes with pieces of other types to wear it with', async () => {
    const content = await loadPiece('rings', '801')
    expect(content?.completing.map(({ type }) => type)).toEqual(['tops', 'bracelets', 'pendants'])
  })
  test.each(['9999', '0801', '801.0', ' 801', '801abc', '-801', ''])('There is no ring %j', async (id) => {
    expect(await loadPiece('rings', id)).toBeNull()
  })
})

describe('The collection', () => {
  test('has twelve tiles and, without a search, no results', async () => {
    const content = await loadCollection('   ')
    expect(content.tiles).toHaveLength(12)
    expect(content.query).toBe('')
    expect(content.products).toEqual([])
  })
  test('has everything that a search finds, not only eight', async () => {
    expect((await loadCollection('rings')).products.length).toBeGreaterThanOrEqual(32)
  })
})
