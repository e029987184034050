import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import { skuOf, type ProductType } from './product.ts'
import { searchProducts } from './search.ts'
import { STOP_WORDS, POPULAR_SEARCHES, SEARCH_TERMS, tokenize } from './search-vocabulary.ts'
import { fuzzySearch, editDistance, phoneticKey, suggestionsFor } from './fuzzy-search.ts'

const findings = (query: string) => fuzzySearch(query, OPENING_COLLECTION.products)
const namesFor = (query: string) => findings(query).products.map(({ name }) => name)
const typesFor = (query: string) => [...new Set(findings(query).products.map(({ type }) => type))]

describe('Search terms', () => {
  test.each<[string, ProductType]>([
    ['jhumka', 'tops'],
    ['bali', 'tops'],
    ['kada', 'bangles'],
    ['kangan', 'bangles'],
    ['chudi', 'bangles'],
    ['payal', 'anklet'],
    ['nath', 'sets'],
    ['tika', 'sets'],
    ['mangalsutra', 'mangal-sutra'],
    ['anguthi', 'rings'],
    ['haar', 'necklaces'],
    ['zanjeer', 'chains'],
    ['neelam', 'gems'],
    ['panna', 'gems'],
    ['manik', 'gems'],
    ['murti', 'idols'],
  ])('%s means %s', (query, type) => {
    expect(typesFor(query)).toContain(type)
  })
  test.each<[string, ProductType]>([
    ['झुमका', 'tops'],
    ['बाली', 'tops'],
    ['पायल', 'anklet'],
    ['अंगूठी', 'rings'],
    ['कड़ा', 'bangles'],
    ['चूड़ियाँ', 'bangles'],
    ['मंगलसूत्र', 'mangal-sutra'],
    ['हार', 'necklaces'],
    ['माँग टीका', 'sets'],
    ['नीलम', 'gems'],
  ])('%s means %s', (query, type) => {
    expect(typesFor(query)).toContain(type)
  })
  test.each([
    ['sona', ['Yellow Gold', 'White Gold', 'Rose Gold', 'Gold']],
    ['सोना', ['Yellow Gold', 'White Gold', 'Rose Gold', 'Gold']],
    ['चाँदी', ['Silver']],
  ])('%s means products of that metal alone', (query, metals) => {
    const { products } = findings(query)
    expect(products.length).toBeGreaterThan(10)
    for (const product of products) expect(metals).toContain('metal' in product && product.metal)
  })
  test.each<[string, ProductType]>([
    ['braclet', 'bracelets'],
    ['neckless', 'necklaces'],
    ['earing', 'tops'],
    ['pendent', 'pendants'],
    ['bangels', 'bangles'],
    ['anklate', 'anklet'],
    ['mangal suter', 'mangal-sutra'],
  ])('%s, as it is often spelled, means %s', (query, type) => {
    expect(typesFor(query)).toEqual([type])
  })
  test('every term finds a product', () => {
    const words = SEARCH_TERMS.flatMap(({ spellings }) => tokenize(spellings))
    expect(words.filter((word) => findings(word).products.length === 0)).toEqual([])
  })
  test('every popular search finds at least two products', () => {
    for (const query of POPULAR_SEARCHES) expect(namesFor(query).length).toBeGreaterThan(1)
  })
  test('no word is in two rows or among the stop words', () => {
    const rowsOf = new Map<string, Set<string>>()
    for (const { label: english, spellings } of SEARCH_TERMS)
      for (const word of tokenize(spellings)) {
        const rows = rowsOf.get(phoneticKey(word)) ?? new Set()
        rowsOf.set(phoneticKey(word), rows.add(english))
      }
    expect([...rowsOf].filter(([, rows]) => rows.size > 1).map(([sound]) => sound)).toEqual([])
    expect(tokenize(STOP_WORDS).filter((word) => rowsOf.has(phoneticKey(word)))).toEqual([])
  })
  test('the meaning of a term is shown if there are no literal matches', () => {
    expect(findings('anguthi').understoodAs).toBe('rings')
    expect(findings('sone ki anguthi').understoodAs).toBe('gold · rings')
    expect(findings('jhumka').understoodAs).toBeNull()
  })
})

