/** Measures of the Indian sizes of rings and bangles. Which of them the shop offers is in sizes.ts. */

export type SizedKind = 'ring' | 'bangle'

export interface Size {
  /** Such as 14 or 2.6. */
  readonly name: string
  /** Inner diameter. */
  readonly diameterMm: number
  readonly circumferenceMm: number
}

/**
 * Inner circumference of the Indian sizes 1 to 30 in millimetres, as Indian jewellers print it
 * (duhafinejewellery.com/pages/sizing-chart; ellistonjewelry.in/ring-size-guide differs only in sizes 2, 4 and 30, by
 * 1.3 mm at most). No standard defines the numbers; ISO 8653 measures the same circumference.
 */
const RING_CIRCUMFERENCES_MM = [
  41, 41.7, 42.9, 44.1, 44.8, 46.1, 47.4, 48, 48.7, 50, 51.2, 51.9, 53.1, 54.4, 55.1, 56.3, 57, 58.3, 58.9,
  60.2, 60.8, 62.1, 62.7, 64, 64.6, 65.9, 67.2, 67.8, 69.1, 69.7,
] as const

export const RING_SIZES: readonly Size[] = RING_CIRCUMFERENCES_MM.map((circumferenceMm, index) => ({
  name: String(index + 1),
  diameterMm: circumferenceMm / Math.PI,
  circumferenceMm,
}))

const MM_PER_INCH = 25.4

/** "Two four" is two inches and four sixteenths (annas) of inner diameter. */
export const BANGLE_SIZES: readonly Size[] = [2, 4, 6, 8, 10, 12].map((sixteenths) => {
  const diameterMm = (2 + sixteenths / 16) * MM_PER_INCH
  return { name: `2.${sixteenths}`, diameterMm, circumferenceMm: diameterMm * Math.PI }
})

/** The smallest size that fits; undefined beyond the largest. */
export function nearestSize(circumferenceMm: number, sizes: readonly Size[]): Size | undefined {
  return sizes.find((size) => size.circumferenceMm >= circumferenceMm)
}

/** The short edge of a bank card (ISO/IEC 7810, ID-1: 85.60 × 53.98 mm, corners of 3.18 mm). */
export const CARD_SHORT_EDGE_MM = 53.98
export const CARD_CORNER_MM = 3.18
