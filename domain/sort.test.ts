import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import { LISTINGS } from './listing.ts'
import { rupees } from './money.ts'
import type { PricedProduct } from './collection.ts'
import { openingPrice, priced } from './testing.ts'
import { carats, grams, PRODUCT_TYPES, type Anklet, type Gem, type Ring } from './product.ts'
import { SORT_LABELS, sortProducts, type SortKey } from './sort.ts'

function ring(id: number, facts: Partial<Ring> = {}) {
  return priced<Ring>({
    type: 'rings',
    id,
    name: `Ring ${id}`,
    description: '',
    pictures: ['', ''],
    category: 'Wedding',
    metal: 'Yellow Gold',
    style: 'Classic',
    gender: 'Unisex',
    weightMg: grams(5),
    inStock: true,
    ...facts,
  })
}
function anklet(id: number, date?: string) {
  return priced<Anklet>({
    type: 'anklet',
    id,
    name: `Anklet ${id}`,
    description: '',
    pictures: ['', ''],
    category: 'Modern',
    metal: 'Silver',
    style: 'Classic',
    weightMg: grams(9),
    fixedPrice: rupees(1000),
    inStock: true,
    ...(date && { date }),
  })
}
function gem(id: number, hardness: number) {
  return priced<Gem>({
    type: 'gems',
    id,
    name: `Gem ${id}`,
    description: '',
    pictures: ['', ''],
    category: 'Precious',
    color: 'Red',
    clarity: 'Eye Clean',
    origin: 'Mogok, Myanmar',
    hardness,
    weightMg: carats(1),
    fixedPrice: rupees(5000),
    inStock: true,
  })
}
const ids = (products: readonly PricedProduct[], sort: SortKey) =>
  sortProducts(products, sort).map(({ id }) => id)

// 5 g at ₹7,300 and 13% are ₹41,245; in silver at ₹100 they are ₹565; 20% off ₹41,245 leaves ₹32,996.
const gold = ring(1)
const silver = ring(2, { metal: 'Silver' })
const goldOnOffer = ring(3, { onOffer: true })

describe('Price', () => {
  // Shows 9.sorts.order
  test('low to high: ₹565, ₹32,996, ₹41,245', () => {
    expect(ids([gold, silver, goldOnOffer], 'price-low-high')).toEqual([2, 3, 1])
  })
  // Shows 9.sorts.order
  test('high to low: ₹41,245, ₹32,996, ₹565', () => {
    expect(ids([silver, goldOnOffer, gold], 'price-high-low')).toEqual([1, 3, 2])
  })
  test('compares the price after the offer', () => {
    const slightlyLighter = ring(4, { weightMg: grams(4.5) })
    expect(openingPrice(slightlyLighter).amount).toBe(rupees(37_120.5))
    expect(ids([slightlyLighter, goldOnOffer], 'price-low-high')).toEqual([3, 4])
  })
})

describe('Other sorts', () => {
  // Shows 9.sorts.order
  test('Featured is the order of the catalogue', () => {
    expect(ids([gold, goldOnOffer, silver], 'featured')).toEqual([1, 3, 2])
  })
  // Shows 9.sorts.order
  test('Rating: the highest first, products without one last', () => {
    const rated = [ring(1, { rating: 4.1 }), ring(2), ring(3, { rating: 4.9 })]
    expect(ids(rated, 'rating')).toEqual([3, 1, 2])
  })
  // Shows 9.sorts.order, D20.newest
  test('Newest: by date, products without one last', () => {
    expect(ids([anklet(1, '2025-03-30'), anklet(2), anklet(3, '2026-04-12')], 'newest')).toEqual([3, 1, 2])
  })
  // Shows 9.sorts.order
  test('Hardness: diamond before sapphire before peridot', () => {
    expect(ids([gem(1, 9), gem(2, 10), gem(3, 6.5)], 'hardness')).toEqual([2, 1, 3])
  })
  // Shows 9.sorts.order, 2.idols.sorts
  test('Names from A to Z, and from Z to A', () => {
    const named = [ring(1, { name: 'Noor' }), ring(2, { name: 'akash' }), ring(3, { name: 'Tulsi' })]
    expect(ids(named, 'name-a-z')).toEqual([2, 1, 3])
    expect(ids(named, 'name-z-a')).toEqual([3, 1, 2])
  })
})

describe('Every sort', () => {
  const SORTS = Object.keys(SORT_LABELS) as SortKey[] // the keys of a constant
  const anySort = fc.constantFrom(...SORTS)
  const somePieces = fc
    .constantFrom(...PRODUCT_TYPES)
    .chain((type) => fc.shuffledSubarray([...OPENING_COLLECTION.ofType(type)]))

  test('neither adds nor loses products', () => {
    fc.assert(
      fc.property(somePieces, anySort, (pieces, sort) => {
        expect(new Set(sortProducts(pieces, sort))).toEqual(new Set(pieces))
        expect(sortProducts(pieces, sort)).toHaveLength(pieces.length)
      }),
    )
  })
  // Shows D20.newest
  test('is stable', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(4, 4.5, 5)), (ratings) => {
        const pieces = ratings.map((rating, place) => ring(place, { rating }))
        const result = sortProducts(pieces, 'rating')
        for (const [place, piece] of result.entries()) {
          const next = result[place + 1]
          if (next && next.rating === piece.rating) expect(next.id).toBeGreaterThan(piece.id)
        }
      }),
    )
  })
  test('is deterministic', () => {
    fc.assert(
      fc.property(somePieces, anySort, (pieces, sort) => {
        expect(sortProducts(sortProducts(pieces, sort), sort)).toEqual(sortProducts(pieces, sort))
      }),
    )
  })
  test('does not change its input', () => {
    const before = [silver, gold]
    sortProducts(before, 'price-high-low')
    expect(before).toEqual([silver, gold])
  })
  test('of a listing has a label', () => {
    for (const { sorts } of Object.values(LISTINGS))
      for (const sort of sorts) expect(SORT_LABELS[sort]).toBeTruthy()
  })
})
