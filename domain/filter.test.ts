import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import type { PricedProduct } from './collection.ts'
import {
  rebaseDraft,
  filtersFromParams,
  filtersToParams,
  countOptions,
  defaultFilters,
  applyFilters,
  toggleOption,
  type FilterState,
} from './filter.ts'
import { optionsOf, type FacetKey } from './facet.ts'
import { LISTINGS, listingOf, type Listing } from './listing.ts'
import { paise, rupees, subtract, type Paise } from './money.ts'
import {
  carats,
  grams,
  PRODUCT_TYPES,
  type Anklet,
  type Gem,
  type Idol,
  type JewellerySet,
  type Product,
  type ProductType,
  type Ring,
} from './product.ts'
import { priced } from './testing.ts'

const crafted = {
  description: 'Rubies are mentioned here alone.',
  pictures: ['', ''],
  metal: 'Yellow Gold',
  style: 'Classic',
  weightMg: grams(5),
  inStock: true,
} as const

// 5 g of yellow gold cost ₹41,245; of silver ₹565; of platinum 5 × 5,200 × 1.13 = ₹29,380.
const ring = (id: number, facts: Partial<Ring> = {}) =>
  priced<Ring>({
    ...crafted,
    type: 'rings',
    id,
    name: `Ring ${id}`,
    category: 'Wedding',
    gender: 'Unisex',
    ...facts,
  })
const goldWedding = ring(1, { name: 'Saptapadi Band', gender: 'Male' })
const silverFashion = ring(2, { name: 'Lehar Wave Ring', category: 'Fashion', metal: 'Silver' })
const platinumWedding = ring(3, { name: 'Himadri Band', metal: 'Platinum', gender: 'Female' })
const rings = [goldWedding, silverFashion, platinumWedding]

function filtersOf(listing: Listing, some: Partial<FilterState>): FilterState {
  return { ...defaultFilters(listing), ...some }
}
const ringIds = (some: Partial<FilterState>) =>
  applyFilters(rings, LISTINGS.rings, filtersOf(LISTINGS.rings, some)).map(({ id }) => id)

describe('Without filters', () => {
  test('all products are shown, in the order of the catalogue', () => {
    expect(ringIds({})).toEqual([1, 2, 3])
  })
})

describe('The search box of a listing', () => {
  // Shows 5.listing-search
  test('matches the name, whatever the case', () => {
    expect(ringIds({ query: 'WAVE' })).toEqual([2])
  })
  // Shows 5.listing-search
  test('matches the category', () => {
    expect(ringIds({ query: 'wedd' })).toEqual([1, 3])
  })
  test('does not match metal or description', () => {
    expect(ringIds({ query: 'platinum' })).toEqual([])
    expect(ringIds({ query: 'rubies' })).toEqual([])
  })
  test('ignores surrounding blanks', () => {
    expect(ringIds({ query: '  band ' })).toEqual([1, 3])
  })
  // Shows 5.listing-search, 2.anklets.search
  test('matches the name alone for anklets', () => {
    const anklet = priced<Anklet>({
      ...crafted,
      type: 'anklet',
      id: 1,
      name: 'Ghungroo Payal',
      category: 'Traditional',
      fixedPrice: rupees(7250),
    })
    const idsFor = (query: string) =>
      applyFilters([anklet], LISTINGS.anklet, filtersOf(LISTINGS.anklet, { query }))
    expect(idsFor('payal')).toEqual([anklet])
    expect(idsFor('traditional')).toEqual([])
  })
  // Shows 5.listing-search, 2.idols.search
  test('matches name and category for idols', () => {
    const idol = priced<Idol>({
      ...crafted,
      type: 'idols',
      id: 1,
      name: 'Shivling',
      category: 'Religious',
      size: 'Large',
    })
    expect(applyFilters([idol], LISTINGS.idols, filtersOf(LISTINGS.idols, { query: 'religious' }))).toEqual([
      idol,
    ])
  })
})

