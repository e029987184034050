/**
 * Gradients with a fine grain. A canvas or a style sheet draws a slow gradient in visible steps, one level of brightness
 * each; here each pixel is rounded up or down at random.
 */

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

/** The side of the square of random numbers, which is repeated: prime, so that no pattern shows. */
const TILE = 127

/** The pixels of a square picture; the place goes from 0 to 1, across and down. */
export function grained(
  side: number,
  colourAt: (x: number, y: number) => Colour,
): Uint8ClampedArray<ArrayBuffer> {
  // The sum of two random numbers: with a single one, the grain would be stronger between two levels than on them.
  const noise = Array.from({ length: TILE * TILE }, () => Math.random() + Math.random() - 1)
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const grain = noise[(row % TILE) * TILE + (column % TILE)] ?? 0
      const [red, green, blue] = colourAt((column + 0.5) / side, (row + 0.5) / side)
      const at = (row * side + column) * 4
      // The array rounds.
      pixels[at] = red + grain
      pixels[at + 1] = green + grain
      pixels[at + 2] = blue + grain
      pixels[at + 3] = 255
    }
  return pixels
}

export function mixed(one: Colour, other: Colour, share: number): Colour {
  const keep = 1 - share
  return [
    one[0] * keep + other[0] * share,
    one[1] * keep + other[1] * share,
    one[2] * keep + other[2] * share,
  ]
}
