/** A draughtsman's pen for jewellery drawings: SVG text in a square of 1000, the origin in its middle. */

export interface Tint {
  readonly line: string
  readonly wash: string
  readonly pale: string
}

/** How a material looks on ivory paper. */
const ON_PAPER = {
  gold: { line: '#85591c', wash: '#e3c073', pale: '#f4e3b3' },
  rose: { line: '#91503d', wash: '#e2ac96', pale: '#f5d9cc' },
  white: { line: '#5b6069', wash: '#cdd2d6', pale: '#eef0f0' },
  silver: { line: '#54575c', wash: '#bfc2c3', pale: '#e6e6e2' },
  bronze: { line: '#5f3b1d', wash: '#b88a58', pale: '#ddba8c' },
} as const satisfies Record<string, Tint>
export type MetalTint = keyof typeof ON_PAPER

/** On a dark ground the lines are the light part. */
const ON_COCOA: Record<MetalTint, Tint> = {
  gold: { line: '#f3deaa', wash: '#9a7136', pale: '#c79f59' },
  rose: { line: '#f6d5c6', wash: '#9c5c49', pale: '#c98873' },
  white: { line: '#eceff0', wash: '#70757c', pale: '#a3a8ad' },
  silver: { line: '#e9e8e3', wash: '#696a6c', pale: '#9c9c9a' },
  bronze: { line: '#e6c499', wash: '#74492a', pale: '#a87748' },
}
export type Ground = 'paper' | 'cocoa'
export const GROUNDS: Record<Ground, string> = { paper: '#f6f0e4', cocoa: '#3b2822' }
export const METAL_TINTS: Record<Ground, Record<MetalTint, Tint>> = { paper: ON_PAPER, cocoa: ON_COCOA }

export const STONE_TINTS = {
  diamond: { line: '#6d7b88', wash: '#e3ebee', pale: '#fbfdfc' },
  ruby: { line: '#6f1226', wash: '#b52a43', pale: '#dd7285' },
  emerald: { line: '#0f4a36', wash: '#2f8564', pale: '#7cbd9f' },
  sapphire: { line: '#182f66', wash: '#3a5fa8', pale: '#8aa6d6' },
  topaz: { line: '#2f6d86', wash: '#8cc4d6', pale: '#cbe7ee' },
  turquoise: { line: '#23706c', wash: '#6dbab0', pale: '#a9dcd3' },
  yellow: { line: '#8a6a10', wash: '#eed25e', pale: '#f8eaa8' },
  orange: { line: '#7d3310', wash: '#cc6c2c', pale: '#e9a76c' },
  violet: { line: '#3a2467', wash: '#7056a8', pale: '#ab98d3' },
  purple: { line: '#4a1d5c', wash: '#8d55a5', pale: '#c19bd0' },
  peridot: { line: '#48601a', wash: '#9cb64e', pale: '#cfde96' },
  honey: { line: '#6f4a12', wash: '#c9973f', pale: '#ecd193' },
  pink: { line: '#8a3050', wash: '#d77b98', pale: '#f0b9c8' },
  garnet: { line: '#4f0d1a', wash: '#8e2033', pale: '#c05a68' },
  onyx: { line: '#0d0c10', wash: '#2b2930', pale: '#6a6872' },
  pearl: { line: '#8d8374', wash: '#f1e9dc', pale: '#fffdf8' },
  moonstone: { line: '#6f7f95', wash: '#dbe4ec', pale: '#f4f8fb' },
} as const satisfies Record<string, Tint>
export type StoneTint = keyof typeof STONE_TINTS

/** Runs of numbers and commands need no more than a tenth of a unit. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export const at = (x: number, y: number, content: string, turn = 0): string =>
  `<g transform="translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}">${content}</g>`

export const scaled = (scale: number, content: string): string =>
  `<g transform="scale(${scale})">${content}</g>`

export const mirrored = (content: string): string => content + `<g transform="scale(-1 1)">${content}</g>`

/** `count` copies on a circle, each turned outwards (its own up is away from the middle). */
export function around(count: number, radius: number, draw: (index: number) => string, from = 0): string {
  return Array.from({ length: count }, (_, index) => {
    const turn = from + (index * 360) / count
    return `<g transform="rotate(${n(turn)}) translate(0 ${n(-radius)})">${draw(index)}</g>`
  }).join('')
}

export interface Point {
  readonly x: number
  readonly y: number
  /** Direction of travel in degrees. */
  readonly turn: number
}