describe('Chosen options', () => {
  test('of one facet are combined by or', () => {
    expect(ringIds({ chosen: { metal: ['Yellow Gold', 'Silver'] } })).toEqual([1, 2])
  })
  test('of different facets are combined by and', () => {
    expect(ringIds({ chosen: { metal: ['Yellow Gold', 'Silver'], category: ['Wedding'] } })).toEqual([1])
  })
  // Shows 5.filters.equality
  test('match by equality: Gold is not Yellow Gold', () => {
    expect(ringIds({ chosen: { metal: ['Gold'] } })).toEqual([])
  })
  // Shows 5.filters.equality
  test('do not restrict a facet without any', () => {
    expect(ringIds({ chosen: { metal: [], gender: [] } })).toEqual([1, 2, 3])
  })
  // Shows 3.filters
  test('filter rings by gender', () => {
    expect(ringIds({ chosen: { gender: ['Male'] } })).toEqual([1])
  })
  // Shows 3.filters
  test('filter gems by color and clarity', () => {
    const gem = (id: number, color: string, clarity: string) =>
      priced<Gem>({
        type: 'gems',
        id,
        name: `Gem ${id}`,
        description: '',
        pictures: ['', ''],
        category: 'Precious',
        color,
        clarity,
        origin: 'Ratnapura, Sri Lanka',
        hardness: 9,
        weightMg: carats(1),
        fixedPrice: rupees(9000),
        inStock: true,
      })
    const gems = [gem(1, 'Red', 'Eye Clean'), gem(2, 'Blue', 'Eye Clean'), gem(3, 'Red', 'Included')]
    const chosen = { color: ['Red'], clarity: ['Eye Clean'] }
    expect(applyFilters(gems, LISTINGS.gems, filtersOf(LISTINGS.gems, { chosen }))).toEqual([gems[0]])
  })
  // Shows 5.filters.features
  test('match a set with any of the chosen features', () => {
    const set = (id: number, ...features: string[]) =>
      priced<JewellerySet>({
        ...crafted,
        type: 'sets',
        id,
        name: `Set ${id}`,
        category: 'Daily Wear',
        features,
      })
    const sets = [set(1, 'Kemp stones', 'Screw backs'), set(2, 'Screw backs'), set(3, 'No stones')]
    const chosen = { features: ['Kemp stones', 'No stones'] }
    expect(applyFilters(sets, LISTINGS.sets, filtersOf(LISTINGS.sets, { chosen }))).toEqual([
      sets[0],
      sets[2],
    ])
  })
  // Shows 4.filters.toggle
  test('are removed by a second press', () => {
    const once = toggleOption(defaultFilters(LISTINGS.rings), 'metal', 'Silver')
    expect(once.chosen.metal).toEqual(['Silver'])
    expect(toggleOption(once, 'metal', 'Silver').chosen.metal).toEqual([])
  })
})

describe('A draft of filters', () => {
  const { bangles } = LISTINGS
  const applied = filtersOf(bangles, { chosen: { category: ['Modern'], metal: ['Silver'] } })
  const draft = toggleOption(applied, 'category', 'Traditional')

  // Shows 2.bangles.apply
  test('keeps its changes and loses a filter that is removed elsewhere', () => {
    const left = toggleOption(applied, 'category', 'Modern')
    expect(rebaseDraft(draft, applied, left, bangles).chosen).toEqual({
      category: ['Traditional'],
      metal: ['Silver'],
    })
  })
  test('keeps an option that the URL applies', () => {
    const more = toggleOption(toggleOption(applied, 'category', 'Traditional'), 'metal', 'Platinum')
    expect(rebaseDraft(draft, applied, more, bangles).chosen).toEqual({
      category: ['Modern', 'Traditional'],
      metal: ['Silver', 'Platinum'],
    })
  })
  test('keeps its price unless the applied one changed, and adopts search and sort', () => {
    const cheaper = { ...draft, priceMax: rupees(5000) }
    const searched: FilterState = { ...applied, query: 'kada', sort: 'price-low-high' }
    expect(rebaseDraft(cheaper, applied, searched, bangles)).toEqual({
      ...searched,
      chosen: draft.chosen,
      priceMax: rupees(5000),
    })
    const dearer = { ...applied, priceMax: rupees(9000) }
    expect(rebaseDraft(cheaper, applied, dearer, bangles).priceMax).toBe(rupees(9000))
  })
})

