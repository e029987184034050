/** Stones by their cut, and the forms that pieces share: petals, bells, cones, coins, chains. */
import {
  along,
  around,
  at,
  n,
  pathThrough,
  STONE_TINTS,
  type Pen,
  type Point,
  type StoneTint,
} from './pen.ts'

type Corner = readonly [number, number]

const polygon = (corners: readonly Corner[]) =>
  `${corners.map(([x, y], i) => `${i ? 'L' : 'M'}${n(x)} ${n(y)}`).join('')}Z`

/** A faceted stone seen from above: its outline, its table, and the facets between them. */
function faceted(outline: readonly Corner[], stone: StoneTint, table = 0.56): string {
  const tint = STONE_TINTS[stone]
  const count = outline.length
  const inner = outline.map(([x, y]): Corner => [x * table, y * table])
  const middle = outline.map(([x, y], i): Corner => {
    const [x2, y2] = outline[(i + 1) % count] ?? [x, y]
    return [((x + x2) / 2) * 0.8, ((y + y2) / 2) * 0.8]
  })
  const kites = outline.map((corner, i) => {
    const kite = [inner[i], middle[(i + count - 1) % count], corner, middle[i]]
    const light = i / count > 0.58 && i / count < 0.95 ? 0.75 : i % 2 ? 0.28 : 0
    return light
      ? `<path d="${polygon(kite.map((c) => c ?? [0, 0]))}" fill="${tint.pale}" opacity="${light}"/>`
      : ''
  })
  const facets = outline
    .map((corner, i) => {
      const next = middle[i] ?? [0, 0]
      const before = middle[(i + count - 1) % count] ?? [0, 0]
      const own = inner[i] ?? [0, 0]
      const [a, b] = [before, next].map((m) => `M${n(corner[0])} ${n(corner[1])}L${n(m[0])} ${n(m[1])}`)
      const [c, d] = [before, next].map((m) => `M${n(own[0])} ${n(own[1])}L${n(m[0])} ${n(m[1])}`)
      return `${a}${b}${c}${d}`
    })
    .join('')
  const size = Math.max(...outline.map(([x, y]) => Math.hypot(x, y)))
  const fine = size > 90 ? 2.2 : size > 40 ? 1.6 : 1.2
  return (
    `<path d="${polygon(outline)}" fill="${tint.wash}"/>${kites.join('')}` +
    `<path d="${polygon(inner)}" fill="${tint.pale}" opacity=".5"/>` +
    `<path d="${facets}${polygon(inner)}" fill="none" stroke="${tint.line}" stroke-width="${fine}" opacity=".75"/>` +
    `<path d="${polygon(outline)}" fill="none" stroke="${tint.line}" stroke-width="${size > 60 ? 3.6 : 2.4}"/>`
  )
}

const ring = (count: number, place: (angle: number) => Corner): Corner[] =>
  Array.from({ length: count }, (_, i) => place((i / count) * 2 * Math.PI - Math.PI / 2))

