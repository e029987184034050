import { expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from './catalogue/opening.ts'
import { collectionSteps, createCollection } from './collection.ts'
import { skuOf } from './product.ts'

test('a large collection is assembled in steps, and has all products in order', () => {
  const [ring] = OPENING_COLLECTION.ofType('rings')
  if (!ring) throw new Error('There is no ring')
  const products = Array.from({ length: 2600 }, (_, id) => ({ ...ring, id }))
  const steps = collectionSteps({ edition: 2, hash: 'many' }, { ...OPENING_CONTENT, products })
  let pauses = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) pauses += 1
  expect(pauses).toBe(5)
  expect(step.value.products.map(skuOf)).toEqual(products.map(skuOf))
})

test('a new rate for the same products needs no further step, and prices them', () => {
  const [ring] = OPENING_CONTENT.products
  if (!ring) throw new Error('There is no product')
  const { fixedPrice: _, ...weighed } = ring
  const products = Array.from({ length: 2600 }, (_product, id) => ({ ...weighed, id }))
  const { rates } = OPENING_CONTENT
  const before = createCollection({ edition: 2, hash: 'many' }, { ...OPENING_CONTENT, products })
  const dearer = { ...rates, makingChargePercent: rates.makingChargePercent + 1 }
  const steps = collectionSteps(
    { edition: 3, hash: 'dearer' },
    { ...OPENING_CONTENT, rates: dearer, products },
  )
  const { done, value: after } = steps.next()
  if (!done) throw new Error('It pauses')
  const key = { type: ring.type, id: 2599 }
  expect(after.find(key)?.price.amount).toBeGreaterThan(before.find(key)?.price.amount ?? Infinity)
  expect(after.find(key)).toBe(after.find(key))
  expect(after.products.at(-1)).toBe(after.find(key))
})