describe('The price filter', () => {
  // Shows 5.filters.price
  test('is inclusive: ₹565.00 is within ₹565', () => {
    expect(ringIds({ priceMax: rupees(565) })).toEqual([2])
  })
  // Shows 5.filters.price
  test('excludes what costs a paisa more', () => {
    expect(ringIds({ priceMax: paise(56_499) })).toEqual([])
  })
  test('compares the price after the offer: 20% off ₹41,245 is within ₹33,000', () => {
    const onOffer = ring(4, { onOffer: true })
    expect(
      applyFilters([onOffer], LISTINGS.rings, filtersOf(LISTINGS.rings, { priceMax: rupees(33_000) })),
    ).toEqual([onOffer])
  })
  test('does not limit at its end: a rise of the gold rate hides no product', () => {
    const expensive = ring(5, { weightMg: grams(60) })
    const { priceMax } = LISTINGS.rings
    expect(expensive.price.amount).toBeGreaterThan(priceMax)
    const upTo = (amount: Paise) =>
      applyFilters([expensive], LISTINGS.rings, filtersOf(LISTINGS.rings, { priceMax: amount }))
    expect(upTo(priceMax)).toEqual([expensive])
    expect(upTo(subtract(priceMax, rupees(1)))).toEqual([])
  })
  test('shows nothing at zero', () => {
    expect(ringIds({ priceMax: rupees(0) })).toEqual([])
  })
})

describe('Counts of the options', () => {
  const countsOf = (filters: FilterState) =>
    countOptions(rings, LISTINGS.rings, filters).get('metal') ?? new Map()
  // Shows D2.options
  test('are what each option leaves with the other filters', () => {
    const filters = filtersOf(LISTINGS.rings, { chosen: { category: ['Wedding'] } })
    expect(Object.fromEntries(countsOf(filters))).toEqual({
      'White Gold': 0,
      'Yellow Gold': 1,
      'Rose Gold': 0,
      Silver: 0,
      Platinum: 1,
      Titanium: 0,
    })
  })
  test('do not depend on options of the same facet', () => {
    const filters = filtersOf(LISTINGS.rings, { chosen: { metal: ['Silver'] } })
    expect(countsOf(filters).get('Platinum')).toBe(1)
  })
  test('respect search and price', () => {
    const filters = filtersOf(LISTINGS.rings, { query: 'band', priceMax: rupees(30_000) })
    expect(countsOf(filters).get('Yellow Gold')).toBe(0)
    expect(countsOf(filters).get('Platinum')).toBe(1)
  })
})

describe('In the URL', () => {
  const toText = (some: Partial<FilterState>) =>
    filtersToParams(filtersOf(LISTINGS.rings, some), LISTINGS.rings).toString()
  const fromText = (text: string) => filtersFromParams(new URLSearchParams(text), LISTINGS.rings, rings)

  test('there are no parameters without filters', () => {
    expect(toText({})).toBe('')
  })
  // Shows D15.address
  test('filters are readable', () => {
    expect(
      toText({
        query: 'band',
        chosen: { metal: ['Silver', 'Platinum'] },
        priceMax: rupees(45_000),
        sort: 'rating',
      }),
    ).toBe('q=band&metal=Silver&metal=Platinum&max=45000&sort=rating')
  })
  test.each([
    ['an unknown metal', 'metal=Plastic'],
    ['a facet that rings do not have', 'clarity=Eye+Clean'],
    ['a price that is not a number', 'max=cheap'],
    ['a negative price', 'max=-5'],
    ['a price with paise', 'max=45000.50'],
    ['a price above the ceiling', 'max=9999999'],
    ['a price that overflows', 'max=999999999999999999999'],
    ['a sort that rings do not have', 'sort=hardness'],
    ['a sort named like a built-in property', 'sort=constructor'],
    ['a stranger', 'utm_source=letter'],
  ])('%s is ignored: %s', (_, text) => {
    expect(fromText(text)).toEqual(defaultFilters(LISTINGS.rings))
  })
  test('valid parameters apply despite invalid ones', () => {
    expect(fromText('metal=Plastic&metal=Silver&sort=rating').chosen.metal).toEqual(['Silver'])
  })
  test('a repeated option counts once', () => {
    expect(fromText('metal=Silver&metal=Silver').chosen.metal).toEqual(['Silver'])
  })
  test('a query is limited to 100 characters', () => {
    expect(fromText(`q=${'a'.repeat(5000)}`).query).toHaveLength(100)
  })
  // Shows 2.anklets.hidden-filters
  test('an anklet filter without a control applies', () => {
    const text = new URLSearchParams('metal=Silver')
    expect(
      filtersFromParams(text, LISTINGS.anklet, OPENING_COLLECTION.ofType('anklet')).chosen.metal,
    ).toEqual(['Silver'])
  })
})

