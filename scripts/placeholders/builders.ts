/** Whole pieces from ornaments: rings, bangles, earrings, necklaces. Lengths are thousandths of the picture. */
import { collar, collet, CUTS, cord, fineChain, flower, petal, strand, type Cut } from './ornaments.ts'
import { along, around, at, chanceOf, mirrored, n, type Pen, type Point, type StoneTint } from './pen.ts'

const circlePath = (r: number, y = 0, ry = r) =>
  `M${n(-r)} ${n(y)}A${n(r)} ${n(ry)} 0 1 0 ${n(r)} ${n(y)}A${n(r)} ${n(ry)} 0 1 0 ${n(-r)} ${n(y)}Z`

const arc = (r: number, from: number, to: number) => {
  const [a, b] = [from, to].map((degrees) => ((degrees - 90) * Math.PI) / 180) as [number, number] // two in, two out
  return `M${n(r * Math.cos(a))} ${n(r * Math.sin(a))}A${n(r)} ${n(r)} 0 ${to - from > 180 ? 1 : 0} 1 ${n(r * Math.cos(b))} ${n(r * Math.sin(b))}`
}

/** What runs around a band: told the middle radius and the thickness. */
export type Pattern = (pen: Pen, middle: number, thick: number) => string

export const patterns = {
  plain: () => '',
  grooves:
    (count: number): Pattern =>
    (pen, middle, thick) =>
      Array.from({ length: count }, (_, i) =>
        pen.circle(middle + ((i + 1) / (count + 1) - 0.5) * thick, undefined, 2.4),
      ).join(''),
  twist:
    (count: number): Pattern =>
    (pen, middle, thick) => {
      const [h, w] = [thick / 2, (middle * 3.6) / count]
      return around(count, middle, () =>
        pen.line(`M${n(-w)} ${n(-h)}C${n(w * 0.2)} ${n(-h)} ${n(-w * 0.2)} ${n(h)} ${n(w)} ${n(h)}`, 2.6),
      )
    },
  braid:
    (count: number): Pattern =>
    (pen, middle, thick) => {
      const w = (middle * 4.2) / count
      const leaf = (side: number) =>
        pen.pale(
          `M${n(-w * 0.8)} ${n(side * thick * 0.4)}Q${n(-w * 0.1)} ${n(side * thick * 0.42)} ${n(w * 0.7)} ${n(-side * thick * 0.1)}Q${n(w * 0.1)} ${n(-side * thick * 0.3)} ${n(-w * 0.8)} ${n(side * thick * 0.4)}Z`,
          2.4,
        )
      return around(count, middle, (i) => leaf(i % 2 ? 1 : -1))
    },
  stones:
    (count: number, radius: number, stone: StoneTint): Pattern =>
    (_, middle) =>
      around(count, middle, () => CUTS.round(radius, stone)),
  upperStones:
    (count: number, radius: number, stone: StoneTint): Pattern =>
    (_, middle) =>
      Array.from({ length: count }, (__, i) => {
        const turn = (i - (count - 1) / 2) * ((radius * 2.25 * 180) / (Math.PI * middle))
        return `<g transform="rotate(${n(turn)}) translate(0 ${n(-middle)})">${CUTS.round(radius, stone)}</g>`
      }).join(''),
  beads:
    (count: number, radius: number, offset = 0): Pattern =>
    (pen, middle, thick) =>
      around(count, middle + offset * thick, () => pen.bead(radius)),
  hammered:
    (words: string): Pattern =>
    (pen, middle, thick) => {
      const chance = chanceOf(words)
      return around(64, middle, () =>
        at(
          0,
          (chance() - 0.5) * thick * 0.8,
          pen.paleDisc(8 + chance() * 9, 6 + chance() * 6),
          chance() * 180,
        ),
      )
    },
  lozenges:
    (count: number): Pattern =>
    (pen, middle, thick) => {
      const w = (middle * 2.8) / count
      return around(count, middle, () =>
        pen.pale(`M0 ${n(-thick * 0.36)}L${n(w)} 0L0 ${n(thick * 0.36)}L${n(-w)} 0Z`, 2),
      )
    },
  scrolls:
    (count: number): Pattern =>
    (pen, middle, thick) => {
      const r = thick * 0.42
      return around(
        count,
        middle,
        () =>
          pen.line(
            `M${n(-r)} ${n(r)}C${n(-r * 1.3)} ${n(-r)} ${n(r * 1.1)} ${n(-r * 1.5)} ${n(r)} 0C${n(r * 0.9)} ${n(r * 0.9)} ${n(-r * 0.3)} ${n(r * 0.7)} ${n(-r * 0.2)} 0C${n(-r * 0.1)} ${n(-r * 0.5)} ${n(r * 0.5)} ${n(-r * 0.4)} ${n(r * 0.45)} 0`,
            2.6,
          ) + pen.bead(4),
      )
    },
  blossoms:
    (count: number, petals: StoneTint | 'metal', leaves: StoneTint | 'metal'): Pattern =>
    (pen, middle, thick) => {
      const paint = (tint: StoneTint | 'metal') => (d: string) =>
        tint === 'metal' ? pen.pale(d, 2) : pen.tinted(d, tint, 2)
      const r = thick * 0.44
      return around(count, middle, (i) =>
        i % 2
          ? [0, 120, 240].map((turn) => at(0, 0, paint(leaves)(petal(r, r * 0.4)), turn)).join('')
          : flower(pen, 5, r, pen.bead(r * 0.26), paint(petals)),
      )
    },
}

