import { describe, expect, test } from 'vitest'
import { ALL_PRODUCTS } from './catalogue/all.ts'
import {
  availabilityOf,
  pictureBase,
  PRODUCT_TYPES,
  skuOf,
  type Product,
  type ProductType,
} from './product.ts'
import { uploadedPictureIn, uploadedTone } from './uploaded-picture.ts'

// Shows D1.sku
test('a SKU is type and id: tops-1 is not anklet-1', () => {
  expect([skuOf({ type: 'tops', id: 1 }), skuOf({ type: 'anklet', id: 1 })]).toEqual(['tops-1', 'anklet-1'])
})

// Shows D58.served
test('a picture is that of the build, unless it was replaced by an upload', () => {
  const ring = { type: 'rings', id: 801, pictures: ['', ''] } as const
  const name = `u-${'0'.repeat(32)}-c8b09a`
  expect(([1, 2, 3] as const).map((view) => pictureBase(ring, view))).toEqual([
    '/pictures/rings-801-1',
    '/pictures/rings-801-2',
    '/pictures/rings-801-3',
  ])
  const replaced = { ...ring, secondPhotograph: name }
  expect(([1, 2, 3] as const).map((view) => pictureBase(replaced, view))).toEqual([
    '/pictures/rings-801-1',
    `/pictures/${name}`,
    '/pictures/rings-801-3',
  ])
  expect(pictureBase({ type: 'rings', id: 801, firstPhotograph: name }, 1)).toBe(`/pictures/${name}`)
})

test('the mean colour of an uploaded picture is part of its name and of the path in orders', () => {
  const name = `u-${'0'.repeat(32)}-c8b09a`
  expect(uploadedTone(name)).toBe('#c8b09a')
  expect(uploadedPictureIn(`/pictures/${name}`)).toBe(name)
  expect(uploadedPictureIn('/pictures/rings-801-1')).toBeNull()
  expect(uploadedPictureIn(undefined)).toBeNull()
})

// Shows D11.availability
test('sets, bracelets, bangles and anklets out of stock are made to order, others sold out', () => {
  const made = PRODUCT_TYPES.filter((type) => availabilityOf({ type, inStock: false }) === 'made to order')
  expect(made).toEqual(['sets', 'bracelets', 'bangles', 'anklet'])
  for (const type of PRODUCT_TYPES) expect(availabilityOf({ type, inStock: true })).toBe('in stock')
})

describe('every product of the catalogue', () => {
  const COMMON = ['id', 'name', 'description', 'category', 'inStock', 'weightMg']
  const lacking = (pieces: readonly Product[], fields: readonly string[]) =>
    pieces.flatMap((piece) =>
      fields.filter((field) => !(field in piece)).map((field) => [skuOf(piece), field]),
    )

  // Shows 3.product.common
  test('has id, name, description, category, stock and weight', () => {
    expect(lacking(ALL_PRODUCTS, COMMON)).toEqual([])
  })

  // Shows 3.product.features, 3.product.ring, 3.product.lengths, 3.product.bangle, 3.product.gem, 3.product.set
  // Shows 3.product.idol
  test.each<[ProductType, readonly string[]]>([
    ['rings', ['metal', 'style', 'gender']],
    ['necklaces', ['metal', 'style', 'lengthInches']],
    ['tops', ['metal', 'style']],
    ['sets', ['metal', 'style', 'features']],
    ['pendants', ['metal', 'style', 'chainLengthInches', 'features']],
    ['bracelets', ['metal', 'style']],
    ['bangles', ['metal', 'style', 'sizeInches']],
    ['chains', ['metal', 'style', 'features']],
    ['gems', ['color', 'clarity', 'origin', 'hardness']],
    ['idols', ['metal', 'size']],
    ['anklet', ['metal', 'style']],
    ['mangal-sutra', ['metal', 'style', 'chainLengthInches', 'features']],
  ])('of %s has %j too', (type, fields) => {
    const pieces = ALL_PRODUCTS.filter((piece) => piece.type === type)
    expect(lacking(pieces, fields)).toEqual([])
  })

  // Shows 3.product.ring, 3.product.set, 3.product.idol, 3.product.lengths
  test.each<[ProductType, string]>([
    ['rings', 'diamondWeightMg'],
    ['sets', 'dimensions'],
    ['sets', 'date'],
    ['idols', 'heightInches'],
    ['idols', 'style'],
    ['chains', 'lengthInches'],
    ['anklet', 'date'],
  ])('some of %s have %s', (type, field) => {
    expect(ALL_PRODUCTS.some((piece) => piece.type === type && field in piece)).toBe(true)
  })
})