describe('Several terms', () => {
  test.each(['sone ki anguthi', 'gold ring', 'सोने की अंगूठी', 'rings in GOLD'])(
    '“%s” finds rings of gold and nothing else',
    (query) => {
      const { products } = findings(query)
      expect(products.length).toBeGreaterThan(0)
      for (const product of products) {
        expect(product.type).toBe('rings')
        expect('metal' in product && product.metal).toMatch(/ Gold$/)
      }
    },
  )
  test('matches by name precede matches by feature', () => {
    const names = namesFor('heera')
    expect(names.indexOf('Heera Round Brilliant')).toBe(0)
    expect(names.indexOf('Chandni Diamond Choker')).toBeLessThan(names.indexOf('Noor Halo Ring'))
  })
  test('an unknown word finds nothing', () => {
    expect(findings('titanium ring').products).toEqual([])
  })
  test('stop words alone find nothing', () => {
    expect(findings('jewellery for').products).toEqual([])
  })
})

describe('Spelling', () => {
  test.each([
    ['anguthi', 'angoothi'],
    ['zanjeer', 'janjir'],
    ['चाँदी', 'चांदी'],
    ['अँगूठी', 'अंगूठी'],
    ['कड़ा', 'कडा'],
    ['चूड़ी', 'चूड़ी'],
    ['mangal-sutra', 'Mangal  Sutra'],
    ['Chāndī', 'chandi'],
  ])('%s is %s', (one, other) => {
    expect(phoneticKey(one)).toBe(phoneticKey(other))
  })
  test('composed and decomposed letters are equal', () => {
    for (const { spellings } of SEARCH_TERMS)
      for (const word of tokenize(spellings))
        expect(phoneticKey(word.normalize('NFD'))).toBe(phoneticKey(word.normalize('NFC')))
  })
  test('a prefix is enough', () => {
    expect(typesFor('angoo')).toEqual(['rings'])
  })
  test('allows one edit in a word of five letters, two in one of eight', () => {
    expect(namesFor('ranjni')).toEqual(['Ranjani Kundan Jhumka'])
    expect(namesFor('saptarhsi')).toEqual(['Saptarishi Star Studs'])
    expect(namesFor('zzzz')).toEqual([])
  })
  test.each([
    ['kada', 'kada', 0],
    ['kada', 'kda', 1],
    ['kada', 'akda', 1],
    ['kada', 'kapda', 1],
    ['kada', 'kala', 1],
    ['', 'nath', 4],
  ])('the distance from “%s” to “%s” is %i', (one, other, slips) => {
    expect(editDistance(one, other)).toBe(slips)
  })
})

const anyQuery = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(...SEARCH_TERMS.flatMap(({ spellings }) => tokenize(spellings))),
  fc
    .constantFrom(...OPENING_COLLECTION.products)
    .chain(({ name, category }) =>
      fc
        .tuple(fc.constantFrom(name, category), fc.nat(10), fc.integer({ min: 1, max: 10 }))
        .map(([text, from, length]) => text.slice(from, from + length)),
    ),
)

describe('Literal matches', () => {
  test('come first, in their order, for any query', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const specified = searchProducts(query, OPENING_COLLECTION.products)
        expect(findings(query).products.slice(0, specified.length)).toEqual(specified)
      }),
    )
  })
  test('are found once', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const skus = findings(query).products.map(skuOf)
        expect(new Set(skus).size).toBe(skus.length)
      }),
    )
  })
  test('are none for an empty query', () => {
    expect(findings('  ').products).toEqual([])
  })
})

describe('Suggestions', () => {
  // Shows 2.search.eight
  test('are the eight best results', () => {
    expect(suggestionsFor('gold', OPENING_COLLECTION.products).products).toEqual(
      searchProducts('gold', OPENING_COLLECTION.products).slice(0, 8),
    )
    expect(suggestionsFor('anguthi', OPENING_COLLECTION.products).products).toHaveLength(8)
  })
  test('are fewer if fewer are found', () => {
    expect(suggestionsFor('idols', OPENING_COLLECTION.products).products).toHaveLength(4)
  })
})
