/** Parallel projection of triangles into a square raster with depth, normal and colour. */

export type Vector = readonly [x: number, y: number, z: number]

export interface Triangle {
  /** In millimetres: x to the right, y up, z towards the viewer. */
  readonly corners: readonly [Vector, Vector, Vector]
  readonly normals: readonly [Vector, Vector, Vector]
  readonly colour: Vector
  /** Cut in flat facets, each of which is visible. */
  readonly isFaceted: boolean
  /** Triangles of one part share their number, which is above 0. */
  readonly part: number
}

export interface Raster {
  readonly side: number
  /** 0 for empty points. */
  readonly parts: Int32Array
  /** In millimetres towards the viewer. */
  readonly depths: Float32Array
  readonly normals: Float32Array
  readonly colours: Float32Array
  /** 1 for facets. */
  readonly facets: Uint8Array
}

/** The area shown, in millimetres. */
export interface Frame {
  readonly left: number
  readonly top: number
  readonly mmPerPoint: number
}

export function rasterize(
  triangles: Iterable<Triangle>,
  { left, top, mmPerPoint }: Frame,
  side: number,
): Raster {
  const raster: Raster = {
    side,
    parts: new Int32Array(side * side),
    depths: new Float32Array(side * side).fill(-Infinity),
    normals: new Float32Array(side * side * 3),
    colours: new Float32Array(side * side * 3),
    facets: new Uint8Array(side * side),
  }
  for (const triangle of triangles) {
    const [a, b, c] = triangle.corners.map(
      ([x, y, z]) => [(x - left) / mmPerPoint, (top - y) / mmPerPoint, z] as const,
    ) as [Vector, Vector, Vector]
    fill(raster, triangle, [a, b, c])
  }
  return raster
}

function fill(raster: Raster, triangle: Triangle, [a, b, c]: readonly [Vector, Vector, Vector]): void {
  const { side } = raster
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
  if (Math.abs(area) < 1e-9) return
  const x0 = Math.max(0, Math.ceil(Math.min(a[0], b[0], c[0]) - 0.5))
  const x1 = Math.min(side - 1, Math.floor(Math.max(a[0], b[0], c[0]) - 0.5))
  const y0 = Math.max(0, Math.ceil(Math.min(a[1], b[1], c[1]) - 0.5))
  const y1 = Math.min(side - 1, Math.floor(Math.max(a[1], b[1], c[1]) - 0.5))
  for (let row = y0; row <= y1; row += 1)
    for (let column = x0; column <= x1; column += 1) {
      const x = column + 0.5
      const y = row + 0.5
      const u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area
      const v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area
      const w = 1 - u - v
      if (u < 0 || v < 0 || w < 0) continue
      const at = row * side + column
      const depth = u * a[2] + v * b[2] + w * c[2]
      if (depth <= (raster.depths[at] ?? 0)) continue
      raster.depths[at] = depth
      raster.parts[at] = triangle.part
      raster.facets[at] = triangle.isFaceted ? 1 : 0
      const [na, nb, nc] = triangle.normals
      for (const axis of [0, 1, 2] as const) {
        raster.normals[at * 3 + axis] = u * na[axis] + v * nb[axis] + w * nc[axis]
        raster.colours[at * 3 + axis] = triangle.colour[axis]
      }
    }
}
