import { describe, expect, test } from 'vitest'
import {
  canAddFromCard,
  canAddFromDetail,
  facetValuesOf,
  ITEM_TOASTS,
  LISTINGS,
  listingOf,
  notFoundMessage,
  optionsOf,
  SORT_LABELS,
  type Facet,
  type FacetKey,
} from './listing.ts'
import { formatWholeRupees, rupees } from './money.ts'
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

const crafted = {
  id: 1,
  name: 'Piece',
  description: '',
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
  category: 'Precious',
  color,
  clarity: 'Eye Clean',
  origin: 'Ratnapura, Sri Lanka',
  hardness: 9,
  weightMg: carats(1),
  fixedPrice: rupees(5000),
  inStock,
})

function facetOf(type: ProductType, key: FacetKey): Facet | undefined {
  return listingOf(type).facets.find((facet) => facet.key === key)
}
function offered(type: ProductType) {
  return Object.fromEntries(
    listingOf(type)
      .facets.filter((facet) => !facet.unlisted)
      .map((facet) => [facet.key, facet.options]),
  )
}
function typesWhere(isSo: (type: ProductType) => boolean) {
  return PRODUCT_TYPES.filter(isSo)
}

const GOLDS_AND_WHITES = ['White Gold', 'Yellow Gold', 'Rose Gold', 'Silver', 'Platinum']
const FROM_DATA = 'from the catalogue'

describe('Filter options are those of the specification, in its order', () => {
  test.each<[ProductType, Record<string, unknown>]>([
    [
      'rings',
      {
        category: ['Engagement', 'Wedding', 'Fashion', 'Promise'],
        metal: [...GOLDS_AND_WHITES, 'Titanium'],
        gender: ['Female', 'Male', 'Unisex'],
      },
    ],
    [
      'necklaces',
      {
        category: ['Pendant', 'Choker', 'Lariat', 'Statement'],
        metal: GOLDS_AND_WHITES,
        style: ['Traditional', 'Modern', 'Classic', 'Contemporary'],
      },
    ],
    [
      'tops',
      {
        category: ['Stud', 'Drop', 'Hoop', 'Chandelier'],
        metal: GOLDS_AND_WHITES,
        style: ['Classic', 'Modern', 'Traditional', 'Contemporary'],
      },
    ],
    [
      'sets',
      {
        category: ['Bridal Sets', 'Traditional Sets', 'Modern Sets', 'Party Wear', 'Daily Wear'],
        metal: ['Yellow Gold', 'White Gold', 'Rose Gold', 'Silver', 'Platinum'],
        style: ['Classic', 'Contemporary', 'Antique', 'Minimalist', 'Fusion'],
      },
    ],
    [
      'pendants',
      {
        category: ['Solitaire', 'Gemstone', 'Pearl', 'Diamond'],
        metal: FROM_DATA,
        style: ['Classic', 'Modern', 'Vintage', 'Bohemian'],
      },
    ],
    [
      'bracelets',
      {
        category: ['Classic', 'Modern', 'Designer', 'Traditional'],
        metal: FROM_DATA,
        style: ['Tennis', 'Bangle', 'Cuff', 'Chain', 'Charm', 'Statement'],
      },
    ],
    [
      'bangles',
      {
        category: ['Traditional', 'Modern', 'Casual'],
        metal: ['Gold', 'Silver', 'Rose Gold', 'Platinum'],
        style: ['Classic', 'Modern', 'Vintage'],
      },
    ],
    [
      'chains',
      {
        category: ['Classic', 'Modern', 'Designer', 'Traditional'],
        metal: FROM_DATA,
        style: ['Simple', 'Beaded', 'Rope', 'Box', 'Snake', 'Cuban'],
      },
    ],
    ['gems', { category: ['Precious', 'Semi-Precious'], color: FROM_DATA, clarity: FROM_DATA }],
    [
      'idols',
      {
        category: ['Religious', 'Decorative', 'Traditional'],
        metal: ['Silver', 'Gold Plated', 'Bronze'],
        size: ['Small', 'Medium', 'Large'],
      },
    ],
    ['anklet', {}],
    [
      'mangal-sutra',
      {
        category: ['Traditional', 'Modern', 'Antique', 'Designer'],
        metal: ['Yellow Gold', 'Rose Gold', 'White Gold'],
        style: ['Classic', 'Contemporary', 'Ethnic', 'Fusion'],
      },
    ],
  ])('%s', (type, options) => {
    expect(offered(type)).toEqual(options)
  })

  test('Anklets are filtered by category, metal and style when these are set, but offer no control', () => {
    expect(LISTINGS.anklet.facets.map(({ key, unlisted }) => [key, unlisted])).toEqual([
      ['category', true],
      ['metal', true],
      ['style', true],
    ])
  })

  test('Sets are also filtered by features, which the panel does not list', () => {
    expect(facetOf('sets', 'features')?.unlisted).toBe(true)
  })

  test('Options taken from the data come once each, as the catalogue has them', () => {
    const color = facetOf('gems', 'color')
    expect(color && optionsOf(color, [gem('Red'), gem('Blue'), gem('Red')])).toEqual(['Red', 'Blue'])
  })

  test('Listed options are offered even where no piece has them: Titanium rings', () => {
    const metal = facetOf('rings', 'metal')
    expect(metal && optionsOf(metal, [ring(true)])).toContain('Titanium')
  })
})

