/**
 * The environment light of the 3D view, as an equirectangular picture (Radiance RGBE). Like in the studio, polished
 * metal is shaped by large bright cards and the dark between them.
 */
type Colour = readonly [number, number, number]

/** Position and size of a card, in degrees: east of the front, above the horizon. */
interface Card {
  readonly east: number
  readonly up: number
  readonly wide: number
  readonly high: number
  readonly colour: Colour
  /** Defaults to that of a lamp. */
  readonly feather?: number
}

const WARM: Colour = [1, 0.965, 0.895]
const COOL: Colour = [0.96, 1, 1]
const lit = (colour: Colour, radiance: number): Colour => [
  colour[0] * radiance,
  colour[1] * radiance,
  colour[2] * radiance,
]

const CARDS: readonly Card[] = [
  // Key: a large card to the upper left of the lens.
  { east: -52, up: 48, wide: 62, high: 46, colour: lit(WARM, 9.5) },
  // Fill on the right, lower and softer.
  { east: 66, up: 26, wide: 40, high: 62, colour: lit(COOL, 5.12) },
  // A strip above the lens, so that surfaces facing it are never black mirrors.
  { east: 4, up: 22, wide: 34, high: 16, colour: lit(WARM, 2.2) },
  // Two strips at the sides behind, for the rims: further behind, a level onyx would mirror the right one, and be white.
  { east: 116, up: 34, wide: 26, high: 70, colour: lit(COOL, 8.8) },
  { east: -142, up: 30, wide: 22, high: 66, colour: lit(WARM, 8) },
  // Between them, soft and weak: a level rim mirrors it, and is dark otherwise.
  { east: 178, up: 30, wide: 70, high: 50, colour: lit(WARM, 0.8), feather: 44 },
  // From above, for pieces that lie on their back.
  { east: 24, up: 70, wide: 130, high: 14, colour: lit(WARM, 2.2) },
  // At the zenith, all round, or it would be a star on a cabochon; and soft, so that a level frame mirrors a gradient.
  { east: 0, up: 90, wide: 400, high: 32, colour: lit(WARM, 0.75), feather: 26 },
  // Light on the paper: without it, the inside of a silver bangle mirrors one even tone, like chalk.
  { east: -60, up: -40, wide: 34, high: 48, colour: lit(WARM, 1.5), feather: 30 },
  { east: 78, up: -38, wide: 26, high: 44, colour: lit(COOL, 1.0), feather: 28 },
  { east: 172, up: -42, wide: 30, high: 40, colour: lit(WARM, 0.5), feather: 50 },
  // Before the piece, for upright fronts, which mirror the paper there.
  { east: 6, up: -30, wide: 16, high: 36, colour: lit(WARM, 0.8), feather: 30 },
]
const SKY: Colour = [0.12, 0.12, 0.118]
const HORIZON: Colour = [0.06, 0.06, 0.06]
const GROUND: Colour = [0.16, 0.157, 0.151]
/** The soft edge of a card, in degrees. */
const FEATHER = 14

export const WIDTH = 512
const HEIGHT = 256

export function lightFile(): Uint8Array {
  const header = new TextEncoder().encode(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${HEIGHT} +X ${WIDTH}\n`)
  const rows = Array.from({ length: HEIGHT }, (_, row) => encodedRow(row))
  return Uint8Array.from([...header, ...rows.flat()])
}

/** The radiance from one direction. */
export function radianceAt(east: number, up: number): Colour {
  const rise = Math.sin((up * Math.PI) / 180)
  const base = rise > 0 ? mixed(HORIZON, SKY, rise) : mixed(HORIZON, GROUND, Math.sqrt(-rise))
  return CARDS.reduce<Colour>((sum, card) => {
    const aside = Math.abs(((east - card.east + 540) % 360) - 180)
    const share =
      edge(aside, card.wide / 2, card.feather) * edge(Math.abs(up - card.up), card.high / 2, card.feather)
    return [sum[0] + card.colour[0] * share, sum[1] + card.colour[1] * share, sum[2] + card.colour[2] * share]
  }, base)
}

/** The front of a model is three quarters across the picture, whose columns run to the west. */
export function eastOf(column: number): number {
  return 270 - ((column + 0.5) / WIDTH) * 360
}

function edge(distance: number, half: number, feather = FEATHER): number {
  const inside = Math.min(Math.max((half + feather / 2 - distance) / feather, 0), 1)
  return inside * inside * (3 - 2 * inside)
}

function mixed(from: Colour, to: Colour, share: number): Colour {
  return [0, 1, 2].map((band) => (from[band] ?? 0) * (1 - share) + (to[band] ?? 0) * share) as [
    number,
    number,
    number,
  ] // One for each channel.
}

/** A row in the format's run-length encoding: each of the four bytes separately, runs as length and value. */
function encodedRow(row: number): number[] {
  const up = 90 - ((row + 0.5) / HEIGHT) * 180
  const pixels = Array.from({ length: WIDTH }, (_, column) => rgbe(radianceAt(eastOf(column), up)))
  const planes = [0, 1, 2, 3].flatMap((plane) => packed(pixels.map((pixel) => pixel[plane] ?? 0)))
  return [2, 2, WIDTH >> 8, WIDTH & 255, ...planes]
}

const RUN_MAX = 127
const RUN_MIN = 4

function packed(bytes: readonly number[]): number[] {
  const out: number[] = []
  let literal: number[] = []
  const flush = () => {
    for (let at = 0; at < literal.length; at += RUN_MAX) {
      const part = literal.slice(at, at + RUN_MAX)
      out.push(part.length, ...part)
    }
    literal = []
  }
  for (let at = 0; at < bytes.length;) {
    const value = bytes[at] ?? 0
    let run = 1
    while (run < RUN_MAX && bytes[at + run] === value) run++
    if (run >= RUN_MIN) {
      flush()
      out.push(128 + run, value)
    } else literal.push(...Array.from({ length: run }, () => value))
    at += run
  }
  flush()
  return out
}

/** Three mantissas with a common exponent. */
function rgbe(colour: Colour): readonly [number, number, number, number] {
  const largest = Math.max(...colour)
  const exponent = Math.ceil(Math.log2(largest) + 1e-9)
  const scale = 256 / 2 ** exponent
  const [red, green, blue] = colour.map((value) => Math.min(255, Math.floor(value * scale)))
  return [red ?? 0, green ?? 0, blue ?? 0, exponent + 128]
}
