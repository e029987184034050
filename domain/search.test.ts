import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import {
  grams,
  PRODUCT_TYPES,
  skuOf,
  type Bangle,
  type Chain,
  type Earring,
  type Necklace,
  type Ring,
} from './product.ts'
import { searchProducts, relatedProducts } from './search.ts'
import { presentationOf } from './presentation.ts'

const facts = {
  description: 'Mentions emeralds only here.',
  pictures: ['', ''],
  category: 'Classic',
  metal: 'Silver',
  style: 'Plain',
  weightMg: grams(5),
  inStock: true,
} as const
const ring = (id: number, more: Partial<Ring> = {}): Ring => ({
  ...facts,
  type: 'rings',
  id,
  name: `Piece ${id}`,
  gender: 'Unisex',
  ...more,
})
const chain = (id: number, more: Partial<Chain> = {}): Chain => ({
  ...facts,
  type: 'chains',
  id,
  name: `Piece ${id}`,
  features: [],
  ...more,
})
const earring = (id: number, more: Partial<Earring> = {}): Earring => ({
  ...facts,
  type: 'tops',
  id,
  name: `Piece ${id}`,
  ...more,
})
const necklace = (id: number, more: Partial<Necklace> = {}): Necklace => ({
  ...facts,
  type: 'necklaces',
  id,
  name: `Piece ${id}`,
  lengthInches: 18,
  ...more,
})
const bangle = (id: number, more: Partial<Bangle> = {}): Bangle => ({
  ...facts,
  type: 'bangles',
  id,
  name: `Piece ${id}`,
  sizeInches: 2.4,
  ...more,
})

const skusFor = (query: string, products: Parameters<typeof searchProducts>[1]) =>
  searchProducts(query, products).map(skuOf)

// Shows 5.search.fields
describe('What is searched', () => {
  const piece = ring(1, {
    name: 'Noor Halo',
    category: 'Engagement',
    metal: 'Rose Gold',
    style: 'Vintage',
  })
  test.each([
    ['the name', 'noor'],
    ['a part of the name', 'OOR H'],
    ['the type', 'rings'],
    ['the category', 'engage'],
    ['the metal', 'rose'],
    ['the style', 'vintage'],
  ])('%s: %s', (_, query) => {
    expect(searchProducts(query, [piece])).toEqual([piece])
  })
  test('excludes the description', () => {
    expect(searchProducts('emeralds', [piece])).toEqual([])
  })
  test('an empty query finds nothing', () => {
    expect(searchProducts('', [piece])).toEqual([])
    expect(searchProducts('   ', [piece])).toEqual([])
  })
  test('surrounding blanks are ignored', () => {
    expect(searchProducts('  noor ', [piece])).toEqual([piece])
  })
  test('earrings are found by their label and by their route key', () => {
    expect(skusFor('earrings', [earring(1), ring(1)])).toEqual(['tops-1'])
    expect(skusFor('tops', [earring(1), ring(1)])).toEqual(['tops-1'])
  })
  test('a mangal sutra is found with and without the hyphen', () => {
    const first = searchProducts('mangal sutra', OPENING_COLLECTION.products)[0]
    expect(first?.type).toBe('mangal-sutra')
    expect(searchProducts('mangal-sutra', OPENING_COLLECTION.products)[0]).toBe(first)
  })
})

describe('Ranking', () => {
  // Shows 5.search.ranking
  test('type exact, type partial, name exact, name partial, others', () => {
    const inStyle = bangle(1, { style: 'Chains' })
    const inName = ring(2, { name: 'Two Chains Ring' })
    const isName = necklace(3, { name: 'Chains' })
    const isType = chain(4)
    expect(skusFor('chains', [inStyle, inName, isName, isType])).toEqual([
      'chains-4',
      'necklaces-3',
      'rings-2',
      'bangles-1',
    ])
  })
  // Shows 5.search.ranking
  test('a partial type precedes an exact name', () => {
    const isName = ring(1, { name: 'Ban' })
    expect(skusFor('ban', [isName, bangle(2)])).toEqual(['bangles-2', 'rings-1'])
  })
  test('ties keep the order of the catalogue', () => {
    expect(skusFor('silver', [ring(2), chain(1), ring(1)])).toEqual(['rings-2', 'chains-1', 'rings-1'])
  })
  test('“ring” finds rings before earrings', () => {
    expect(skusFor('ring', [earring(1), ring(1)])).toEqual(['rings-1', 'tops-1'])
  })
})

describe('Properties', () => {
  test('every type is found by its label, before anything else', () => {
    for (const type of PRODUCT_TYPES)
      expect(searchProducts(presentationOf(type).label, OPENING_COLLECTION.products)[0]?.type).toBe(type)
  })
  test('every product is found by its name', () => {
    for (const product of OPENING_COLLECTION.products)
      expect(searchProducts(product.name, OPENING_COLLECTION.products)).toContain(product)
  })
  test('upper and lower case find the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OPENING_COLLECTION.products), fc.nat(5), (product, from) => {
        const words = product.name.slice(from, from + 4)
        expect(searchProducts(words.toUpperCase(), OPENING_COLLECTION.products)).toEqual(
          searchProducts(words.toLowerCase(), OPENING_COLLECTION.products),
        )
      }),
    )
  })
  test('any text is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchProducts(text, OPENING_COLLECTION.products).length).toBeLessThanOrEqual(
          OPENING_COLLECTION.products.length,
        )
      }),
    )
  })
})

describe('Related products', () => {
  const piece = ring(1, { category: 'Wedding', metal: 'Platinum' })
  const sameCategory = ring(2, { category: 'Wedding' })
  const sameMetal = ring(3, { metal: 'Platinum' })
  const neither = ring(4)
  const soldOutTwin = ring(5, { category: 'Wedding', metal: 'Platinum', inStock: false })
  const all = [piece, neither, soldOutTwin, sameMetal, sameCategory]

  test('are of the same category first, then of the same metal; sold-out ones last', () => {
    expect(relatedProducts(piece, all, 4)).toEqual([sameCategory, sameMetal, neither, soldOutTwin])
  })
  test('are no more than requested', () => {
    expect(relatedProducts(piece, all, 2)).toEqual([sameCategory, sameMetal])
  })
  test('do not include the product itself', () => {
    expect(relatedProducts(piece, all, 10)).not.toContain(piece)
  })
})