describe('What a piece answers to a facet', () => {
  test('One value of a plain field', () => {
    expect(facetValuesOf(ring(true), 'gender')).toEqual(['Female'])
  })
  test('Every one of its features', () => {
    expect(facetValuesOf(set(true), 'features')).toEqual(['Screw backs', 'Kemp stones'])
  })
  test('Nothing where its type has no such field', () => {
    expect(facetValuesOf(gem('Red'), 'metal')).toEqual([])
  })
})

describe('Price ceilings', () => {
  test.each<[string, readonly ProductType[]]>([
    ['₹3,00,000', ['rings', 'necklaces', 'tops', 'pendants', 'bracelets', 'chains', 'idols', 'mangal-sutra']],
    ['₹5,00,000', ['sets']],
    ['₹1,50,000', ['bangles']],
    ['₹10,000', ['gems', 'anklet']],
  ])('%s: %j', (ceiling, types) => {
    expect(typesWhere((type) => formatWholeRupees(listingOf(type).priceMax) === ceiling)).toEqual(types)
  })
})

describe('Sorts', () => {
  test.each<[string, readonly ProductType[]]>([
    [
      'Featured, Price: Low to High, Price: High to Low, Rating',
      ['rings', 'necklaces', 'tops', 'pendants', 'bracelets', 'bangles', 'chains', 'mangal-sutra'],
    ],
    ['Featured, Price: Low to High, Price: High to Low, Newest', ['sets', 'anklet']],
    ['Featured, Price: Low to High, Price: High to Low, Hardness', ['gems']],
    ['Featured, Price: Low to High, Price: High to Low, Name: A to Z, Name: Z to A', ['idols']],
  ])('%s: %j', (labels, types) => {
    const labelsOf = (type: ProductType) =>
      listingOf(type)
        .sorts.map((sort) => SORT_LABELS[sort])
        .join(', ')
    expect(typesWhere((type) => labelsOf(type) === labels)).toEqual(types)
  })

  test('The values of the rings are those of the specification', () => {
    expect(LISTINGS.rings.sorts).toEqual(['featured', 'price-low-high', 'price-high-low', 'rating'])
  })
})

describe('Words', () => {
  test('The idols', () => {
    expect(LISTINGS.idols.title).toBe('Sacred Idols Collection')
    expect(LISTINGS.idols.tagline).toBe('Discover our divine collection of handcrafted religious idols')
    expect(LISTINGS.idols.searchPlaceholder).toBe('Search idols...')
  })

  test('The anklets', () => {
    expect(LISTINGS.anklet.title).toBe('Elegant Anklets Collection')
    expect(LISTINGS.anklet.tagline).toBe('Explore our exquisite collection of handcrafted anklets')
    expect(LISTINGS.anklet.searchPlaceholder).toBe('Search anklets...')
  })

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
  ])('A missing piece of %s: %s', (type, message) => {
    expect(notFoundMessage(type)).toBe(message)
  })

  test('Cards say the name of the piece, except on the anklets', () => {
    expect(typesWhere((type) => listingOf(type).toasts.addedToCart === '{name} added to cart!')).toEqual(
      PRODUCT_TYPES.filter((type) => type !== 'anklet'),
    )
    expect(LISTINGS.anklet.toasts).toEqual({
      addedToCart: 'Added to cart!',
      addedToWishlist: 'Added to wishlist!',
      removedFromWishlist: 'Removed from wishlist!',
    })
  })

  test('Detail pages say Item, sets Set, bracelets Bracelet', () => {
    expect(ITEM_TOASTS).toEqual({
      addedToCart: 'Item added to cart!',
      addedToWishlist: 'Item added to wishlist!',
      removedFromWishlist: 'Item removed from wishlist!',
    })
    expect(LISTINGS.sets.detail.toasts.addedToCart).toBe('Set added to cart!')
    expect(LISTINGS.bracelets.detail.toasts.removedFromWishlist).toBe('Bracelet removed from wishlist!')
    expect(typesWhere((type) => listingOf(type).detail.toasts !== ITEM_TOASTS)).toEqual(['sets', 'bracelets'])
  })
})

