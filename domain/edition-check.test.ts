import { describe, expect, test } from 'vitest'
import { OPENING_CONTENT } from './catalogue/opening.ts'
import { applyCollectionChanges, toEditable, type CollectionChange, type CollectionError } from './edition.ts'
import { checkEdition, hasRateJump } from './edition-check.ts'
import { rupees, type Paise } from './money.ts'
import { PRODUCT_SCHEMAS } from './product-schema.ts'
import { skuOf, type Product, type Sku } from './product.ts'
import { mergePricing, toPricingChange } from './rates.ts'

const OPENING = toEditable(OPENING_CONTENT)

function errorsOf(changes: readonly CollectionChange[]): readonly CollectionError[] {
  const { after, errors } = applyCollectionChanges(OPENING, changes)
  return [...errors, ...checkEdition(OPENING, after)]
}

function changed(sku: Sku, properties: object): CollectionChange {
  const product = { ...OPENING.products.get(sku)?.product, ...properties }
  // Some of the tests put invalid products.
  return { do: 'put product', product: product as Product }
}

test('the opening collection has no error', () => {
  const everything = OPENING_CONTENT.products.map((product): CollectionChange => ({
    do: 'put product',
    product: { ...product },
  }))
  expect(errorsOf(everything)).toEqual([])
  const rejected = OPENING_CONTENT.products.filter(
    (product) => !PRODUCT_SCHEMAS[product.type].safeParse(product).success,
  )
  expect(rejected.map(skuOf)).toEqual([])
})

describe('a product is rejected', () => {
  // Shows D37.coherent
  test.each<[why: string, sku: Sku, properties: object, field: string]>([
    ['without a name', 'rings-801', { name: '' }, 'name'],
    ['with a name on two lines', 'rings-801', { name: 'Ring\nRing' }, 'name'],
    ['with a name that changes the text direction', 'rings-801', { name: 'Ring \u202egnir' }, 'name'],
    ['with spaces around its name', 'rings-801', { name: ' Ring' }, 'name'],
    ['with a very long description', 'rings-801', { description: 'x'.repeat(1001) }, 'description'],
    ['with one picture text', 'rings-801', { pictures: ['A ring'] }, 'pictures'],
    ['with an empty picture text', 'rings-801', { pictures: ['A ring', ''] }, 'pictures'],
    ['with a picture from elsewhere', 'rings-801', { firstPhotograph: '../ring' }, 'firstPhotograph'],
    ['without a weight', 'rings-801', { weightMg: undefined }, 'weightMg'],
    ['with a weight of zero', 'rings-801', { weightMg: 0 }, 'weightMg'],
    ['with a negative weight', 'rings-801', { weightMg: -1 }, 'weightMg'],
    ['with a fraction of a milligram', 'rings-801', { weightMg: 0.5 }, 'weightMg'],
    ['with more diamonds than ring', 'rings-801', { diamondWeightMg: 3600 }, 'diamondWeightMg'],
    ['with an unknown metal', 'rings-801', { metal: 'Tin' }, 'metal'],
    ['with a metal that its filter does not offer', 'rings-801', { metal: 'Copper' }, 'metal'],
    ['with a category that its filter does not offer', 'rings-801', { category: 'Sale' }, 'category'],
    ['with a style that its filter does not offer', 'tops-1', { style: 'Baroque' }, 'style'],
    ['with an unknown gender', 'rings-801', { gender: 'Any' }, 'gender'],
    ['with a rating beyond 5', 'rings-801', { rating: 5.1 }, 'rating'],
    ['with a property of another type', 'rings-801', { hardness: 9 }, 'hardness'],
    ['with an unknown property', 'rings-801', { price: 5 }, 'price'],
    [
      'of gold plate without a fixed price',
      'idols-1003',
      { metal: 'Gold Plated', fixedPrice: undefined },
      'fixedPrice',
    ],
    ['of no metal without a fixed price', 'gems-401', { fixedPrice: undefined }, 'fixedPrice'],
    ['with a fixed price of zero', 'gems-401', { fixedPrice: 0 }, 'fixedPrice'],
    [
      'with too many digits, though retired',
      'gems-401',
      { fixedPrice: 2 ** 52, retired: true },
      'fixedPrice',
    ],
    ['with a fixed price beyond its filter', 'gems-401', { fixedPrice: rupees(10_001) }, 'fixedPrice'],
    ['with a weight whose price exceeds its filter', 'rings-801', { weightMg: 60_000 }, 'weightMg'],
    ['with an impossible date', 'sets-901', { date: '2026-02-30' }, 'date'],
    ['with a separator in a feature', 'sets-901', { features: ['a | b'] }, 'features'],
    ['without an id', 'rings-801', { id: 0 }, 'id'],
    ['with an id that carts cannot hold', 'rings-801', { id: 1_000_000 }, 'id'],
  ])('%s', (_, sku, properties, field) => {
    expect(errorsOf([changed(sku, properties)]).map((error) => error.field)).toEqual([field])
  })

  test('with one error for each invalid field', () => {
    const errors = errorsOf([
      changed('rings-801', { name: '', weightMg: 0, gender: undefined }),
      changed('gems-401', { hardness: 11, metal: 'Silver' }),
    ])
    expect(errors.map(({ key, field }) => `${key} ${field}`).toSorted()).toEqual([
      'gems-401 hardness',
      'gems-401 metal',
      'rings-801 gender',
      'rings-801 name',
      'rings-801 weightMg',
    ])
  })

  test('with the id of a retired one', () => {
    expect(
      errorsOf([
        { do: 'retire product', product: { type: 'rings', id: 802 } },
        changed('rings-802', { name: 'Another ring' }),
      ]),
    ).toEqual([{ key: 'rings-802', field: 'id', text: expect.stringContaining('was given to') }])
  })
})

