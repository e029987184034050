/** The sizes in which a product is made (D39). The price does not depend on them. */
import type { FindProduct } from './collection.ts'
import type { Product } from './product.ts'
import { standardSizeOf, type LineKey } from './sizes.ts'

const SMALLEST_RING = 6
const LARGEST_RING = 26
const RING_SIZES = Array.from({ length: LARGEST_RING - SMALLEST_RING + 1 }, (_, index) =>
  String(SMALLEST_RING + index),
)
const BANGLE_SIZES = ['2.2', '2.4', '2.6', '2.8', '2.10'] as const

/** A larger difference in length would make a chain another piece at the same price. */
const LENGTH_STEP_INCHES = 2

/** Smallest first, including the standard size; empty for a product of one size. */
export function sizesOf(product: Product): readonly string[] {
  const standard = standardSizeOf(product)
  if (!standard) return []
  const sizes = rangeOf(product, standard)
  return sizes.includes(standard) ? sizes : [...sizes, standard]
}

function rangeOf({ type }: Product, standard: string): readonly string[] {
  if (type === 'rings') return RING_SIZES
  if (type === 'bangles') return BANGLE_SIZES
  return [-1, 0, 1].map((steps) => String(Number(standard) + steps * LENGTH_STEP_INCHES))
}

export function comesInSize(product: Product, size: string): boolean {
  return size ? sizesOf(product).includes(size) : standardSizeOf(product) === ''
}

/**
 * The standard size for a line that predates sizes, and for a request that names none: the only place that decides it.
 */
export function sizeOrStandard(line: LineKey, find: FindProduct): string {
  const product = find(line)
  return line.size || (product ? standardSizeOf(product) : '')
}
