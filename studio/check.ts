/** What can be measured in a finished photograph: `npm run studio -- --check` prints each picture that misses a limit. */
import sharp from 'sharp'

const SIDE = 512
/** How far a piece must differ from the paper, in 8-bit steps; a shadow is darker paper and does not count. */
const APART = 26
const SHADOW_HUE = 0.07
const BLOCK = 16
const LIMITS = { tint: 0.06, hue: 6, clipped: 0.01, mottle: 0.9, fillMin: 0.55, fillMax: 0.8 }

export interface Measures {
  /** The longer side of the piece, as a share of the frame. */
  readonly fill: number
  /** The share of the piece that is burnt out. */
  readonly clipped: number
  /** How far the channels of the brightest third of the piece's greys lie apart. */
  readonly tint: number
  /** The middle hue of what is gold, copper or bronze, in degrees; undefined where nothing is. */
  readonly hue: number | undefined
  /** How much neighbouring squares of plain paper differ, in 8-bit steps. */
  readonly mottle: number
}

type Rgb = readonly [number, number, number]

export async function measure(file: string | Buffer): Promise<Measures> {
  const data = await sharp(file).resize(SIDE, SIDE, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const at = (x: number, y: number): Rgb => {
    const i = 3 * (y * SIDE + x)
    return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0]
  }
  const paper = paperOf(at)
  const isPiece = new Uint8Array(SIDE * SIDE)
  const piece: Rgb[] = []
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const colour = at(x, y)
      if (!standsOut(colour, paper(x, y))) continue
      isPiece[y * SIDE + x] = 1
      piece.push(colour)
    }
  }
  return {
    fill: fillOf(isPiece),
    clipped: piece.filter((colour) => Math.min(...colour) >= 252).length / Math.max(1, piece.length),
    tint: tintOf(piece),
    hue: hueOf(piece),
    mottle: mottleOf(at, isPiece),
  }
}

/** Each limit that the picture misses, in words. `usualHue` is that of its alloy in all pictures. */
export function violations(measures: Measures, isWhiteMetal: boolean, usualHue?: number): string[] {
  const { fill, clipped, tint, hue, mottle } = measures
  const out: string[] = []
  if (isWhiteMetal && tint > LIMITS.tint) out.push(`white metal is tinted by ${percent(tint)}`)
  if (!isWhiteMetal && hue !== undefined && usualHue !== undefined && Math.abs(hue - usualHue) > LIMITS.hue)
    out.push(`hue ${hue.toFixed(0)}° where its alloy has ${usualHue.toFixed(0)}°`)
  if (clipped > LIMITS.clipped) out.push(`${percent(clipped)} of the piece is burnt out`)
  if (mottle > LIMITS.mottle) out.push(`the paper is mottled by ${mottle.toFixed(2)} steps`)
  if (fill < LIMITS.fillMin || fill > LIMITS.fillMax)
    out.push(`the piece fills ${percent(fill)} of the frame`)
  return out
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

/** Bilinear between the corners of the picture and the middles of its sides: paper is smooth. */
function paperOf(at: (x: number, y: number) => Rgb): (x: number, y: number) => Rgb {
  const edge = (x0: number, y0: number): Rgb => {
    const colours: Rgb[] = []
    for (let y = y0; y < y0 + BLOCK; y++) for (let x = x0; x < x0 + BLOCK; x++) colours.push(at(x, y))
    const channel = (k: 0 | 1 | 2) => median(colours.map((colour) => colour[k]))
    return [channel(0), channel(1), channel(2)]
  }
  const far = SIDE - BLOCK
  const corners = [edge(0, 0), edge(far, 0), edge(0, far), edge(far, far)] as const
  return (x, y) => {
    const [u, v] = [x / SIDE, y / SIDE]
    const mixed = (k: 0 | 1 | 2) =>
      (corners[0][k] * (1 - u) + corners[1][k] * u) * (1 - v) +
      (corners[2][k] * (1 - u) + corners[3][k] * u) * v
    return [mixed(0), mixed(1), mixed(2)]
  }
}

function standsOut(colour: Rgb, paper: Rgb): boolean {
  const apart = Math.max(...colour.map((value, k) => Math.abs(value - (paper[k] ?? 0))))
  if (apart < APART) return false
  const shares = colour.map((value, k) => value / Math.max(1, paper[k] ?? 1))
  const isShadow = Math.max(...shares) < 1 && Math.max(...shares) - Math.min(...shares) < SHADOW_HUE
  return !isShadow
}

function fillOf(isPiece: Uint8Array): number {
  const lines = Array.from({ length: SIDE }, (_, i) => i)
  const isHeld = (pixelOf: (k: number) => number) => lines.filter((k) => isPiece[pixelOf(k)]).length > 2
  const reach = (held: readonly number[]) => ((held.at(-1) ?? -1) - (held[0] ?? 0) + 1) / SIDE
  const rows = lines.filter((y) => isHeld((x) => y * SIDE + x))
  const columns = lines.filter((x) => isHeld((y) => y * SIDE + x))
  return Math.max(reach(rows), reach(columns))
}

function saturation(colour: Rgb): number {
  return 1 - Math.min(...colour) / Math.max(1, ...colour)
}

function tintOf(piece: readonly Rgb[]): number {
  const greys = piece.filter((colour) => saturation(colour) < 0.4 && Math.min(...colour) < 250)
  const brightest = greys.toSorted((a, b) => b[1] - a[1]).slice(0, Math.ceil(greys.length / 3))
  if (brightest.length === 0) return 0
  const mean = ([0, 1, 2] as const).map(
    (k) => brightest.reduce((sum, colour) => sum + colour[k], 0) / brightest.length,
  )
  return Math.max(...mean) / Math.min(...mean) - 1
}

function hueOf(piece: readonly Rgb[]): number | undefined {
  const warm = piece
    .filter(
      (colour) =>
        saturation(colour) > 0.35 && colour[0] > 120 && colour[0] > colour[1] && colour[1] > colour[2],
    )
    .map(([red, green, blue]) => (60 * (green - blue)) / (red - blue))
  return warm.length < 500 ? undefined : median(warm)
}

function mottleOf(at: (x: number, y: number) => Rgb, isPiece: Uint8Array): number {
  const count = SIDE / BLOCK
  const square = (column: number, row: number): number | undefined => {
    let sum = 0
    for (let y = row * BLOCK; y < (row + 1) * BLOCK; y++) {
      for (let x = column * BLOCK; x < (column + 1) * BLOCK; x++) {
        if (isPiece[y * SIDE + x]) return undefined
        sum += at(x, y)[1]
      }
    }
    return sum / BLOCK ** 2
  }
  const means = Array.from({ length: count * count }, (_, i) => square(i % count, Math.floor(i / count)))
  const bends: number[] = []
  for (let i = count + 1; i < count * (count - 1) - 1; i++) {
    const around = [means[i - 1], means[i + 1], means[i - count], means[i + count]]
    const middle = means[i]
    if (middle === undefined || around.some((mean) => mean === undefined)) continue
    bends.push(Math.abs(middle - around.reduce<number>((sum, mean) => sum + (mean ?? 0), 0) / 4))
  }
  return bends.toSorted((a, b) => a - b)[Math.floor(bends.length * 0.8)] ?? 0
}