interface Band {
  readonly outer?: number
  readonly thick?: number
  readonly pattern?: Pattern
}

/** A closed round of metal: a ring's shank, a bangle. */
export function band(
  pen: Pen,
  { outer = 290, thick = 74, pattern = patterns.plain as Pattern }: Band = {},
): string {
  const inner = outer - thick
  const middle = outer - thick / 2
  const isPlain = pattern === patterns.plain
  return (
    pen.metal(circlePath(outer) + circlePath(inner), 3.6) +
    pen.pale(circlePath(inner) + circlePath(inner * 0.955, -inner * 0.035, inner * 0.955), 2.4) +
    (isPlain ? pen.gleam(arc(middle + thick * 0.12, -62, -18), thick * 0.2) : '') +
    (isPlain ? pen.gleam(arc(middle + thick * 0.12, -12, -4), thick * 0.2) : '') +
    pattern(pen, middle, thick)
  )
}

/** A broad band lying on the table: `draw` decorates its front, once per place from left to right. */
export function lyingBand(
  pen: Pen,
  height: number,
  {
    grooves = [],
    count = 0,
    draw = () => '',
  }: { grooves?: readonly number[]; count?: number; draw?: (index: number) => string },
): string {
  const [rx, ry] = [290, 104]
  const front = (down: number) => `M${-rx} ${n(down)}A${rx} ${ry} 0 0 0 ${rx} ${n(down)}`
  const wall = `M${-rx} 0A${rx} ${ry} 0 0 0 ${rx} 0V${height}A${rx} ${ry} 0 0 1 ${-rx} ${height}Z`
  const decoration = Array.from({ length: count }, (_, i) => {
    const a = ((i + 0.5) / count - 0.5) * Math.PI * 0.97
    const [x, y] = [rx * Math.sin(a), ry * Math.cos(a) + height / 2]
    return `<g transform="translate(${n(x)} ${n(y)}) skewY(${n(-Math.sin(a) * 20)}) scale(${Math.max(0.12, Math.cos(a)).toFixed(2)} 1)">${draw(i)}</g>`
  })
  return at(
    0,
    -height / 2,
    `<g transform="rotate(-9)">` +
      pen.metal(wall) +
      decoration.join('') +
      grooves.map((k) => pen.line(front(k * height))).join('') +
      pen.pale(circlePath(rx, 0, ry)) +
      pen.metal(circlePath(rx - 20, 2, ry - 13)) +
      `<clipPath id="mouth"><ellipse cy="2" rx="${rx - 20}" ry="${ry - 13}"/></clipPath>` +
      `<g clip-path="url(#mouth)">${at(0, height * 0.86, pen.metal(circlePath(rx - 20, 0, ry - 13)).replace(/fill="[^"]*"/, `fill="${pen.ground}"`))}</g>` +
      pen.line(circlePath(rx - 20, 2, ry - 13), 3) +
      '</g>',
  )
}

