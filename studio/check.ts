/** Measurements of finished photographs: `npm run studio -- --check` prints each picture that misses a limit. */
import sharp from 'sharp'

const SIDE = 512
/** How far a piece must differ from the paper, in 8-bit steps; a shadow is darker paper and does not count. */
const APART = 26
/** How much cooler than the warm paper white metal of about its brightness is, as a fraction. */
const COOLER = 0.035
/** On cocoa, white metal is brighter anyway, and warm reflections on the paper would be mistaken for it. */
const BRIGHT_PAPER = 165
const SHADOW_HUE = 0.07
/** The deepest shadow, as a fraction of its paper; what is darker is onyx or a black bead. */
const SHADOW_DEPTH = 0.45
/** Metal mirrors its paper in spots of a few pixels, which are still the piece. */
const SPOT = 2
/** The thickest rail that earrings hang on, as a fraction of the frame. */
const RAIL = 0.08
const BLOCK = 16
/** Warm hues of alloys, in degrees: redder hues belong to garnet or coral, greener ones to peridot. */
const ALLOY_HUES = { min: 15, max: 55 }
const LIMITS = {
  tint: 0.06,
  hue: 6,
  clipped: 0.01,
  mottle: 0.9,
  fillMin: 0.55,
  fillMax: 0.8,
  coverMin: 0.08,
  cutMax: 1 / 3,
}

/**
 * What a picture shows: a whole piece with space around it; a close view, whose strand, chain or rail may leave the
 * picture; or a piece on the bust, which leaves little paper to measure against.
 */
export type Framing = 'whole' | 'close' | 'worn'

export interface Measures {
  /** The longer side of the piece, as a fraction of the frame. */
  readonly fill: number
  /** The fraction of the picture that the piece covers. */
  readonly cover: number
  /** The fraction of the picture's border at which the piece is cut off. */
  readonly cut: number
  /** The overexposed fraction of the piece. */
  readonly clipped: number
  /** The spread of the colour channels in the brightest third of the piece's greys. */
  readonly tint: number
  /** The median hue of gold, copper or bronze, in degrees; undefined if there is none. */
  readonly hue: number | undefined
  /** The difference between adjacent squares of plain paper, in 8-bit steps. */
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
  const standing = new Uint8Array(SIDE * SIDE)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) standing[y * SIDE + x] = Number(standsOut(at(x, y), paper(x, y)))
  }
  const isPiece = closed(standing)
  const isRail = railOf(isPiece)
  const piece = Array.from(isPiece.keys())
    .filter((i) => isPiece[i] && !isRail[i])
    .map((i) => at(i % SIDE, Math.floor(i / SIDE)))
  return {
    fill: fillOf(isPiece),
    cover: piece.length / SIDE ** 2,
    cut: cutOf(isPiece),
    clipped: piece.filter((colour) => Math.min(...colour) >= 252).length / Math.max(1, piece.length),
    tint: tintOf(piece),
    hue: hueOf(piece),
    mottle: mottleOf(at, isPiece),
  }
}

export interface Expected {
  readonly framing: Framing
  readonly isWhiteMetal: boolean
  /** The hue of its alloy over all pictures. */
  readonly usualHue?: number | undefined
}

/** The limits that the picture misses, in words. */
export function violations(measures: Measures, { framing, isWhiteMetal, usualHue }: Expected): string[] {
  const { clipped, tint, hue, mottle } = measures
  const out: string[] = []
  if (framing === 'worn')
    return clipped > LIMITS.clipped ? [`${percent(clipped)} of the piece is burnt out`] : []
  if (isWhiteMetal && tint > LIMITS.tint) out.push(`white metal is tinted by ${percent(tint)}`)
  if (!isWhiteMetal && hue !== undefined && usualHue !== undefined && Math.abs(hue - usualHue) > LIMITS.hue)
    out.push(`hue ${hue.toFixed(0)}° where its alloy has ${usualHue.toFixed(0)}°`)
  if (clipped > LIMITS.clipped) out.push(`${percent(clipped)} of the piece is burnt out`)
  if (mottle > LIMITS.mottle) out.push(`the paper is mottled by ${mottle.toFixed(2)} steps`)
  return [...out, ...framingFaults(measures, framing)]
}

