import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import { completeTheSet, matchingTypes } from './complete-the-set.ts'
import {
  availabilityOf,
  grams,
  skuOf,
  type Bangle,
  type Bracelet,
  type Earring,
  type Ring,
} from './product.ts'

const facts = {
  name: 'Piece',
  description: '',
  pictures: ['', ''],
  category: 'Fashion',
  metal: 'Yellow Gold',
  style: 'Classic',
  weightMg: grams(5),
  inStock: true,
} as const
const ring = (id: number, more: Partial<Ring> = {}): Ring => ({
  ...facts,
  type: 'rings',
  id,
  gender: 'Female',
  ...more,
})
const earring = (id: number, more: Partial<Earring> = {}): Earring => ({
  ...facts,
  type: 'tops',
  id,
  ...more,
})
const bracelet = (id: number, more: Partial<Bracelet> = {}): Bracelet => ({
  ...facts,
  type: 'bracelets',
  id,
  ...more,
})
const bangle = (id: number, more: Partial<Bangle> = {}): Bangle => ({
  ...facts,
  type: 'bangles',
  id,
  metal: 'Gold',
  sizeInches: 2.4,
  ...more,
})

describe('A set for a ring', () => {
  test('has one product of each type it is worn with, earrings first', () => {
    const pieces = [bangle(1), bracelet(2), earring(3), earring(4)]
    expect(completeTheSet(ring(1), pieces, 4).map(skuOf)).toEqual(['tops-3', 'bracelets-2', 'bangles-1'])
  })
  test('has no other ring, and no more products than requested', () => {
    const pieces = [ring(1), ring(2), earring(3), bracelet(4)]
    expect(completeTheSet(ring(1), pieces, 1).map(skuOf)).toEqual(['tops-3'])
  })
  test('has the tone of its metal: the gold of bangles is yellow gold, platinum goes with white gold', () => {
    expect(completeTheSet(ring(1), [bangle(1), earring(2, { metal: 'Rose Gold' })], 4).map(skuOf)).toEqual([
      'bangles-1',
    ])
    const platinum = earring(3, { metal: 'Platinum' })
    expect(completeTheSet(ring(1, { metal: 'White Gold' }), [platinum], 4)).toEqual([platinum])
  })
  test('prefers its metal to its tone', () => {
    const pieces = [earring(1, { metal: 'Platinum' }), earring(2, { metal: 'White Gold' })]
    expect(completeTheSet(ring(1, { metal: 'White Gold' }), pieces, 4).map(skuOf)).toEqual(['tops-2'])
  })
  test('prefers the same era, then the same style', () => {
    const pieces = [earring(1), earring(2, { style: 'Vintage' }), earring(3, { style: 'Traditional' })]
    expect(completeTheSet(ring(1, { style: 'Traditional' }), pieces, 4).map(skuOf)).toEqual(['tops-3'])
    expect(completeTheSet(ring(1, { style: 'Antique' }), pieces, 4).map(skuOf)).toEqual(['tops-2'])
  })
  test('prefers products in stock to made-to-order ones, and has none sold out', () => {
    const made = bracelet(1, { inStock: false })
    expect(completeTheSet(ring(1), [made, bracelet(2, { style: 'Cuff' })], 4).map(skuOf)).toEqual([
      'bracelets-2',
    ])
    expect(completeTheSet(ring(1), [made], 4)).toEqual([made])
    expect(completeTheSet(ring(1), [earring(1, { inStock: false })], 4)).toEqual([])
  })
})

describe('In the catalogue', () => {
  const pieces = OPENING_COLLECTION.products.map((product) => ({
    product,
    others: completeTheSet(product, OPENING_COLLECTION.products, 3),
  }))

  test('every product for women has a set', () => {
    const without = pieces.filter(
      ({ product, others }) => matchingTypes(product).length > 1 && others.length === 0,
    )
    expect(without.map(({ product }) => skuOf(product))).toEqual([])
  })
  test('no set has the product itself, a type twice, or a sold-out product', () => {
    for (const { product, others } of pieces) {
      const types = [product, ...others].map(({ type }) => type)
      expect(new Set(types).size).toBe(types.length)
      expect(others.every((other) => availabilityOf(other) !== 'sold out')).toBe(true)
    }
  })
  test('gems and idols have no set; a man’s ring has only a chain', () => {
    const typesFor = (sku: string) =>
      pieces.find(({ product }) => skuOf(product) === sku)?.others.map(({ type }) => type)
    expect(typesFor('gems-401')).toEqual([])
    expect(typesFor('idols-1001')).toEqual([])
    expect(typesFor('rings-817')).toEqual(['chains'])
  })
})
