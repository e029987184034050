import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import { rupees } from './money.ts'
import { openingPrice } from './testing.ts'
import { readConstraints } from './search-constraints.ts'
import { STOP_WORDS, SEARCH_TERMS, tokenize } from './search-vocabulary.ts'
import { fuzzySearch } from './fuzzy-search.ts'

const saysFor = (query: string) => readConstraints(query).constraints.map(({ label: says }) => says)
const inWords = (query: string) => fuzzySearch(query, OPENING_COLLECTION.products).understoodAs

describe('A price in a query', () => {
  test.each([
    ['ring under 20000', 'up to ₹20,000'],
    ['below 1 lakh', 'up to ₹1,00,000'],
    ['gold under 50k', 'up to ₹50,000'],
    ['₹50,000 tak', 'up to ₹50,000'],
    ['50000 se kam', 'up to ₹50,000'],
    ['५०,००० से कम अंगूठी', 'up to ₹50,000'],
    ['20k ke andar', 'up to ₹20,000'],
    ['under 18k', 'up to ₹18,000'],
    ['gold ring above 50000', 'from ₹50,000'],
    ['sona 1 lakh se upar', 'from ₹1,00,000'],
    ['between 20000 and 50000', '₹20,000 to ₹50,000'],
    ['between 18k and 22k', '₹18,000 to ₹22,000'],
    ['20-50k', '₹20,000 to ₹50,000'],
    ['1 to 2 lakh haar', '₹1,00,000 to ₹2,00,000'],
    ['5000 to 1 lakh', '₹5,000 to ₹1,00,000'],
    ['20k se 50k tak', '₹20,000 to ₹50,000'],
  ])('“%s” means %s', (query, says) => {
    expect(saysFor(query)).toEqual([says])
  })
  test('a bare amount means a fifth below to a fifth above', () => {
    expect(saysFor('gold 50000')).toEqual(['₹40,000 to ₹60,000'])
    expect(saysFor('rs 999')).toEqual(['₹799 to ₹1,199'])
  })
  test('a small number alone is not a price: it may be a size, a weight or a count', () => {
    for (const query of ['ring size 12', 'bangle 2.4', '2 carat ruby', 'bangle 2-4', '999'])
      expect(saysFor(query)).toEqual([])
  })
  test('an amount of zero, or beyond any price, is ignored', () => {
    for (const query of ['ring under 0', 'under 99999999999', 'under ₹', 'between 5', 'under abc'])
      expect(saysFor(query)).toEqual([])
  })
  test('limits are inclusive', () => {
    const [piece] = OPENING_COLLECTION.products
    if (!piece) throw new Error('The catalogue is empty')
    const price = openingPrice(piece).amount
    const [constraint] = readConstraints(`under ${price / 100}`).constraints
    expect(constraint?.matches(piece)).toBe(true)
  })
})

describe('A purity in a query', () => {
  test.each([
    ['22k chain', '22K gold'],
    ['chain 22 carat', '22K gold'],
    ['18kt ring', '18K gold'],
    ['916 gold', '22K gold'],
    ['750 ring', '18K gold'],
    ['925 silver', 'silver'],
    ['24k', '24K gold'],
  ])('“%s” means %s', (query, says) => {
    expect(saysFor(query)).toEqual([says])
  })
  test('22K is yellow gold, 18K white and rose gold', () => {
    const metalsFor = (query: string) =>
      new Set(
        fuzzySearch(query, OPENING_COLLECTION.products).products.map(
          (piece) => 'metal' in piece && piece.metal,
        ),
      )
    expect(metalsFor('22k')).toEqual(new Set(['Yellow Gold', 'Gold']))
    expect(metalsFor('18k')).toEqual(new Set(['White Gold', 'Rose Gold']))
  })
  test('a purity that the shop does not have finds nothing', () => {
    expect(fuzzySearch('24k chain', OPENING_COLLECTION.products).products).toEqual([])
  })
})

describe('Constraints with terms', () => {
  test('are part of the meaning of a query', () => {
    expect(inWords('ring under 20000')).toBe('rings · up to ₹20,000')
    expect(inWords('22k chain under 1 lakh')).toBe('chains · 22K gold · up to ₹1,00,000')
    expect(inWords('gift under 5000')).toBe('up to ₹5,000')
  })
  test('“ring under 20000” finds exactly the rings up to ₹20,000', () => {
    const expected = OPENING_COLLECTION.products.filter(
      (piece) => piece.type === 'rings' && openingPrice(piece).amount <= rupees(20_000),
    )
    expect(expected.length).toBeGreaterThan(0)
    expect(new Set(fuzzySearch('ring under 20000', OPENING_COLLECTION.products).products)).toEqual(
      new Set(expected),
    )
  })
  test('the rest of the query is searched unchanged', () => {
    expect(readConstraints('ear-ring under 500, for men’s wear').rest).toBe('ear - ring for men’s wear')
  })
})

describe('Properties', () => {
  const vocabulary = [...SEARCH_TERMS.flatMap((row) => tokenize(row.spellings)), ...tokenize(STOP_WORDS)]
  test('a query without a number is unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...vocabulary), { maxLength: 5 }), (words) => {
        const query = words.join(' ')
        expect(readConstraints(query)).toEqual({ constraints: [], rest: query })
      }),
    )
  })
  test('amounts are equal in digits, with commas, and in Devanagari digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (amount) => {
        const devanagari = String(amount).replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')
        const says = `up to ₹${amount.toLocaleString('en-IN')}`
        for (const figure of [amount, amount.toLocaleString('en-IN'), devanagari])
          expect(saysFor(`under ${figure}`)).toEqual([says])
      }),
    )
  })
  test('any text is accepted', () => {
    const fragment = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('under', '₹', '-', '9', 'k', 'se', 'tak'),
    )
    fc.assert(
      fc.property(fc.array(fragment), (fragments) => {
        const allowed = (query: string) =>
          readConstraints(query).constraints.map(
            ({ matches: allows }) => OPENING_COLLECTION.products.filter(allows).length,
          )
        expect(() => allowed(fragments.join(' '))).not.toThrow()
      }),
    )
  })
})
