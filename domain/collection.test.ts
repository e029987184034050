import { expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from './catalogue/opening.ts'
import { collectionSteps } from './collection.ts'
import { skuOf } from './product.ts'

test('a large collection is assembled in steps, and holds all products in their order', () => {
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
