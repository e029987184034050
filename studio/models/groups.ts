/**
 * Placements of meshes. Each placement is a draw call, so parts that always stand together (a bell's dome, wire and
 * tongue) become one mesh, as long as the file does not grow much. A clear stone stays a mesh of its own: the viewer
 * follows the light in it, as in a convex body.
 */
import { isClear } from './finishes.ts'
import { joined, transformed, type Form, type Matrix } from './forms.ts'

/** A mesh with all its placements. */
export interface Group {
  readonly material: string
  readonly form: Form
  readonly places: readonly Matrix[]
}

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

const countOf = (groups: readonly Group[]) => groups.reduce((sum, { places }) => sum + places.length, 0)

/** With at most `most` placements: first motifs become meshes, then the smallest parts are merged wherever they are. */
export function withFewerPlaces(groups: readonly Group[], most: number): readonly Group[] {
  let fewer = withoutCompanions(groups)
  while (countOf(fewer) > most) {
    const next = mergeOneMotif(fewer)
    if (!next) break
    fewer = next
  }
  return withSmallestJoined(fewer, most)
}

/** Merging parts that occur once per placement of another costs nothing. */
function withoutCompanions(groups: readonly Group[]): readonly Group[] {
  const out: Group[] = []
  for (const group of groups) {
    const at = out.findIndex(
      (leader) => group.places.length === leader.places.length && relativePlaces(leader, group),
    )
    const leader = out[at]
    if (leader) out[at] = together(leader, group)
    else out.push(group)
  }
  return out
}

/** The merge that saves the most placements for the vertices that it repeats; null if no part follows another. */
function mergeOneMotif(groups: readonly Group[]): readonly Group[] | null {
  let best: { leader: Group; follower: Group; gain: number } | null = null
  for (const leader of groups) {
    if (leader.places.length < 2) continue
    for (const follower of groups) {
      const times = follower.places.length / leader.places.length
      if (times <= 1 || !Number.isInteger(times)) continue
      const gain = follower.places.length / ((times - 1) * follower.form.positions.length)
      if (best && gain <= best.gain) continue
      if (relativePlaces(leader, follower)) best = { leader, follower, gain }
    }
  }
  if (!best) return null
  const { leader, follower } = best
  const rest = groups.filter((group) => group !== leader && group !== follower)
  return withoutCompanions([together(leader, follower), ...rest])
}

function withSmallestJoined(groups: readonly Group[], most: number): readonly Group[] {
  const bySize = groups
    .filter(({ material, places }) => places.length > 1 && !isClear(material))
    .toSorted((one, other) => one.form.positions.length - other.form.positions.length)
  const united = new Set<Group>()
  let count = countOf(groups)
  for (const group of bySize) {
    if (count <= most) break
    united.add(group)
    count -= group.places.length - 1
  }
  return groups.map((group) => {
    if (!united.has(group)) return group
    const form = joined(group.places.map((place) => transformed(group.form, place)))
    return { material: group.material, form, places: [IDENTITY] }
  })
}

function together(leader: Group, follower: Group): Group {
  const copies = (relativePlaces(leader, follower) ?? []).map((place) => transformed(follower.form, place))
  return { ...leader, form: joined([leader.form, ...copies]) }
}

/** Tolerances in millimetres, and of rotations and scales. */
const SAME = 2e-3

/** The follower's placement relative to the leader, if it is the same for each of the leader's placements. */
function relativePlaces(leader: Group, follower: Group): readonly Matrix[] | null {
  if (leader.material !== follower.material || leader.places.length < 2 || isClear(leader.material))
    return null
  const times = follower.places.length / leader.places.length
  const seenFrom = (index: number) => {
    const place = leader.places[index]
    const back = inverse(place ?? IDENTITY)
    return follower.places.slice(index * times, (index + 1) * times).map((other) => product(back, other))
  }
  const first = seenFrom(0)
  for (let index = 1; index < leader.places.length; index++) {
    const isSame = seenFrom(index).every((place, at) =>
      place.every((value, k) => Math.abs(value - (first[at]?.[k] ?? NaN)) < SAME),
    )
    if (!isSame) return null
  }
  return first
}

function product(one: Matrix, other: Matrix): Matrix {
  return IDENTITY.map((_, at) => {
    const [row, column] = [at % 4, at - (at % 4)]
    return [0, 1, 2, 3].reduce((sum, k) => sum + (one[row + 4 * k] ?? 0) * (other[column + k] ?? 0), 0)
  }) as unknown as Matrix // sixteen of sixteen
}

/** Inverts a matrix whose last row is 0 0 0 1. */
function inverse(matrix: Matrix): Matrix {
  const [a, b, c, , d, e, f, , g, h, i, , x, y, z] = matrix
  const cofactors = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  const size = a * (cofactors[0] ?? 0) + d * (cofactors[1] ?? 0) + g * (cofactors[2] ?? 0)
  const [p = 0, q = 0, r = 0, s = 0, t = 0, u = 0, v = 0, w = 0, o = 0] = cofactors.map(
    (value) => value / size,
  )
  return [
    p,
    q,
    r,
    0,
    s,
    t,
    u,
    0,
    v,
    w,
    o,
    0,
    -(p * x + s * y + v * z),
    -(q * x + t * y + w * z),
    -(r * x + u * y + o * z),
    1,
  ]
}
