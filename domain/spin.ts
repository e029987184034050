/** A spin: a piece photographed all round, in frames that shoppers rotate. */
import type { Sku } from './product.ts'

/** The path of a frame; the first shows its front. */
export function spinFrame(sku: Sku, index: number): string {
  return `/spins/${sku}/${String(index).padStart(2, '0')}.avif`
}

/** The frame at a position on the circle, which may lie before the first or after the last. */
export function frameAt(place: number, frames: number): number {
  return ((Math.round(place) % frames) + frames) % frames
}

export function degreesOf(index: number, frames: number): number {
  return Math.round((index / frames) * 360)
}
