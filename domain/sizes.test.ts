import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import type { Product, ProductType } from './product.ts'
import { BANGLE_SIZES, RING_SIZES } from './size-tables.ts'
import { isSameLine, lineKeyOf, sizeLabel, standardSizeOf } from './sizes.ts'
import { comesInSize, sizesOf, sizeOrStandard } from './size-range.ts'

const { find, products, ofType } = OPENING_COLLECTION
const named = (type: ProductType, id: number): Product => {
  const product = find({ type, id })
  if (!product) throw new Error(`${type}/${id} is not in the opening collection`)
  return product
}

describe('the sizes of a product', () => {
  // Shows D39.sizes
  test('are 6 to 26 for every ring', () => {
    const sizes = Array.from({ length: 21 }, (_, index) => String(index + 6))
    for (const ring of ofType('rings')) expect(sizesOf(ring)).toEqual(sizes)
  })

  // Shows D39.sizes
  test('are 2.2 to 2.10 for every bangle', () => {
    for (const bangle of ofType('bangles'))
      expect(sizesOf(bangle)).toEqual(['2.2', '2.4', '2.6', '2.8', '2.10'])
  })

  // Shows D39.sizes
  test('are the stated length and one on either side for a chain and for a pendant on a chain', () => {
    expect(sizesOf(named('chains', 302))).toEqual(['18', '20', '22'])
    expect(ofType('necklaces').map(({ category, lengthInches }) => [category, lengthInches])).toContainEqual([
      'Pendant',
      18,
    ])
    for (const necklace of ofType('necklaces'))
      expect(sizesOf(necklace)).toEqual(necklace.category === 'Pendant' ? ['16', '18', '20'] : [])
  })

  test('are none for a chain without a stated length', () => {
    const { lengthInches: _, ...chain } = named('chains', 302) as Extract<Product, { type: 'chains' }>
    expect(sizesOf(chain)).toEqual([])
    expect(standardSizeOf(chain)).toBe('')
  })

  test('have measures in the size guide for rings and bangles', () => {
    const guide = new Set([...RING_SIZES, ...BANGLE_SIZES].map(({ name }) => name))
    for (const product of [...ofType('rings'), ...ofType('bangles')])
      expect(sizesOf(product).filter((size) => !guide.has(size))).toEqual([])
  })
})

describe('the standard size', () => {
  // Shows D39.standard
  test('of a product with sizes is one of them, and of another product is empty', () => {
    for (const product of products)
      expect(comesInSize(product, standardSizeOf(product)), product.name).toBe(true)
  })

  test('of a ring follows its wearer', () => {
    const sizes = new Map(ofType('rings').map((ring) => [ring.gender, standardSizeOf(ring)]))
    expect(Object.fromEntries(sizes)).toEqual({ Female: '12', Unisex: '16', Male: '20' })
  })

  test('of a bangle and of a chain is the stated one', () => {
    for (const bangle of ofType('bangles')) expect(Number(standardSizeOf(bangle))).toBe(bangle.sizeInches)
    for (const chain of ofType('chains')) expect(Number(standardSizeOf(chain))).toBe(chain.lengthInches)
  })

  test('of a two-ten bangle is 2.10', () => {
    const [bangle] = ofType('bangles')
    expect(bangle && standardSizeOf({ ...bangle, sizeInches: 2.1 })).toBe('2.10')
  })

  // Shows D39.before
  test('replaces a missing size, not a chosen one', () => {
    expect(sizeOrStandard({ type: 'rings', id: 801, size: '' }, find)).toBe('12')
    expect(sizeOrStandard({ type: 'rings', id: 801, size: '14' }, find)).toBe('14')
    expect(sizeOrStandard({ type: 'tops', id: 1, size: '' }, find)).toBe('')
    expect(sizeOrStandard({ type: 'rings', id: 999, size: '' }, find)).toBe('')
  })
})

test('a product without sizes is offered only without one', () => {
  expect(comesInSize(named('tops', 1), '')).toBe(true)
  expect(comesInSize(named('tops', 1), '12')).toBe(false)
  expect(comesInSize(named('rings', 801), '')).toBe(false)
  expect(comesInSize(named('rings', 801), '27')).toBe(false)
})

// Shows D40.line
test('two sizes of one ring are two lines', () => {
  const ring = { type: 'rings', id: 801, size: '12' } as const
  expect(isSameLine(ring, { ...ring })).toBe(true)
  expect(isSameLine(ring, { ...ring, size: '14' })).toBe(false)
  expect(lineKeyOf(ring)).toBe('rings-801/12')
  expect(lineKeyOf({ type: 'tops', id: 1, size: '' })).toBe('tops-1')
})

test('sizes read “Size 12”, “Size 2.6” and “Length 18 in”', () => {
  expect(sizeLabel({ type: 'rings', size: '12' })).toBe('Size 12')
  expect(sizeLabel({ type: 'bangles', size: '2.6' })).toBe('Size 2.6')
  expect(sizeLabel({ type: 'chains', size: '18' })).toBe('Length 18 in')
  expect(sizeLabel({ type: 'tops', size: '' })).toBe('')
})