/** Points at even distances along a curve given by `place(t)`, t from 0 to 1. */
export function along(place: (t: number) => readonly [number, number], count: number): Point[] {
  const steps = 800
  const trail = Array.from({ length: steps + 1 }, (_, step) => place(step / steps))
  const run = [0]
  for (let step = 1; step <= steps; step++) {
    const [x0, y0] = trail[step - 1] ?? [0, 0]
    const [x1, y1] = trail[step] ?? [0, 0]
    run.push((run[step - 1] ?? 0) + Math.hypot(x1 - x0, y1 - y0))
  }
  const length = run[steps] ?? 0
  return Array.from({ length: count }, (_, index) => {
    const wanted = count === 1 ? 0 : (length * index) / (count - 1)
    const reached = run.findIndex((distance) => distance >= wanted)
    const step = reached < 0 ? steps - 1 : Math.min(steps - 1, reached)
    const [x, y] = trail[step] ?? [0, 0]
    const [x2, y2] = trail[step + 1] ?? [0, 0]
    return { x, y, turn: (Math.atan2(y2 - y, x2 - x) * 180) / Math.PI }
  })
}

export function pathThrough(points: readonly Pick<Point, 'x' | 'y'>[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')
}

/** Chance that is the same each time for the same words. */
export function chanceOf(words: string): () => number {
  let state = 2_166_136_261
  for (const letter of words) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519)
    state = Math.imul(state ^ (state >>> 13), 3_266_489_917)
    return ((state ^= state >>> 16) >>> 0) / 4_294_967_296
  }
}

export type Pen = ReturnType<typeof penOf>

/** Draws with the tint of one metal; stones bring their own. */
export function penOf(metal: Tint, ground: Ground) {
  const shape = (d: string, tint: Tint, fill: string, width: number) =>
    `<path d="${d}" fill="${fill}" fill-rule="evenodd" stroke="${tint.line}" stroke-width="${width}"/>`
  const disc = (r: number, fill: string, stroke: string, width: number, ry = r) =>
    `<ellipse rx="${n(r)}" ry="${n(ry)}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`
  return {
    metal: (d: string, width = 3.4) => shape(d, metal, metal.wash, width),
    pale: (d: string, width = 3) => shape(d, metal, metal.pale, width),
    line: (d: string, width = 2.4) => shape(d, metal, 'none', width),
    /** A light stroke along a polished edge. */
    gleam: (d: string, width = 6) =>
      `<path d="${d}" fill="none" stroke="${metal.pale}" stroke-width="${width}"/>`,
    ground: GROUNDS[ground],
    wire: (d: string, width: number) =>
      `<path d="${d}" fill="none" stroke="${metal.line}" stroke-width="${width}"/>` +
      `<path d="${d}" fill="none" stroke="${metal.wash}" stroke-width="${n(width - 5.5)}"/>`,
    bead: (r: number) =>
      disc(r, metal.wash, metal.line, r > 12 ? 3 : 2.4) +
      `<circle cx="${n(-r * 0.3)}" cy="${n(-r * 0.32)}" r="${n(r * 0.24)}" fill="${metal.pale}"/>`,
    disc: (r: number, ry = r) => disc(r, metal.wash, metal.line, 3.2, ry),
    paleDisc: (r: number, ry = r) => disc(r, metal.pale, metal.line, 2.8, ry),
    circle: (r: number, ry = r, width = 2.2) => disc(r, 'none', metal.line, width, ry),
    tinted: (d: string, stone: StoneTint, width = 2.6) =>
      shape(d, STONE_TINTS[stone], STONE_TINTS[stone].wash, width),
    pearl: (r: number, ry = r) =>
      disc(r, STONE_TINTS.pearl.wash, STONE_TINTS.pearl.line, 2.6, ry) +
      `<ellipse cx="${n(-r * 0.3)}" cy="${n(-ry * 0.34)}" rx="${n(r * 0.26)}" ry="${n(ry * 0.2)}" fill="${STONE_TINTS.pearl.pale}"/>` +
      `<path d="M${n(r * 0.15)} ${n(ry * 0.66)}A${n(r * 0.7)} ${n(ry * 0.7)} 0 0 0 ${n(r * 0.67)} ${n(ry * 0.1)}" fill="none" stroke="${STONE_TINTS.pearl.line}" stroke-width="1.6" opacity=".55"/>`,
    /** A black bead of a mangal sutra. */
    blackBead: (r: number) =>
      disc(r, '#29242b', ground === 'paper' ? '#120f14' : '#84767c', 2) +
      `<circle cx="${n(-r * 0.3)}" cy="${n(-r * 0.34)}" r="${n(r * 0.22)}" fill="#8d8590"/>`,
    /** A smooth stone without facets. */
    cabochon: (r: number, stone: StoneTint, ry = r) => {
      const tint = STONE_TINTS[stone]
      return (
        disc(r, tint.wash, tint.line, r > 14 ? 3 : 2.2, ry) +
        `<ellipse cx="${n(-r * 0.28)}" cy="${n(-ry * 0.36)}" rx="${n(r * 0.32)}" ry="${n(ry * 0.2)}" fill="${tint.pale}"/>`
      )
    },
  }
}