export const CUTS = {
  round: (r: number, stone: StoneTint) =>
    r < 17
      ? melee(r, stone)
      : faceted(
          ring(r > 60 ? 16 : 8, (a) => [r * Math.cos(a), r * Math.sin(a)]),
          stone,
        ),
  oval: (r: number, stone: StoneTint) =>
    faceted(
      ring(16, (a) => [r * 0.78 * Math.cos(a), r * Math.sin(a)]),
      stone,
    ),
  cushion: (r: number, stone: StoneTint) =>
    faceted(
      ring(16, (a) => squircle(a, r * 0.94, r * 0.94, 4)),
      stone,
    ),
  pear: (r: number, stone: StoneTint) =>
    faceted(
      ring(16, (a) => [
        r * 0.72 * Math.cos(a) * (1 - 0.42 * Math.max(0, -Math.sin(a)) ** 1.2),
        r * (Math.sin(a) < 0 ? 1.18 : 0.74) * Math.sin(a) + r * 0.16,
      ]),
      stone,
      0.52,
    ),
  trillion: (r: number, stone: StoneTint) =>
    faceted(
      ring(15, (a) => {
        const swell = r * (0.86 - 0.2 * Math.sin(3 * a))
        return [swell * Math.cos(a) * 1.02, -swell * Math.sin(a) * 1.02 - r * 0.06]
      }),
      stone,
      0.5,
    ),
  princess: (r: number, stone: StoneTint) =>
    faceted(
      [
        [-r, -r],
        [0, -r],
        [r, -r],
        [r, 0],
        [r, r],
        [0, r],
        [-r, r],
        [-r, 0],
      ],
      stone,
      0.6,
    ),
  marquise: (r: number, stone: StoneTint) =>
    faceted(
      ring(12, (a) => [
        r * 0.46 * Math.cos(a) * Math.abs(Math.cos(a)) ** 0.1 * (1 - 0.5 * Math.abs(Math.sin(a)) ** 3),
        r * Math.sin(a),
      ]),
      stone,
    ),
  /** Step cut: nested octagons. */
  octagon: (r: number, stone: StoneTint, width = 0.78) => {
    const tint = STONE_TINTS[stone]
    const step = (k: number): Corner[] => {
      const [w, h, c] = [r * width * k, r * k, r * 0.26 * k]
      return [
        [-w + c, -h],
        [w - c, -h],
        [w, -h + c],
        [w, h - c],
        [w - c, h],
        [-w + c, h],
        [-w, h - c],
        [-w, -h + c],
      ]
    }
    const outer = step(1)
    const table = step(0.5)
    const spokes = outer.map((corner, i) => polygon([corner, table[i] ?? corner]).slice(0, -1)).join('')
    const left = [6, 7].map((i): Corner => outer[i] ?? [0, 0])
    const leftInner = [7, 6].map((i): Corner => table[i] ?? [0, 0])
    return (
      `<path d="${polygon(outer)}" fill="${tint.wash}"/>` +
      `<path d="${polygon([...left, ...leftInner])}" fill="${tint.pale}" opacity=".75"/>` +
      `<path d="${polygon(table)}" fill="${tint.pale}" opacity=".45"/>` +
      `<path d="${[0.86, 0.7, 0.5].map((k) => polygon(step(k))).join('')}${spokes}" fill="none" stroke="${tint.line}" stroke-width="${r > 60 ? 2 : 1.4}" opacity=".75"/>` +
      `<path d="${polygon(outer)}" fill="none" stroke="${tint.line}" stroke-width="3.2"/>`
    )
  },
}
export type Cut = keyof typeof CUTS

function melee(r: number, stone: StoneTint): string {
  const tint = STONE_TINTS[stone]
  const k = r * 0.5
  return (
    `<circle r="${n(r)}" fill="${tint.wash}" stroke="${tint.line}" stroke-width="2"/>` +
    `<path d="M0 ${n(-k)}L${n(k)} 0L0 ${n(k)}L${n(-k)} 0Z" fill="${tint.pale}" stroke="${tint.line}" stroke-width="1"/>`
  )
}

function squircle(angle: number, rx: number, ry: number, power: number): Corner {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const k = (Math.abs(c) ** power + Math.abs(s) ** power) ** (-1 / power)
  return [rx * c * k, ry * s * k]
}

/** A petal or leaf pointing up from the origin. */
export function petal(length: number, width: number): string {
  return `M0 0C${n(-width)} ${n(-length * 0.3)} ${n(-width * 0.8)} ${n(-length * 0.75)} 0 ${n(-length)}C${n(width * 0.8)} ${n(-length * 0.75)} ${n(width)} ${n(-length * 0.3)} 0 0Z`
}

export function flower(
  pen: Pen,
  petals: number,
  radius: number,
  heart: string,
  paint: (d: string) => string = (d) => pen.metal(d),
): string {
  const width = radius * Math.min(0.62, 2.1 / petals)
  const blade = paint(petal(radius, width)) + pen.line(`M0 ${n(-radius * 0.4)}V${n(-radius * 0.74)}`, 1.8)
  return around(petals, 0, () => blade) + heart
}