/** A finger ring: a slender shank with a head on top. */
export function fingerRing(
  pen: Pen,
  head: string,
  shank: Band & { readonly shoulders?: string } = {},
): string {
  const { outer = 232, shoulders = '' } = shank
  const top = -outer + 18
  return (
    at(0, 112, band(pen, { outer, thick: 38, ...shank })) +
    at(0, 112 + top, shoulders) +
    at(0, 112 + top - 24, head)
  )
}

export function prongs(pen: Pen, count: number, r: number, from = 45): string {
  return around(count, r, () => pen.bead(11), from)
}

/** A stone held by claws on a small basket. */
export function solitaire(
  pen: Pen,
  cut: Cut,
  r: number,
  stone: StoneTint,
  claws = { count: 4, from: 45 },
): string {
  return (
    at(
      0,
      r * 0.62,
      pen.metal(`M${n(-r * 0.7)} 0L${n(-r * 0.3)} ${n(r * 0.72)}H${n(r * 0.3)}L${n(r * 0.7)} 0Z`),
    ) +
    CUTS[cut](r, stone) +
    prongs(pen, claws.count, cut === 'princess' ? r * 1.34 : r * 0.98, claws.from)
  )
}

export function halo(pen: Pen, centre: string, radius: number, count: number, melee: number): string {
  return pen.disc(radius + melee * 1.5) + around(count, radius, () => CUTS.round(melee, 'diamond')) + centre
}

/** A pair of earrings, the second a mirror of the first. */
export const pair = (draw: string, apart = 185, y = 0) =>
  at(0, y, mirrored(`<g transform="translate(${n(-apart)} 0)">${draw}</g>`))

const RIM = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1]

interface Jhumka {
  readonly size?: number
  readonly top: string
  readonly stone?: StoneTint
  readonly second?: StoneTint
  readonly hang: (index: number) => string
}

/** A bell-shaped earring under its flower top; the hook is at the origin. */
export function jhumka(pen: Pen, { size = 1, top, stone, second, hang }: Jhumka): string {
  const [w, h] = [132 * size, 170 * size]
  const y = 110 * size
  const rib = (x: number) =>
    pen.line(`M${n(x * 18)} ${n(y)}Q${n(x * w * 0.95)} ${n(y + h * 0.2)} ${n(x * w * 0.98)} ${n(y + h)}`, 2)
  const row = (count: number, down: number, r: number, tint: StoneTint) =>
    Array.from({ length: count }, (_, i) => {
      const k = count === 1 ? 0 : (2 * i) / (count - 1) - 1
      return at(
        k * w * 0.84 * Math.sqrt(down),
        y + h * down + (1 - k * k) * 12 * size,
        collet(pen, r, tint, 'smooth'),
      )
    }).join('')
  return (
    pen.line(`M0 ${n(46 * size)}V${n(y)}`, 4) +
    RIM.map((k, i) => at(k * w * 0.94, y + h + (1 - k * k) * 16 * size, hang(i))).join('') +
    pen.metal(
      `M${n(-w)} ${n(y + h)}C${n(-w)} ${n(y + h * 0.35)} ${n(-w * 0.6)} ${n(y + 6)} 0 ${n(y)}C${n(w * 0.6)} ${n(y + 6)} ${n(w)} ${n(y + h * 0.35)} ${n(w)} ${n(y + h)}Q0 ${n(y + h + 44 * size)} ${n(-w)} ${n(y + h)}Z`,
    ) +
    (stone ? row(5, 0.82, 11 * size, stone) : [-0.66, -0.33, 0, 0.33, 0.66].map(rib).join('')) +
    (second ? row(4, 0.48, 8.5 * size, second) : '') +
    at(0, y, pen.bead(15 * size)) +
    pen.line(
      `M${n(-w)} ${n(y + h - 16 * size)}Q0 ${n(y + h + 26 * size)} ${n(w)} ${n(y + h - 16 * size)}`,
      2.2,
    ) +
    top
  )
}