describe('Exceptions of the pages', () => {
  test('Only anklets search by name alone', () => {
    expect(typesWhere((type) => listingOf(type).searchedFields.join() === 'name')).toEqual(['anklet'])
  })
  test('Only anklets keep their filters in a drawer', () => {
    expect(typesWhere((type) => listingOf(type).filters === 'drawer')).toEqual(['anklet'])
  })
  test('Only bangles wait for Apply Filters, and only they remember nothing', () => {
    expect(typesWhere((type) => listingOf(type).refilters === 'on apply')).toEqual(['bangles'])
    expect(typesWhere((type) => listingOf(type).storageKey === null)).toEqual(['bangles'])
  })
  test('No two listings remember under one key; rings and necklaces keep the specified ones', () => {
    const keys = PRODUCT_TYPES.map((type) => listingOf(type).storageKey)
    expect(new Set(keys).size).toBe(12)
    expect(LISTINGS.rings.storageKey).toBe('filters')
    expect(LISTINGS.necklaces.storageKey).toBe('necklacesFilters')
  })
  test('Necklaces, earrings, sets, pendants and mangal sutras show a second picture on hover', () => {
    expect(typesWhere((type) => listingOf(type).card.secondPictureOnHover)).toEqual([
      'necklaces',
      'tops',
      'sets',
      'pendants',
      'mangal-sutra',
    ])
  })
  test('Only gem cards carry no buttons', () => {
    expect(typesWhere((type) => !listingOf(type).card.buttons)).toEqual(['gems'])
  })
  test('Only the set page goes back one step', () => {
    expect(typesWhere((type) => listingOf(type).detail.goesBack === 'one step')).toEqual(['sets'])
  })
  test('Only the mangal sutra labels its button Out of Stock', () => {
    expect(typesWhere((type) => listingOf(type).detail.soldOutButton === 'Out of Stock')).toEqual([
      'mangal-sutra',
    ])
  })
  test('Only the anklet page shows its price without fixed decimals', () => {
    expect(typesWhere((type) => listingOf(type).detail.priceDecimals === 'as needed')).toEqual(['anklet'])
  })
})

describe('Adding to the cart', () => {
  test('A card sells what is in stock', () => {
    expect(
      [ring, idol, anklet, bangle, bracelet, set, mangalSutra].map((of) => canAddFromCard(of(true))),
    ).toEqual(Array(7).fill(true))
  })
  test.each([ring, idol, mangalSutra])('A card does not sell a sold-out piece', (of) => {
    expect(canAddFromCard(of(false))).toBe(false)
    expect(canAddFromDetail(of(false))).toBe(false)
  })
  test.each([set, bracelet, bangle])('Card and detail page take orders for a piece made again', (of) => {
    expect(canAddFromCard(of(false))).toBe(true)
    expect(canAddFromDetail(of(false))).toBe(true)
  })
  test('An anklet made to order can be added from its page, but not from its card', () => {
    expect(canAddFromCard(anklet(false))).toBe(false)
    expect(canAddFromDetail(anklet(false))).toBe(true)
  })
  test('A gem is bought from its page alone', () => {
    expect(canAddFromCard(gem('Red'))).toBe(false)
    expect(canAddFromDetail(gem('Red'))).toBe(true)
    expect(canAddFromDetail(gem('Red', false))).toBe(false)
  })
})
