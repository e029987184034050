/** Triangle meshes: transforms, merging, measurements. Matrices are column-major, as in glTF. */

export interface Form {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly indices: Uint32Array
}
export type Matrix = readonly [
  ...[number, number, number, number],
  ...[number, number, number, number],
  ...[number, number, number, number],
  ...[number, number, number, number],
]
type Vector = readonly [number, number, number]

const column = (matrix: Matrix, index: 0 | 1 | 2): Vector => [
  matrix[index * 4] ?? 0,
  matrix[index * 4 + 1] ?? 0,
  matrix[index * 4 + 2] ?? 0,
]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** The maximum deviation of two axes from a right angle. */
const SQUARE = 1e-3

/** Whether rotation, scale and translation describe it completely: its axes are orthogonal. */
export function isDecomposable(matrix: Matrix): boolean {
  const axes = [column(matrix, 0), column(matrix, 1), column(matrix, 2)] as const
  const lean = (a: Vector, b: Vector) => Math.abs(dot(a, b)) / Math.sqrt(dot(a, a) * dot(b, b))
  return [lean(axes[0], axes[1]), lean(axes[1], axes[2]), lean(axes[2], axes[0])].every((one) => one < SQUARE)
}

export function transformed({ positions, normals, indices }: Form, matrix: Matrix): Form {
  const [x, y, z] = [column(matrix, 0), column(matrix, 1), column(matrix, 2)]
  const place: Vector = [matrix[12], matrix[13], matrix[14]]
  // Normals are transformed by the cofactors, which stay correct under non-uniform scale.
  const [nx, ny, nz] = [cross(y, z), cross(z, x), cross(x, y)]
  const mirrored = dot(x, nx) < 0
  const sign = mirrored ? -1 : 1
  const moved = new Float32Array(positions.length)
  const turned = new Float32Array(normals.length)
  for (let at = 0; at < positions.length; at += 3) {
    const [px = 0, py = 0, pz = 0] = positions.subarray(at, at + 3)
    const [ax = 0, ay = 0, az = 0] = normals.subarray(at, at + 3)
    const normal = [0, 1, 2].map(
      (axis) => sign * ((nx[axis] ?? 0) * ax + (ny[axis] ?? 0) * ay + (nz[axis] ?? 0) * az),
    )
    const length = Math.hypot(...normal) || 1
    for (let axis = 0; axis < 3; axis++) {
      moved[at + axis] = (x[axis] ?? 0) * px + (y[axis] ?? 0) * py + (z[axis] ?? 0) * pz + (place[axis] ?? 0)
      turned[at + axis] = (normal[axis] ?? 0) / length
    }
  }
  return { positions: moved, normals: turned, indices: mirrored ? insideOut(indices) : indices }
}

/** A mirrored transform reverses the winding of the faces. */
function insideOut(indices: Uint32Array): Uint32Array {
  const out = indices.slice()
  for (let at = 0; at < out.length; at += 3)
    [out[at + 1], out[at + 2]] = [indices[at + 2] ?? 0, indices[at + 1] ?? 0]
  return out
}

export function joined(forms: readonly Form[]): Form {
  const total = (count: (form: Form) => number) => forms.reduce((sum, form) => sum + count(form), 0)
  const positions = new Float32Array(total((form) => form.positions.length))
  const normals = new Float32Array(positions.length)
  const indices = new Uint32Array(total((form) => form.indices.length))
  let [numbers, corners] = [0, 0]
  for (const form of forms) {
    positions.set(form.positions, numbers)
    normals.set(form.normals, numbers)
    const first = numbers / 3
    indices.set(
      form.indices.map((index) => index + first),
      corners,
    )
    numbers += form.positions.length
    corners += form.indices.length
  }
  return { positions, normals, indices }
}

export interface Bounds {
  readonly low: Vector
  readonly high: Vector
}

export function boundsOf({ positions }: Form, matrix: Matrix): Bounds {
  const low: [number, number, number] = [Infinity, Infinity, Infinity]
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  const axes = [0, 1, 2] as const
  for (let at = 0; at < positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3)
    for (const axis of axes) {
      const [across = 0, along = 0, up = 0, place = 0] = [0, 4, 8, 12].map((column) => matrix[column + axis])
      const value = across * x + along * y + up * z + place
      low[axis] = Math.min(low[axis], value)
      high[axis] = Math.max(high[axis], value)
    }
  }
  return { low, high }
}

/** The diameter, if it is a wire: four volumes by the surface. */
export function thicknessOf({ positions, indices }: Form): number {
  let volume = 0
  let surface = 0
  const corner = (at: number) => {
    const first = (indices[at] ?? 0) * 3
    return [positions[first] ?? 0, positions[first + 1] ?? 0, positions[first + 2] ?? 0] as const
  }
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [corner(at), corner(at + 1), corner(at + 2)]
    const [u, v] = [b, c].map((end) => [end[0] - a[0], end[1] - a[1], end[2] - a[2]] as const)
    if (!u || !v) continue
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const
    surface += Math.hypot(...normal) / 2
    volume += (a[0] * normal[0] + a[1] * normal[1] + a[2] * normal[2]) / 6
  }
  return (4 * volume) / surface
}
