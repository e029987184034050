/** Motifs that several pieces carry. */
import { lowerArc } from './builders.ts'
import { collet } from './ornaments.ts'
import { around, at, type Pen, type StoneTint } from './pen.ts'

export type Draw = (pen: Pen) => string

const NAVRATNA: readonly StoneTint[] = [
  'pearl',
  'garnet',
  'emerald',
  'yellow',
  'sapphire',
  'orange',
  'honey',
  'diamond',
]
/** The nine stones around a ruby. */
export const navratna = (pen: Pen, radius: number, r: number, heart: number) =>
  around(8, radius, (i) => collet(pen, r, NAVRATNA[i] ?? 'ruby', 'smooth')) +
  collet(pen, heart, 'ruby', 'smooth')

/** The same drop again and again along the lower edge of something round. */
export const fringe = (count: number, r: number, draw: string, spread = 150) =>
  lowerArc(r, count, spread)
    .map(({ x, y }) => at(x, y, draw))
    .join('')

/** A figure of eight on its side. */
export const infinity =
  (w: number): ((t: number) => readonly [number, number]) =>
  (t) => {
    const a = 2 * Math.PI * t
    return [w * Math.sin(a), w * 0.42 * Math.sin(2 * a)]
  }
