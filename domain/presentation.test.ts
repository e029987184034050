import { describe, expect, test } from 'vitest'
import { rupees } from './money.ts'
import {
  carats,
  grams,
  PRODUCT_TYPES,
  type Anklet,
  type Bangle,
  type Bracelet,
  type Gem,
  type Idol,
  type JewellerySet,
  type MangalSutra,
  type ProductType,
  type Ring,
} from './product.ts'
import {
  canAddFromCard,
  canAddFromDetail,
  ITEM_TOASTS,
  notFoundMessage,
  presentationOf,
} from './presentation.ts'

const crafted = {
  id: 1,
  name: 'Piece',
  description: '',
  pictures: ['', ''],
  category: 'Traditional',
  metal: 'Yellow Gold',
  style: 'Classic',
  weightMg: grams(10),
} as const

const ring = (inStock: boolean): Ring => ({ ...crafted, type: 'rings', gender: 'Female', inStock })
const idol = (inStock: boolean): Idol => ({ ...crafted, type: 'idols', size: 'Small', inStock })
const anklet = (inStock: boolean): Anklet => ({ ...crafted, type: 'anklet', inStock })
const bangle = (inStock: boolean): Bangle => ({ ...crafted, type: 'bangles', sizeInches: 2.4, inStock })
const bracelet = (inStock: boolean): Bracelet => ({ ...crafted, type: 'bracelets', inStock })
const set = (inStock: boolean): JewellerySet => ({
  ...crafted,
  type: 'sets',
  features: ['Screw backs', 'Kemp stones'],
  inStock,
})
const mangalSutra = (inStock: boolean): MangalSutra => ({
  ...crafted,
  type: 'mangal-sutra',
  chainLengthInches: 18,
  features: [],
  inStock,
})
const gem = (color: string, inStock = true): Gem => ({
  type: 'gems',
  id: 1,
  name: 'Stone',
  description: '',
  pictures: ['', ''],
  category: 'Precious',
  color,
  clarity: 'Eye Clean',
  origin: 'Ratnapura, Sri Lanka',
  hardness: 9,
  weightMg: carats(1),
  fixedPrice: rupees(5000),
  inStock,
})

function typesWhere(isSo: (type: ProductType) => boolean) {
  return PRODUCT_TYPES.filter(isSo)
}

describe('Texts', () => {
  // Shows 2.detail.not-found
  test.each<[ProductType, string]>([
    ['rings', 'Ring not found'],
    ['necklaces', 'Necklace not found'],
    ['tops', 'Earring not found'],
    ['sets', 'Set not found'],
    ['pendants', 'Pendant not found'],
    ['chains', 'Chain not found'],
    ['gems', 'Gem not found'],
    ['bangles', 'Bangle not found'],
    ['bracelets', 'Bracelet not found'],
    ['mangal-sutra', 'Mangal Sutra not found'],
    ['idols', 'Idol not found'],
    ['anklet', 'Anklet not found'],
  ])('for a missing product of %s: %s', (type, message) => {
    expect(notFoundMessage(type)).toBe(message)
  })

  // Shows 2.card.toast.cart, 2.anklets.toasts
  test('cards name the product, except on the anklets', () => {
    expect(
      typesWhere((type) => presentationOf(type).card.toasts.addedToCart === '{name} added to cart!'),
    ).toEqual(PRODUCT_TYPES.filter((type) => type !== 'anklet'))
    expect(presentationOf('anklet').card.toasts).toEqual({
      addedToCart: 'Added to cart!',
      addedToWishlist: 'Added to wishlist!',
      removedFromWishlist: 'Removed from wishlist!',
    })
  })

  // Shows 2.detail.toasts, D18.anklet
  test('detail pages say Item, sets Set, bracelets Bracelet', () => {
    expect(ITEM_TOASTS).toEqual({
      addedToCart: 'Item added to cart!',
      addedToWishlist: 'Item added to wishlist!',
      removedFromWishlist: 'Item removed from wishlist!',
    })
    expect(presentationOf('sets').detail.toasts.addedToCart).toBe('Set added to cart!')
    expect(presentationOf('bracelets').detail.toasts.removedFromWishlist).toBe(
      'Bracelet removed from wishlist!',
    )
    expect(typesWhere((type) => presentationOf(type).detail.toasts !== ITEM_TOASTS)).toEqual([
      'sets',
      'bracelets',
    ])
  })
})

describe('Exceptions of cards and detail pages', () => {
  // Shows 2.card.second-picture
  test('necklaces, earrings, sets, pendants and mangal sutras show a second picture on hover', () => {
    expect(typesWhere((type) => presentationOf(type).card.secondPictureOnHover)).toEqual([
      'necklaces',
      'tops',
      'sets',
      'pendants',
      'mangal-sutra',
    ])
  })
  // Shows 2.card.gem.no-buttons
  test('only gem cards have no buttons', () => {
    expect(typesWhere((type) => !presentationOf(type).card.buttons)).toEqual(['gems'])
  })
  // Shows 2.detail.back.set
  test('only the set page goes back one step', () => {
    expect(typesWhere((type) => presentationOf(type).detail.goesBack === 'one step')).toEqual(['sets'])
  })
  // Shows 2.detail.mangal-sutra.sold-out
  test('only the mangal sutra labels its button Out of Stock', () => {
    expect(typesWhere((type) => presentationOf(type).detail.soldOutButton === 'Out of Stock')).toEqual([
      'mangal-sutra',
    ])
  })
  // Shows 2.detail.anklet.price, 2.detail.mangal-sutra.price
  test('only the anklet page shows its price without fixed decimals', () => {
    expect(typesWhere((type) => presentationOf(type).detail.priceDecimals === 'as needed')).toEqual([
      'anklet',
    ])
  })
})

describe('Adding to the cart', () => {
  test('a card sells what is in stock', () => {
    expect(
      [ring, idol, anklet, bangle, bracelet, set, mangalSutra].map((of) => canAddFromCard(of(true))),
    ).toEqual(Array(7).fill(true))
  })
  // Shows 5.stock
  // Shows 2.detail.idol.sold-out, 2.detail.sold-out
  test.each([ring, idol, mangalSutra])('a card does not sell a sold-out product', (of) => {
    expect(canAddFromCard(of(false))).toBe(false)
    expect(canAddFromDetail(of(false))).toBe(false)
  })
  // Shows 2.detail.sold-out
  test.each([set, bracelet, bangle])('card and detail page sell a made-to-order product', (of) => {
    expect(canAddFromCard(of(false))).toBe(true)
    expect(canAddFromDetail(of(false))).toBe(true)
  })
  // Shows 2.detail.anklet.stock, 2.anklets.card.stock
  test('a made-to-order anklet can be added from its page, but not from its card', () => {
    expect(canAddFromCard(anklet(false))).toBe(false)
    expect(canAddFromDetail(anklet(false))).toBe(true)
  })
  // Shows D18.gem
  test('a gem can be added only from its page', () => {
    expect(canAddFromCard(gem('Red'))).toBe(false)
    expect(canAddFromDetail(gem('Red'))).toBe(true)
    expect(canAddFromDetail(gem('Red', false))).toBe(false)
  })
})
