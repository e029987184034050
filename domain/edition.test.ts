import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OPENING_CONTENT } from './catalogue/opening.ts'
import { hashOf } from './collection-hash.ts'
import { applyCollectionChanges, restore, toContent, toEditable, type CollectionChange } from './edition.ts'
import { diff, isEmptyDiff } from './edition-diff.ts'
import { rupees } from './money.ts'
import { skuOf } from './product.ts'
import { PRICING_PARAMETER_NAMES, toPricingChange } from './rates.ts'

const OPENING = toEditable(OPENING_CONTENT)
const product = fc.constantFrom(...OPENING_CONTENT.products)

const change: fc.Arbitrary<CollectionChange> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...PRICING_PARAMETER_NAMES), fc.integer({ min: 1, max: 90 }))
    .map(([name, value]) => ({ do: 'set rates' as const, rates: toPricingChange(name, value) })),
  product.map((key) => ({ do: 'retire product' as const, product: { type: key.type, id: key.id } })),
  fc
    .tuple(product, fc.integer({ min: 1, max: 5000 }), fc.option(fc.nat(200), { nil: undefined }))
    .map(([old, weightMg, position]) => ({
      do: 'put product' as const,
      product: { ...old, weightMg },
      position,
    })),
  fc
    .tuple(product, fc.integer({ min: 5000, max: 5010 }))
    .map(([old, id]) => ({ do: 'put product' as const, product: { ...old, id } })),
)
const changes = fc.array(change, { maxLength: 12 })
const apply = (...args: Parameters<typeof applyCollectionChanges>) => applyCollectionChanges(...args).after

test('editing and storing keep the order and the content', () => {
  expect(toContent(OPENING)).toEqual(OPENING_CONTENT)
})

test('a difference lists exactly the products that differ', () => {
  fc.assert(
    fc.property(changes, (some) => {
      const after = apply(OPENING, some)
      expect(isEmptyDiff(diff(after, after))).toBe(true)
      // Equal content in another position is a difference that shoppers do not see.
      if (isEmptyDiff(diff(OPENING, after))) expect(hashOf(toContent(after))).toBe(hashOf(OPENING_CONTENT))
    }),
  )
})

test('the reverse difference has before and after swapped', () => {
  fc.assert(
    fc.property(changes, changes, (some, others) => {
      const [one, other] = [apply(OPENING, some), apply(OPENING, others)]
      const forwards = diff(one, other)
      const backwards = diff(other, one)
      const turned = backwards.products.map(({ sku, price }) => [sku, price.after, price.before])
      expect(forwards.products.map(({ sku, price }) => [sku, price.before, price.after]).toSorted()).toEqual(
        turned.toSorted(),
      )
      expect(forwards.rates.map(({ before, after }) => [after, before])).toEqual(
        backwards.rates.map(({ before, after }) => [before, after]),
      )
    }),
  )
})

test('a rollback has the old content, and retires what was added since', () => {
  fc.assert(
    fc.property(changes, changes, (first, later) => {
      const old = apply(OPENING, first)
      const restored = restore(old, apply(old, later))
      const added = [...restored.products].filter(([sku]) => !old.products.has(sku))
      expect(added.every(([, placed]) => placed.product.retired)).toBe(true)
      const kept = [...restored.products].filter(([sku]) => old.products.has(sku))
      expect(toContent({ ...restored, products: new Map(kept) })).toEqual(toContent(old))
    }),
  )
})

test('no change removes a product', () => {
  fc.assert(
    fc.property(changes, (some) => {
      const { products } = apply(OPENING, some)
      expect(OPENING_CONTENT.products.filter((each) => !products.has(skuOf(each)))).toEqual([])
    }),
  )
})

test('a difference has the labels of the desk, and the prices', () => {
  const ring = OPENING.products.get('rings-801')?.product
  if (ring?.type !== 'rings') throw new Error('The opening collection has no ring 801')
  const after = apply(OPENING, [
    { do: 'set rates', rates: toPricingChange('silver', rupees(110)) },
    { do: 'put product', product: { ...ring, weightMg: 3700, onOffer: true }, position: 15 },
    { do: 'put product', product: { ...ring, id: 900, name: 'Usha' } },
    { do: 'retire product', product: { type: 'gems', id: 401 } },
  ])
  const { rates, products } = diff(OPENING, after)
  expect(rates).toEqual([{ label: 'Silver', before: '₹100.00 per gram', after: '₹110.00 per gram' }])
  expect(products.find(({ sku }) => sku === 'rings-801')).toEqual({
    sku: 'rings-801',
    name: ring.name,
    kind: 'changed',
    fields: [
      { label: 'Weight in grams', before: '3.6 g', after: '3.7 g' },
      { label: 'On offer', before: null, after: 'yes' },
      { label: 'Position', before: '10', after: '15' },
    ],
    price: { before: 3_288_300, after: 2_684_880 },
  })
  expect(products.find(({ sku }) => sku === 'rings-900')).toMatchObject({
    kind: 'added',
    price: { before: null },
  })
  expect(products.find(({ sku }) => sku === 'gems-401')?.kind).toBe('retired')
  expect(products.filter(({ kind }) => kind === 'repriced').length).toBeGreaterThan(3)
})