/** A crescent, horns up, `r` its outer radius. */
export function crescent(r: number, opening = 0.72, rise = 0.36): string {
  const inner = r * opening
  const y = -r * rise
  // Where the two circles meet.
  const hornY = (r * r - inner * inner + y * y) / (2 * y)
  const hornX = Math.sqrt(Math.max(0, r * r - hornY * hornY))
  return `M${n(-hornX)} ${n(hornY)}A${n(r)} ${n(r)} 0 1 0 ${n(hornX)} ${n(hornY)}A${n(inner)} ${n(inner)} 0 1 1 ${n(-hornX)} ${n(hornY)}Z`
}

/** Points along the lower half of a circle, for fringes. */
export function lowerArc(r: number, count: number, spread = 150): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const a = ((90 + spread / 2 - (spread * i) / Math.max(1, count - 1)) * Math.PI) / 180
    return { x: r * Math.cos(a), y: r * Math.sin(a), turn: 0 }
  })
}

/** A pendant on a fine chain that comes down from the upper corners; the pendant hangs from its origin. */
export function onChain(
  pen: Pen,
  pendant: string,
  { bottom = -70, width = 300, top = -430, links = 66 } = {},
): string {
  const place = (t: number): readonly [number, number] => {
    const k = 2 * t - 1
    return [width * k, bottom + (top - bottom) * (0.62 * Math.abs(k) + 0.38 * k * k)]
  }
  return fineChain(pen, place, links) + at(0, bottom, bail(pen) + at(0, 30, pendant))
}

export function bail(pen: Pen): string {
  return pen.metal('M-13 -14C-13 -30 13 -30 13 -14L8 30H-8Z') + pen.line('M0 -20V24', 1.8)
}

/** Black beads in strands along a round, with gold ones between; the pendant hangs from its origin. */
export function mangalSutra(
  pen: Pen,
  pendant: string,
  { strands = 1, beads = 74, every = 6, rx = 270, ry = 330, bead = 11 } = {},
): string {
  const rows = Array.from({ length: strands }, (_, i) => {
    const inset = i * bead * 2.5
    return strand(along(collar(rx - inset, ry - inset, 34, -80), beads - i * 4), (index) =>
      every > 0 && index % every === Math.floor(every / 2) ? pen.bead(bead * 1.15) : pen.blackBead(bead),
    )
  })
  return rows.join('') + at(0, ry - 80 + bead, pendant)
}

/** A necklace of many equal parts on a cord, the largest in the middle. */
export function graduated(
  pen: Pen,
  count: number,
  draw: (size: number, index: number) => string,
  { rx = 310, ry = 330, opening = 48, y = -70, least = 0.55, rope = true } = {},
): string {
  const place = collar(rx, ry, opening, y)
  const parts = along(place, count)
  return (
    (rope ? cord(pen, place) : '') +
    parts
      .map(({ x, y: py, turn }, i) => {
        const k = 1 - Math.abs((2 * i) / (count - 1) - 1)
        return at(x, py, draw(least + (1 - least) * k ** 0.8, i), turn - 180)
      })
      .join('')
  )
}

/** One anklet or bracelet laid out as a wide oval. */
export function laidOut(rx = 350, ry = 235): (t: number) => readonly [number, number] {
  return (t) => [rx * Math.cos(2 * Math.PI * t + Math.PI / 2), ry * Math.sin(2 * Math.PI * t + Math.PI / 2)]
}
