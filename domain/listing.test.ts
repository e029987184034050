import { describe, expect, test } from 'vitest'
import { facetValuesOf, optionsOf, type Facet, type FacetKey } from './facet.ts'
import { LISTINGS, listingOf } from './listing.ts'
import { formatWholeRupees, rupees } from './money.ts'
import {
  carats,
  grams,
  PRODUCT_TYPES,
  type Gem,
  type JewellerySet,
  type ProductType,
  type Ring,
} from './product.ts'
import { SORT_LABELS } from './sort.ts'

const crafted = {
  id: 1,
  name: 'Piece',
  description: '',
  pictures: ['', ''],
  category: 'Traditional',
  metal: 'Yellow Gold',
  style: 'Classic',
  weightMg: grams(10),
  inStock: true,
} as const
const ring: Ring = { ...crafted, type: 'rings', gender: 'Female' }
const set: JewellerySet = { ...crafted, type: 'sets', features: ['Screw backs', 'Kemp stones'] }
const gem = (color: string): Gem => ({
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
  inStock: true,
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

describe('Filter options are the required ones, in order', () => {
  // Shows 9.options, 5.rings, 5.necklaces, 2.idols.filters
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

  // Shows 2.anklets.hidden-filters
  test('anklets can be filtered by category, metal and style without a control', () => {
    expect(LISTINGS.anklet.facets.map(({ key, unlisted }) => [key, unlisted])).toEqual([
      ['category', true],
      ['metal', true],
      ['style', true],
    ])
  })

  // Shows 5.filters.features
  test('sets can be filtered by features, which the panel does not list', () => {
    expect(facetOf('sets', 'features')?.unlisted).toBe(true)
  })

  // Shows 9.options.from-data
  test('options from the catalogue are unique and in its order', () => {
    const color = facetOf('gems', 'color')
    expect(color && optionsOf(color, [gem('Red'), gem('Blue'), gem('Red')])).toEqual(['Red', 'Blue'])
  })

  // Shows D2.options
  test('listed options are offered even without products: titanium rings', () => {
    const metal = facetOf('rings', 'metal')
    expect(metal && optionsOf(metal, [ring])).toContain('Titanium')
  })
})

describe('The facet values of a product', () => {
  test('are the value of a field', () => {
    expect(facetValuesOf(ring, 'gender')).toEqual(['Female'])
  })
  test('are all of its features', () => {
    expect(facetValuesOf(set, 'features')).toEqual(['Screw backs', 'Kemp stones'])
  })
  test('are empty if its type has no such field', () => {
    expect(facetValuesOf(gem('Red'), 'metal')).toEqual([])
  })
})

describe('Price ceilings', () => {
  // Shows 9.price-ceilings, 5.rings, 5.necklaces
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
  // Shows 9.sorts, 2.idols.sorts, 2.anklets.sorts
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

  // Shows 5.rings
  test('the keys of the rings’ sorts are the required ones', () => {
    expect(LISTINGS.rings.sorts).toEqual(['featured', 'price-low-high', 'price-high-low', 'rating'])
  })
})

describe('Texts', () => {
  // Shows 2.idols.words
  test('of the idols', () => {
    expect(LISTINGS.idols.title).toBe('Sacred Idols Collection')
    expect(LISTINGS.idols.tagline).toBe('Discover our divine collection of handcrafted religious idols')
    expect(LISTINGS.idols.searchPlaceholder).toBe('Search idols...')
  })

  // Shows 2.anklets.words
  test('of the anklets', () => {
    expect(LISTINGS.anklet.title).toBe('Elegant Anklets Collection')
    expect(LISTINGS.anklet.tagline).toBe('Explore our exquisite collection of handcrafted anklets')
    expect(LISTINGS.anklet.searchPlaceholder).toBe('Search anklets...')
  })
})

describe('Exceptions', () => {
  // Shows 2.anklets.search
  test('only anklets are searched by name alone', () => {
    expect(typesWhere((type) => listingOf(type).searchedFields.join() === 'name')).toEqual(['anklet'])
  })
  test('only anklets have their filters in a drawer', () => {
    expect(typesWhere((type) => listingOf(type).filters === 'drawer')).toEqual(['anklet'])
  })
  // Shows 2.bangles.no-storage
  test('only bangles wait for Apply Filters and save no filters', () => {
    expect(typesWhere((type) => listingOf(type).refilters === 'on apply')).toEqual(['bangles'])
    expect(typesWhere((type) => listingOf(type).storageKey === null)).toEqual(['bangles'])
  })
  // Shows 3.storage.filters
  test('storage keys are unique; rings and necklaces have the required ones', () => {
    const keys = PRODUCT_TYPES.map((type) => listingOf(type).storageKey)
    expect(new Set(keys).size).toBe(12)
    expect(LISTINGS.rings.storageKey).toBe('filters')
    expect(LISTINGS.necklaces.storageKey).toBe('necklacesFilters')
  })
})
