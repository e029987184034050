import { expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { checkEdition } from '#domain/edition-check.ts'
import { toEditable } from '#domain/edition.ts'
import { syntheticContentOf } from './synthetic.ts'

test('a synthetic collection can be published and has the requested size', () => {
  const content = syntheticContentOf(2000)
  expect(content.products).toHaveLength(2000)
  expect(toEditable(content).products.size).toBe(2000)
  expect(checkEdition(toEditable(OPENING_CONTENT), toEditable(content))).toEqual([])
})