describe('Properties', () => {
  const anyListing = fc.constantFrom(...PRODUCT_TYPES).map((type) => ({
    type,
    listing: listingOf(type),
    products: OPENING_COLLECTION.ofType(type),
  }))
  const anyFiltersIn = (listing: Listing, products: readonly Product[]): fc.Arbitrary<FilterState> =>
    fc.record({
      query: fc.oneof(fc.constant(''), fc.constantFrom('a', 'gold', 'ring', 'Ka', 'ॐ & co=1')),
      chosen: fc
        .tuple(...listing.facets.map((facet) => fc.subarray([...optionsOf(facet, products)])))
        .map((lists) => chosenOf(listing, lists)),
      priceMax: fc.nat(listing.priceMax / 100).map(rupees),
      sort: fc.constantFrom(...listing.sorts),
    })
  const anySituation = anyListing.chain((situation) =>
    anyFiltersIn(situation.listing, situation.products).map((filters) => ({ ...situation, filters })),
  )

  test('filtering never reorders', () => {
    fc.assert(
      fc.property(anySituation, ({ products, listing, filters }) => {
        const places = applyFilters(products, listing, { ...filters, sort: 'featured' }).map((piece) =>
          products.indexOf(piece),
        )
        expect(places).toEqual(places.toSorted((one, other) => one - other))
      }),
    )
  })
  test('every further filter leaves a subset', () => {
    fc.assert(
      fc.property(anySituation, ({ products, listing, filters }) => {
        const before = new Set(
          applyFilters(products, listing, { ...defaultFilters(listing), query: filters.query }),
        )
        for (const piece of applyFilters(products, listing, filters)) expect(before.has(piece)).toBe(true)
      }),
    )
  })
  test('filters survive a round trip through the URL', () => {
    fc.assert(
      fc.property(anySituation, ({ products, listing, filters }) => {
        const text = filtersToParams(filters, listing).toString()
        expect(filtersFromParams(new URLSearchParams(text), listing, products)).toEqual(filters)
      }),
    )
  })
  // Shows D15.nonsense
  test('any URL shows a listing', () => {
    const anyParams = fc.array(
      fc.tuple(fc.constantFrom('q', 'max', 'sort', 'metal', 'category', '__proto__', 'x'), fc.string()),
    )
    fc.assert(
      fc.property(anyListing, anyParams, ({ listing, products }, params) => {
        const filters = filtersFromParams(new URLSearchParams(params), listing, products)
        expect(applyFilters(products, listing, filters).length).toBeLessThanOrEqual(products.length)
      }),
    )
  })
  test('the count of an option is what choosing it alone in its facet leaves', () => {
    fc.assert(
      fc.property(anySituation, ({ products, listing, filters }) => {
        for (const [key, counts] of countOptions(products, listing, filters))
          for (const [option, count] of counts) {
            const chosen = { ...filters.chosen, [key]: [option] }
            expect(applyFilters(products, listing, { ...filters, chosen })).toHaveLength(count)
          }
      }),
      { numRuns: 30 },
    )
  })
  test('every product is within its listing’s price filter', () => {
    for (const type of PRODUCT_TYPES)
      expect(applyFilters(productsOf(type), listingOf(type), defaultFilters(listingOf(type)))).toEqual(
        productsOf(type),
      )
  })
})

function productsOf(type: ProductType): readonly PricedProduct[] {
  return OPENING_COLLECTION.ofType(type)
}

/** Empty lists are omitted, like in the URL. */
function chosenOf(listing: Listing, lists: readonly (readonly string[])[]): FilterState['chosen'] {
  const chosen: Partial<Record<FacetKey, readonly string[]>> = {}
  for (const [place, facet] of listing.facets.entries()) {
    const list = lists[place] ?? []
    if (list.length > 0) chosen[facet.key] = list
  }
  return chosen
}
