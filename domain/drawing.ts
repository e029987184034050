/** The drawing of a product to scale, next to a coin, which shows the size that a photograph cannot show. */
import type { Product, ProductType } from './product.ts'
import { sizeLabel, standardSizeOf } from './sizes.ts'

/** Diameter of the ₹10 coin. */
export const COIN_MM = 27

/** Names of the measures of a drawing, in order. Loosely laid chains have none. */
const MEASURES: Readonly<Record<ProductType, readonly string[]>> = {
  anklet: [],
  bangles: ['across', 'broad'],
  bracelets: [],
  chains: [],
  gems: ['long', 'wide', 'deep'],
  idols: ['wide', 'high'],
  'mangal-sutra': [],
  necklaces: [],
  pendants: ['wide', 'high'],
  rings: ['across', 'high', 'at its broadest'],
  sets: [],
  tops: ['wide', 'high'],
}

/** The text alternative of the drawing. `measures` are in millimetres. */
export function drawingText(product: Product, measures: readonly number[]): string {
  const names = MEASURES[product.type]
  const named = measures.map((mm, index) => `${inMillimetres(mm)} ${names[index] ?? ''}`)
  const each = product.type === 'tops' ? 'each ' : ''
  const size = sizeLabel({ type: product.type, size: standardSizeOf(product) })
  const inSize = size === '' ? '' : ` (${size.toLowerCase()})`
  const drawn = `Drawn to scale${inSize} beside a ₹10 coin of ${COIN_MM} mm`
  return named.length === 0 ? drawn : `${drawn}: ${each}${named.join(', ')}`
}

/** Tenths below 10 mm, whole millimetres above. */
export function inMillimetres(mm: number): string {
  return `${mm < 9.95 ? mm.toFixed(1) : mm.toFixed(0)} mm`
}