test('a retired product can be made again', () => {
  expect(
    errorsOf([{ do: 'retire product', product: { type: 'rings', id: 802 } }, changed('rings-802', {})]),
  ).toEqual([])
})

test('a product that does not exist cannot be retired', () => {
  expect(errorsOf([{ do: 'retire product', product: { type: 'rings', id: 999 } }])).toMatchObject([
    { key: 'rings-999', text: 'does not exist' },
  ])
})

test('a rise of the gold rate may lift a product beyond the price filter, whose end hides nothing', () => {
  expect(errorsOf([{ do: 'set rates', rates: toPricingChange('gold', rupees(7450)) }])).toEqual([])
})

describe('a rate', () => {
  const setting = (name: Parameters<typeof toPricingChange>[0], value: number) =>
    errorsOf([{ do: 'set rates', rates: toPricingChange(name, value) }]).filter(({ key }) => key === 'rates')

  // Shows D37.rates
  test.each([
    ['gold', 0],
    ['gold', -730_000],
    ['diamond', 0],
    ['makingCharge', -1],
    ['gst', 100],
    ['offer', 2.5],
  ] as const)('%s of %d is rejected without a way to approve it', (name, value) => {
    expect(setting(name, value)).toMatchObject([{ field: name }])
    expect(setting(name, value)[0]?.needs).toBeUndefined()
  })

  // Shows D37.rates
  test.each([
    ['a hundredfold', rupees(730_000)],
    ['a hundredth', rupees(73)],
    ['tenfold', rupees(73_000)],
  ])('that becomes %s is rejected without a way to approve it', (_, value) => {
    expect(setting('gold', value)).toMatchObject([{ field: 'gold' }])
    expect(setting('gold', value)[0]?.needs).toBeUndefined()
  })

  // Shows D37.rates
  test.each([
    ['gold', rupees(8031)],
    ['gold', rupees(6569)],
    ['silver', rupees(150)],
    ['makingCharge', 18],
  ] as const)('%s that jumps to %d needs an approval', (name, value) => {
    expect(setting(name, value)).toMatchObject([{ field: name, needs: 'approval' }])
  })

  test.each([
    ['gold', rupees(8030)],
    ['gold', rupees(6570)],
    ['gst', 3],
    ['offer', 10],
  ] as const)('%s may become %d', (name, value) => {
    expect(setting(name, value)).toEqual([])
  })

  // Shows D37.steps
  test.each([
    ['gold', rupees(7900), rupees(7100), 'by more than 10% within 24 hours'],
    ['gold', rupees(6800), rupees(7600), 'by more than 10% within 24 hours'],
    ['offer', 12, 1, 'percentage points within 24 hours'],
  ] as const)(
    '%s that becomes %d after %d within 24 hours needs an approval',
    (name, value, recent, text) => {
      const { after } = applyCollectionChanges(OPENING, [
        { do: 'set rates', rates: toPricingChange(name, value) },
      ])
      const recentRates = [OPENING.rates, mergePricing(OPENING.rates, toPricingChange(name, recent))]
      const errors = checkEdition(OPENING, after, recentRates)
      expect(errors).toMatchObject([{ field: name, needs: 'approval', text: expect.stringContaining(text) }])
      expect(hasRateJump(OPENING.rates, after.rates, recentRates)).toBe(true)
    },
  )

  test('that does not change needs none, whatever it was within 24 hours', () => {
    const { after } = applyCollectionChanges(OPENING, [
      { do: 'set rates', rates: toPricingChange('silver', OPENING.rates.perGram.silver + 1) },
    ])
    const recentRates = [mergePricing(OPENING.rates, toPricingChange('gold', rupees(6000)))]
    expect(checkEdition(OPENING, after, recentRates)).toEqual([])
  })

  test('must be whole paise', () => {
    const rates = { perGram: { gold: (rupees(7300) + 0.5) as Paise } }
    expect(errorsOf([{ do: 'set rates', rates }])).toMatchObject([{ field: 'gold' }])
  })
})

describe('a selection is rejected', () => {
  const [first, second, third, fourth] = OPENING.newArrivals
  const four = [first, second, third, fourth].flatMap((key) => key ?? [])

  // Shows D37.selections
  test.each([
    ['with too few products', four.slice(1), { field: null }],
    ['with one product twice', [...four.slice(0, 3), ...four.slice(0, 1)], { text: 'appears twice' }],
    ['with a gem', [...four.slice(1), { type: 'gems', id: 401 } as const], { field: 'gems-401' }],
    [
      'with an unknown product',
      [...four.slice(1), { type: 'tops', id: 99 } as const],
      { text: 'does not exist' },
    ],
  ])('%s', (_, products, error) => {
    expect(errorsOf([{ do: 'select', list: 'newArrivals', products }])).toMatchObject([
      { key: 'newArrivals', ...error },
    ])
  })

  test('with a product that the same edition retires', () => {
    expect(errorsOf([{ do: 'retire product', product: { type: 'sets', id: 905 } }])).toMatchObject([
      { key: 'newArrivals', field: 'sets-905', text: 'is retired' },
    ])
  })
})
