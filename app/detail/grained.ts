/**
 * Gradients with a fine grain. A canvas or a style sheet draws a slow gradient in visible steps, one level of brightness
 * each; here each pixel is rounded up or down at random.
 */

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

/** A colour that is set for each pixel: a new array for each would be slow. */
export type Brush = [number, number, number]

/** Sets the brush to the colour of a place, which goes from 0 to 1, across and down. */
export type Gradient = (x: number, y: number, brush: Brush) => void

/** The pixels of a square picture. */
export function grained(side: number, gradient: Gradient): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(side * side * 4)
  const brush: Brush = [0, 0, 0]
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      gradient((column + 0.5) / side, (row + 0.5) / side, brush)
      // The sum of two random numbers: with a single one, the grain would be stronger between two levels than on them.
      const grain = Math.random() + Math.random() - 1
      const at = (row * side + column) * 4
      // The array rounds.
      pixels[at] = brush[0] + grain
      pixels[at + 1] = brush[1] + grain
      pixels[at + 2] = brush[2] + grain
      pixels[at + 3] = 255
    }
  return pixels
}

export function mix(brush: Brush, one: Colour, other: Colour, share: number): void {
  const keep = 1 - share
  brush[0] = one[0] * keep + other[0] * share
  brush[1] = one[1] * keep + other[1] * share
  brush[2] = one[2] * keep + other[2] * share
}

/** From #rrggbb, as the style sheet is written; another notation would give another colour unnoticed. */
export function colourOf(hex: string): Colour {
  if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`Not a colour as #rrggbb: “${hex}”`)
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
