import { describe, expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import {
  carats,
  grams,
  type Anklet,
  type Bangle,
  type Bracelet,
  type Chain,
  type Earring,
  type Gem,
  type Idol,
  type JewellerySet,
  type MangalSutra,
  type Necklace,
  type Pendant,
  type Product,
  type Ring,
} from '#domain/product.ts'
import { priced } from '#domain/testing.ts'
import { detailGroupsOf } from './details.ts'

const facts = {
  id: 1,
  name: 'Piece',
  description: '',
  pictures: ['', ''],
  category: 'Classic',
  metal: 'Yellow Gold',
  style: 'Modern',
  weightMg: grams(12.5),
  inStock: true,
} as const

const ring: Ring = { ...facts, type: 'rings', gender: 'Female' }
const necklace: Necklace = { ...facts, type: 'necklaces', lengthInches: 18 }
const earring: Earring = { ...facts, type: 'tops' }
const set: JewellerySet = { ...facts, type: 'sets', features: [], dimensions: 'Necklace 16 in' }
const pendant: Pendant = { ...facts, type: 'pendants', chainLengthInches: 18, features: [] }
const bracelet: Bracelet = { ...facts, type: 'bracelets', fixedPrice: rupees(2450) }
const bangle: Bangle = { ...facts, type: 'bangles', sizeInches: 2.4, fixedPrice: rupees(4875) }
const chain: Chain = { ...facts, type: 'chains', lengthInches: 20, features: [] }
const gem: Gem = {
  type: 'gems',
  id: 1,
  name: 'Stone',
  description: '',
  pictures: ['', ''],
  category: 'Precious',
  color: 'Red',
  clarity: 'Eye Clean',
  origin: 'Mogok, Myanmar',
  hardness: 9,
  weightMg: carats(0.62),
  fixedPrice: rupees(9600),
  inStock: true,
}
const idol: Idol = { ...facts, type: 'idols', size: 'Large', heightInches: 8, metal: 'Bronze' }
const anklet: Anklet = { ...facts, type: 'anklet', fixedPrice: rupees(1150) }
const mangalSutra: MangalSutra = { ...facts, type: 'mangal-sutra', chainLengthInches: 24, features: [] }

const labelsOf = (product: Product) =>
  detailGroupsOf(priced(product)).map((group) => [group.title, ...group.rows.map((row) => row.label)])
const valueOf = (product: Product, label: string) =>
  detailGroupsOf(priced(product))
    .flatMap((group) => group.rows)
    .find((row) => row.label === label)?.value

describe('facts per type', () => {
  // Shows 2.detail.ring, 2.detail.necklace, 2.detail.earring, 2.detail.set, 2.detail.pendant
  // Shows 2.detail.chain, 2.detail.gem, 2.detail.bangle, 2.detail.mangal-sutra, 2.detail.idol
  // Shows 2.detail.anklet
  test.each<[string, Product, string[][]]>([
    ['ring', ring, [['Details', 'Weight', 'Category', 'Metal', 'Style', 'Gender']]],
    ['necklace', necklace, [['Details', 'Weight', 'Length', 'Category', 'Metal', 'Style', 'Price basis']]],
    ['earring', earring, [['Details', 'Metal', 'Style', 'Weight']]],
    ['set', set, [['Details', 'Metal', 'Weight', 'Dimensions']]],
    [
      'pendant',
      pendant,
      [['Details', 'Chain length', 'Category', 'Metal', 'Style', 'Weight', 'Price basis']],
    ],
    ['bracelet', bracelet, [['Details', 'Category', 'Metal', 'Style', 'Weight']]],
    ['bangle', bangle, [['Details', 'Category', 'Metal', 'Style', 'Weight', 'Size']]],
    ['chain', chain, [['Details', 'Weight', 'Length', 'Price basis']]],
    ['gem', gem, [['Details', 'Weight', 'Category', 'Color', 'Clarity', 'Origin']]],
    ['idol', idol, [['Details', 'Material', 'Weight', 'Height', 'Style']]],
    ['anklet', anklet, [['Details', 'Category', 'Metal', 'Style']]],
    [
      'mangal sutra',
      mangalSutra,
      [
        ['Product Details', 'Weight', 'Chain length'],
        ['Specifications', 'Category', 'Metal', 'Style', 'Chain length', 'Price basis'],
      ],
    ],
  ])('%s', (_, product, labels) => {
    expect(labelsOf(product)).toEqual(labels)
  })

  // Shows 2.detail.set, 2.detail.chain, 2.detail.idol
  test('omits facts that a product does not have', () => {
    expect(labelsOf({ ...set, dimensions: undefined })).toEqual([['Details', 'Metal', 'Weight']])
    expect(labelsOf({ ...chain, lengthInches: undefined })).toEqual([['Details', 'Weight', 'Price basis']])
    expect(labelsOf({ ...idol, heightInches: undefined, style: undefined })).toEqual([
      ['Details', 'Material', 'Weight'],
    ])
  })
})

describe('measures', () => {
  test('gives weights in grams', () => {
    expect(valueOf(ring, 'Weight')).toBe('12.5 g')
  })
  test('groups the digits of a heavy idol', () => {
    expect(valueOf({ ...idol, weightMg: grams(2600) }, 'Weight')).toBe('2,600 g')
  })
  // Shows 2.detail.gem
  test('gives the weight of a gem in carats', () => {
    expect(valueOf(gem, 'Weight')).toBe('0.62 carats')
  })
  test('gives the weight of diamonds in carats, with grams in brackets', () => {
    expect(valueOf({ ...ring, diamondWeightMg: carats(0.5) }, 'Diamonds')).toBe('0.50 ct (0.1 g)')
  })
  test('gives lengths in inches', () => {
    expect(valueOf(necklace, 'Length')).toBe('18 inches')
    expect(valueOf(bangle, 'Size')).toBe('2.4 inches')
  })
})

describe('metal', () => {
  test('comes with the purity that the shop states', () => {
    expect(valueOf({ ...ring, metal: 'White Gold' }, 'Metal')).toBe('White Gold, 18K')
    expect(valueOf(ring, 'Metal')).toBe('Yellow Gold, 22K')
    expect(valueOf({ ...idol, metal: 'Gold' }, 'Material')).toBe('Gold, 22K')
  })
  test('is shown alone if no purity is stated', () => {
    expect(valueOf({ ...ring, metal: 'Platinum' }, 'Metal')).toBe('Platinum')
    expect(valueOf(idol, 'Material')).toBe('Bronze')
  })
})

describe('price basis', () => {
  // Shows 2.detail.mangal-sutra, 2.detail.breakup
  test('is weight times gold rate per gram plus 7% and 6%', () => {
    expect(valueOf(mangalSutra, 'Price basis')).toBe(
      'Weight × gold rate per gram + 7% making charges + 6% GST',
    )
  })
  test('names the rate that applies', () => {
    expect(valueOf({ ...pendant, metal: 'Silver' }, 'Price basis')).toBe(
      'Weight × silver rate per gram + 7% making charges + 6% GST',
    )
    expect(valueOf({ ...pendant, metal: 'Rose Gold' }, 'Price basis')).toContain('18K gold rate')
  })
  // Shows 2.detail.chain
  test('has no percentages for a chain', () => {
    expect(valueOf(chain, 'Price basis')).toBe('Weight × gold rate per gram + making charges')
  })
  test('is missing for a necklace with a fixed price', () => {
    expect(valueOf({ ...necklace, fixedPrice: rupees(82_000) }, 'Price basis')).toBeUndefined()
  })
})