/** An open lotus seen from the side, `width` across, standing on the origin. */
export function lotus(pen: Pen, width: number, paint: (d: string) => string = (d) => pen.metal(d)): string {
  const back = [-62, 62, -38, 38].map((turn) =>
    at(0, 0, paint(petal(width * (0.62 - Math.abs(turn) / 900), width * 0.17)), turn),
  )
  const front = [-84, 84, -22, 22, 0].map((turn) =>
    at(
      0,
      0,
      paint(petal(width * (0.6 - Math.abs(turn) / 700), width * 0.15)) +
        pen.line(`M0 ${n(-width * 0.12)}V${n(-width * 0.34)}`, 1.8),
      turn,
    ),
  )
  return back.join('') + front.join('')
}

/** A paisley standing on its point side, curl to the right. */
export const paisley = (h: number) =>
  `M0 ${n(h * 0.5)}C${n(-h * 0.62)} ${n(h * 0.42)} ${n(-h * 0.5)} ${n(-h * 0.3)} ${n(-h * 0.05)} ${n(-h * 0.42)}C${n(h * 0.16)} ${n(-h * 0.48)} ${n(h * 0.34)} ${n(-h * 0.36)} ${n(h * 0.26)} ${n(-h * 0.18)}C${n(h * 0.2)} ${n(-h * 0.28)} ${n(h * 0.04)} ${n(-h * 0.26)} ${n(h * 0.16)} ${n(-h * 0.08)}C${n(h * 0.42)} ${n(h * 0.2)} ${n(h * 0.26)} ${n(h * 0.5)} 0 ${n(h * 0.5)}Z`

/** A small round bell on its loop; hangs from the origin. */
export function ghungroo(pen: Pen, r: number): string {
  return (
    pen.line(`M0 0V${n(r * 0.7)}`, 2.6) +
    at(
      0,
      r * 1.55,
      pen.bead(r) + pen.line(`M${n(-r * 0.55)} ${n(r * 0.3)}H${n(r * 0.55)}M0 ${n(r * 0.3)}V${n(r)}`, 2),
    )
  )
}

/** A drop of metal or stone on a short link; hangs from the origin. */
export function dropOn(link: number, drop: string, pen: Pen, length: number): string {
  return pen.line(`M0 0V${n(link)}`, 2.6) + at(0, link + length, drop)
}

export const leafDrop = (pen: Pen, length: number) =>
  pen.line('M0 0V10', 2.6) + at(0, 10 + length, pen.metal(petal(length, length * 0.4)))

export function collet(pen: Pen, r: number, stone: StoneTint, cut: 'round' | 'smooth' = 'round'): string {
  return pen.disc(r * 1.32) + (cut === 'round' ? CUTS.round(r, stone) : pen.cabochon(r, stone))
}

export function strand(points: readonly Point[], draw: (index: number) => string): string {
  return points.map(({ x, y, turn }, index) => at(x, y, draw(index), turn)).join('')
}

/** A fine chain along a curve. */
export function fineChain(pen: Pen, place: (t: number) => readonly [number, number], links: number): string {
  return strand(along(place, links), (i) => (i % 2 ? pen.paleDisc(11, 4) : pen.circle(10, 6.5, 3)))
}

/** A smooth cord. */
export function cord(pen: Pen, place: (t: number) => readonly [number, number], width = 9): string {
  return pen.wire(pathThrough(along(place, 90)), width)
}

/** The two halves of a chain coming down from the upper corners to (0, y). */
export function fall(width: number, top: number, bottom: number): (t: number) => readonly [number, number] {
  return (t) => {
    const x = -width + 2 * width * t
    const k = Math.abs(x / width)
    return [x, bottom + (top - bottom) * (0.35 * k + 0.65 * k ** 2.6)]
  }
}

/** A round necklace curve: the lower part of an oval, `opening` degrees left free at the top. */
export function collar(
  rx: number,
  ry: number,
  opening = 70,
  y = 0,
): (t: number) => readonly [number, number] {
  const start = -90 - opening
  const span = -(360 - 2 * opening)
  return (t) => {
    const angle = ((start + span * t) * Math.PI) / 180
    return [rx * Math.cos(angle), y + ry * Math.sin(angle)]
  }
}