function framingFaults({ fill, cover, cut }: Measures, framing: Framing): string[] {
  if (framing === 'whole') {
    return fill < LIMITS.fillMin || fill > LIMITS.fillMax
      ? [`the piece fills ${percent(fill)} of the frame`]
      : []
  }
  const out: string[] = []
  if (cover < LIMITS.coverMin) out.push(`the piece covers only ${percent(cover)} of a close view`)
  if (cut > LIMITS.cutMax) out.push(`the piece is cut off along ${percent(cut)} of the border`)
  return out
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

/**
 * Paper is smooth: fits a second-degree surface to the picture's border. Whatever crosses the border (a chain, a rail)
 * is not paper, so the fit is repeated with the points that it already matches.
 */
function paperOf(at: (x: number, y: number) => Rgb): (x: number, y: number) => Rgb {
  const border = borderOf().map(([x, y]) => ({ terms: termsOf(x, y), colour: at(x, y) }))
  const channels = ([0, 1, 2] as const).map((k) => fittedTo(border.map((p) => [p.terms, p.colour[k]])))
  return (x, y) => {
    const terms = termsOf(x, y)
    const value = (k: number) => dot(channels[k] ?? [], terms)
    return [value(0), value(1), value(2)]
  }
}

function borderOf(): (readonly [number, number])[] {
  const steps = Array.from({ length: SIDE / 4 }, (_, i) => 4 * i + 2)
  const depths = [2, 6, 10, 14]
  return depths.flatMap((depth) =>
    steps.flatMap(
      (s) =>
        [
          [s, depth],
          [s, SIDE - 1 - depth],
          [depth, s],
          [SIDE - 1 - depth, s],
        ] as const,
    ),
  )
}

function termsOf(x: number, y: number): readonly number[] {
  const [u, v] = [(2 * x) / SIDE - 1, (2 * y) / SIDE - 1]
  return [1, u, v, u * v, u * u, v * v]
}

function fittedTo(points: readonly (readonly [terms: readonly number[], value: number])[]): number[] {
  const middle = median(points.map(([, value]) => value))
  let fit = [middle, 0, 0, 0, 0, 0]
  for (let round = 0; round < 12; round++) {
    const misses = points.map(([terms, value]) => Math.abs(value - dot(fit, terms)))
    const reach = Math.max(4, 2.5 * median(misses))
    fit = leastSquares(points.filter((_, i) => (misses[i] ?? 0) <= reach))
  }
  return fit
}

/** Solves the normal equations by Gaussian elimination, with slight damping if too little paper is visible. */
function leastSquares(points: readonly (readonly [readonly number[], number])[]): number[] {
  const n = 6
  const rows = Array.from({ length: n }, (_, i) => {
    const sums = Array.from({ length: n }, (_, j) =>
      points.reduce((sum, [terms]) => sum + (terms[i] ?? 0) * (terms[j] ?? 0), i === j ? 1e-3 : 0),
    )
    return [...sums, points.reduce((sum, [terms, value]) => sum + (terms[i] ?? 0) * value, 0)]
  })
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (i === j) continue
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1)
      for (let k = i; k <= n; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0)
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1))
}

function dot(one: readonly number[], two: readonly number[]): number {
  return one.reduce((sum, value, i) => sum + value * (two[i] ?? 0), 0)
}

function standsOut(colour: Rgb, paper: Rgb): boolean {
  const apart = Math.max(...colour.map((value, k) => Math.abs(value - (paper[k] ?? 0))))
  const [red, green, blue] = colour.map((value, k) => value / Math.max(1, paper[k] ?? 1)) as [
    number,
    number,
    number,
  ]
  if (apart < APART) return paper[0] > BRIGHT_PAPER && blue - red > COOLER
  const brightest = Math.max(red, green, blue)
  const isShadow =
    brightest < 1 && brightest > SHADOW_DEPTH && brightest - Math.min(red, green, blue) < SHADOW_HUE
  return !isShadow
}

/** Grown and shrunk again, which closes the spots. */
function closed(isPiece: Uint8Array): Uint8Array {
  return inverted(grown(inverted(grown(isPiece))))
}

function inverted(mask: Uint8Array): Uint8Array {
  return mask.map((value) => 1 - value)
}

function grown(mask: Uint8Array): Uint8Array {
  const out = new Uint8Array(SIDE * SIDE)
  for (const i of mask.keys()) {
    if (!mask[i]) continue
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    const [left, right] = [Math.max(0, x - SPOT), Math.min(SIDE - 1, x + SPOT)]
    for (let row = Math.max(0, y - SPOT); row <= Math.min(SIDE - 1, y + SPOT); row++)
      out.fill(1, row * SIDE + left, row * SIDE + right + 1)
  }
  return out
}

/** The rail that earrings hang on: a thin band from the left border of the picture to the right one. */
function railOf(isPiece: Uint8Array): Uint8Array {
  const isRail = new Uint8Array(SIDE * SIDE)
  const [left, right] = [0, SIDE - 1].map((x) => onlyBandOf(isPiece, x))
  if (!left || !right) return isRail
  for (let x = 0; x < SIDE; x++) {
    const [top, bottom] = ([0, 1] as const).map((k) => left[k] + ((right[k] - left[k]) * x) / (SIDE - 1))
    for (let y = Math.floor(top ?? 0) - SPOT; y <= (bottom ?? 0) + SPOT; y++) isRail[y * SIDE + x] = 1
  }
  return isRail
}

/** Where the piece meets a column, if it does so in a single thin band. */
function onlyBandOf(isPiece: Uint8Array, x: number): readonly [number, number] | undefined {
  const rows = Array.from({ length: SIDE }, (_, y) => y).filter((y) => isPiece[y * SIDE + x])
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined || last - first + 1 > rows.length) return undefined
  return last - first < RAIL * SIDE ? [first, last] : undefined
}

function fillOf(isPiece: Uint8Array): number {
  const lines = Array.from({ length: SIDE }, (_, i) => i)
  const isHeld = (pixelOf: (k: number) => number) => lines.filter((k) => isPiece[pixelOf(k)]).length > 2
  const reach = (held: readonly number[]) => ((held.at(-1) ?? -1) - (held[0] ?? 0) + 1) / SIDE
  const rows = lines.filter((y) => isHeld((x) => y * SIDE + x))
  const columns = lines.filter((x) => isHeld((y) => y * SIDE + x))
  return Math.max(reach(rows), reach(columns))
}

function cutOf(isPiece: Uint8Array): number {
  const last = SIDE - 1
  let count = 0
  for (let i = 0; i < SIDE; i++) {
    for (const [x, y] of [
      [i, 0],
      [i, last],
      [0, i],
      [last, i],
    ] as const)
      count += isPiece[y * SIDE + x] ?? 0
  }
  return count / (4 * SIDE)
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
    .filter((hue) => hue >= ALLOY_HUES.min && hue <= ALLOY_HUES.max)
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
