import { expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import { drawingText, inMillimetres } from './drawing.ts'
import type { ProductKey } from './product.ts'

function textOf(key: ProductKey, measures: readonly number[]): string {
  const product = OPENING_COLLECTION.find(key)
  if (!product) throw new Error('No such product')
  return drawingText(product, measures)
}

test('a ring is measured in its standard size', () => {
  expect(textOf({ type: 'rings', id: 801 }, [20.3, 23.9, 5.1])).toBe(
    'Drawn to scale (size 12) beside a ₹10 coin of 27 mm: 20 mm across, 24 mm high, 5.1 mm at its broadest',
  )
})

test('earrings are measured individually', () => {
  expect(textOf({ type: 'tops', id: 1 }, [19, 30])).toBe(
    'Drawn to scale beside a ₹10 coin of 27 mm: each 19 mm wide, 30 mm high',
  )
})

test('loosely laid pieces have no measures', () => {
  expect(textOf({ type: 'chains', id: 301 }, [])).toMatch(
    /^Drawn to scale \(length \d+ in\) beside a ₹10 coin of 27 mm$/,
  )
})

test.each([
  [9.94, '9.9 mm'],
  [9.96, '10 mm'],
  [23.6, '24 mm'],
])('%f mm is written as %s', (mm, text) => {
  expect(inMillimetres(mm)).toBe(text)
})
