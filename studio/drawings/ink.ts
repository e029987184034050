/**
 * Converts a raster to a tinted line drawing: ink at outlines and folds, a wash of the material's colour in between.
 */
import type { Raster, Vector } from './raster.ts'

const INK: Vector = [62, 44, 34]
/** Folds are drawn if the cosine between adjacent normals is below this. */
const FOLD = Math.cos((24 * Math.PI) / 180)
/** The same between facets, which get a thin line. */
const FACET_FOLD = Math.cos((3 * Math.PI) / 180)
const FINE = 0.38
/** The fraction of the paper that shows through the wash. */
const THIN = 0.42
/** Light from the upper left, in front. */
const LIGHT: Vector = [-0.42, 0.58, 0.7]

/** Red, green and blue of each point. `jumpMm` is the step in depth that counts as an edge. */
export function drawInk(raster: Raster, paper: Vector, jumpMm: number): Uint8Array {
  const { side, parts, depths, normals, colours, facets } = raster
  const rgb = new Uint8Array(side * side * 3)
  for (let at = 0; at < side * side; at += 1) {
    const ink = Math.max(...[1, -1, side, -side].map((step) => inkBetween(at, at + step)))
    for (const axis of [0, 1, 2] as const) {
      const base = parts[at] === 0 ? paper[axis] : washed(at, axis)
      rgb[at * 3 + axis] = Math.round(base + (INK[axis] - base) * ink)
    }
  }
  return rgb

  function inkBetween(one: number, other: number): number {
    if (other < 0 || other >= side * side) return 0
    const [part = 0, next = 0] = [parts[one], parts[other]]
    if (part === 0) return 0
    if (next === 0) return 1
    const jump = (depths[one] ?? 0) - (depths[other] ?? 0)
    if (jump > jumpMm) return 1
    const facing =
      normalAt(one, 0) * normalAt(other, 0) +
      normalAt(one, 1) * normalAt(other, 1) +
      normalAt(one, 2) * normalAt(other, 2)
    if (facets[one] === 1) return part === next && facing < FACET_FOLD ? FINE : 0
    return facing < FOLD ? 1 : 0
  }

  function normalAt(at: number, axis: number): number {
    return normals[at * 3 + axis] ?? 0
  }

  function washed(at: number, axis: 0 | 1 | 2): number {
    const facing = LIGHT[0] * normalAt(at, 0) + LIGHT[1] * normalAt(at, 1) + LIGHT[2] * normalAt(at, 2)
    const light = 0.42 + 0.68 * Math.max(0, facing)
    const wash = 255 * Math.min(1, (colours[at * 3 + axis] ?? 0) * light) ** (1 / 2.2)
    return Math.round(paper[axis] * THIN + wash * (1 - THIN))
  }
}
