/** Dimension lines, the coin, and their numbers, as an SVG and pictures of text. */
import { COIN_MM, inMillimetres } from '#domain/drawing.ts'
import type { Lettering } from './lettering.ts'
import type { Sheet } from './sheet.ts'

const LINE = '#8a6a45'
/** In points of the drawing. */
const OFFSET = 30
const TICK = 9
const TEXT = 33
const STROKE = 2.4

interface Label {
  readonly text: string
  /** The centre of the text. */
  readonly x: number
  readonly y: number
  readonly size: number
  readonly isUpright: boolean
}

export interface Annotations {
  readonly svg: Buffer
  readonly labels: readonly { readonly input: Buffer; readonly left: number; readonly top: number }[]
}

export async function annotate(sheet: Sheet, side: number, lettering: Lettering): Promise<Annotations> {
  const points = (mm: number) => (mm / sheet.sideMm) * side
  const shapes: string[] = []
  const labels: Label[] = []
  for (const { left, bottom, dimensions } of sheet.views) {
    for (const { side: along, from, to } of dimensions) {
      const text = inMillimetres(to - from)
      if (along === 'across') {
        const y = side - points(bottom) + OFFSET
        shapes.push(lineWithTicks({ x1: points(from), y1: y, x2: points(to), y2: y }))
        labels.push({ text, x: points((from + to) / 2), y: y + TEXT * 0.95, size: TEXT, isUpright: true })
      } else {
        const x = points(left) - OFFSET
        shapes.push(lineWithTicks({ x1: x, y1: side - points(to), x2: x, y2: side - points(from) }))
        labels.push({
          text,
          x: x - TEXT * 0.8,
          y: side - points((from + to) / 2),
          size: TEXT,
          isUpright: false,
        })
      }
    }
  }
  const coin = { x: points(sheet.coin.x), y: side - points(sheet.coin.y), radius: points(COIN_MM / 2) }
  shapes.push(circle(coin, coin.radius), circle(coin, coin.radius * 0.93), circle(coin, coin.radius * 0.62))
  labels.push({ text: '₹10', x: coin.x, y: coin.y, size: coin.radius * 0.5, isUpright: true })
  labels.push({
    text: `${COIN_MM} mm`,
    x: coin.x,
    y: coin.y + coin.radius + OFFSET + TEXT * 0.95,
    size: TEXT,
    isUpright: true,
  })
  return {
    svg: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" fill="none" stroke="${LINE}" stroke-width="${STROKE}">${shapes.join('')}</svg>`,
    ),
    labels: await Promise.all(
      labels.map(async ({ text, x, y, size, isUpright }) => {
        const { png, width, height } = await lettering(text, size, isUpright)
        return { input: png, left: Math.round(x - width / 2), top: Math.round(y - height / 2) }
      }),
    ),
  }
}

function lineWithTicks({ x1, y1, x2, y2 }: Record<'x1' | 'y1' | 'x2' | 'y2', number>): string {
  const [dx, dy] = x1 === x2 ? [TICK, 0] : [0, TICK]
  const ticks = [
    [x1, y1],
    [x2, y2],
  ].map(([x = 0, y = 0]) => `<path d="M${x - dx} ${y - dy}L${x + dx} ${y + dy}"/>`)
  return `<path d="M${x1} ${y1}L${x2} ${y2}"/>${ticks.join('')}`
}

function circle({ x, y }: { readonly x: number; readonly y: number }, radius: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}"/>`
}
