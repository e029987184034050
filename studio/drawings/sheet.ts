/** Arranges the views of a piece, its dimensions and the coin on a square sheet; in millimetres, y up. */
import { COIN_MM } from '#domain/drawing.ts'
import type { Triangle, Vector } from './raster.ts'

export interface View {
  readonly triangles: readonly Triangle[]
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
  readonly dimensions: readonly Dimension[]
}

/** A side with a dimension line between two points. */
export interface Dimension {
  readonly side: 'across' | 'up'
  readonly from: number
  readonly to: number
}

export interface Sheet {
  readonly sideMm: number
  /** At their final positions. */
  readonly views: readonly View[]
  /** Its centre. */
  readonly coin: { readonly x: number; readonly y: number }
}

/** Fractions of the sheet: the margins, and the gaps for dimension lines and their numbers. */
const MARGIN = 0.13
const GAP = 0.12

interface Box {
  readonly width: number
  readonly height: number
}

/** Columns from left to right, each from top to bottom, as indexes of items. */
type Layout = readonly (readonly number[])[]

/** A second view is above the first; the coin is next to them, or below if that leaves more room. */
export function arrange(views: readonly View[]): Sheet {
  const coin = views.length
  const boxes: Box[] = [
    ...views.map(({ left, right, bottom, top }) => ({ width: right - left, height: top - bottom })),
    { width: COIN_MM, height: COIN_MM },
  ]
  const layouts: Layout[] = views.length === 2 ? [[[1, 0], [coin]]] : [[[0], [coin]], [[0, coin]]]
  const [best] = layouts
    .map((layout) => ({ layout, sideMm: sideOf(layout, boxes) }))
    .toSorted((one, other) => one.sideMm - other.sideMm)
  if (!best) throw new Error('There is always a layout')
  const corners = cornersOf(best.layout, boxes, best.sideMm)
  const { x = 0, y = 0 } = corners.get(coin) ?? {}
  return {
    sideMm: best.sideMm,
    views: views.map((view, index) => {
      const corner = corners.get(index) ?? { x: 0, y: 0 }
      return move(view, corner.x - view.left, corner.y - view.bottom)
    }),
    coin: { x: x + COIN_MM / 2, y: y + COIN_MM / 2 },
  }
}

function sideOf(layout: Layout, boxes: readonly Box[]): number {
  const columns = layout.map((column) => sizeOf(column, boxes))
  const across = columns.reduce((sum, { width }) => sum + width, 0)
  return Math.max(
    across / (1 - 2 * MARGIN - GAP * (layout.length - 1)),
    ...columns.map(
      ({ height }, index) => height / (1 - 2 * MARGIN - GAP * ((layout[index]?.length ?? 1) - 1)),
    ),
  )
}

/** The size of a column without its gaps. */
function sizeOf(column: readonly number[], boxes: readonly Box[]): Box {
  return column.reduce(
    (size, index) => {
      const { width = 0, height = 0 } = boxes[index] ?? {}
      return { width: Math.max(size.width, width), height: size.height + height }
    },
    { width: 0, height: 0 },
  )
}

/** The lower left corner of each item; columns share a baseline. */
function cornersOf(
  layout: Layout,
  boxes: readonly Box[],
  sideMm: number,
): Map<number, { x: number; y: number }> {
  const gap = GAP * sideMm
  const columns = layout.map((items) => ({ items, ...sizeOf(items, boxes) }))
  const across = columns.reduce((sum, { width }) => sum + width, gap * (columns.length - 1))
  const tallest = Math.max(...columns.map(({ items, height }) => height + gap * (items.length - 1)))
  const corners = new Map<number, { x: number; y: number }>()
  let x = (sideMm - across) / 2
  for (const { items, width } of columns) {
    let y = (sideMm - tallest) / 2
    for (const index of items.toReversed()) {
      const box = boxes[index] ?? { width: 0, height: 0 }
      corners.set(index, { x: x + (width - box.width) / 2, y })
      y += box.height + gap
    }
    x += width + gap
  }
  return corners
}

/** Measures `part`, which is the whole view if omitted. */
export function viewOf(
  triangles: readonly Triangle[],
  sides: readonly Dimension['side'][],
  part: readonly Triangle[] = triangles,
): View {
  const { left, right, bottom, top } = boundsOf(part)
  return {
    ...boundsOf(triangles),
    triangles,
    dimensions: sides.map((side) =>
      side === 'across' ? { side, from: left, to: right } : { side, from: bottom, to: top },
    ),
  }
}

function boundsOf(triangles: readonly Triangle[]) {
  const bounds = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }
  for (const { corners } of triangles)
    for (const [x, y] of corners) {
      bounds.left = Math.min(bounds.left, x)
      bounds.right = Math.max(bounds.right, x)
      bounds.bottom = Math.min(bounds.bottom, y)
      bounds.top = Math.max(bounds.top, y)
    }
  return bounds
}

function move({ triangles, left, right, bottom, top, dimensions }: View, across: number, up: number): View {
  const moved = ([x, y, z]: Vector): Vector => [x + across, y + up, z]
  return {
    triangles: triangles.map((each) => {
      const [a, b, c] = each.corners
      return { ...each, corners: [moved(a), moved(b), moved(c)] }
    }),
    left: left + across,
    right: right + across,
    bottom: bottom + up,
    top: top + up,
    dimensions: dimensions.map(({ side, from, to }) => {
      const by = side === 'across' ? across : up
      return { side, from: from + by, to: to + by }
    }),
  }
}
