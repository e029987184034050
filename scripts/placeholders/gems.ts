/** Loose stones, as a cutter draws them: from above. */
import { CUTS } from './ornaments.ts'
import { at, type Pen, type StoneTint } from './pen.ts'

export const GEM_CUTS: Record<number, readonly [keyof typeof CUTS, StoneTint]> = {
  401: ['oval', 'ruby'],
  402: ['cushion', 'sapphire'],
  403: ['octagon', 'emerald'],
  404: ['oval', 'yellow'],
  405: ['round', 'diamond'],
  406: ['oval', 'orange'],
  407: ['pear', 'purple'],
  408: ['cushion', 'peridot'],
  410: ['trillion', 'violet'],
}

export function gem(pen: Pen, id: number): string {
  const [cut, stone] = GEM_CUTS[id] ?? ['cabochon', 'honey']
  const size = 205 + ((id * 37) % 5) * 12
  if (cut === 'cabochon')
    return (
      pen.cabochon(size * 0.9, stone, size * 1.1) +
      pen.gleam(
        `M${-size * 0.1} ${-size}C${size * 0.1} ${-size * 0.4} ${size * 0.1} ${size * 0.4} ${-size * 0.06} ${size}`,
        13,
      )
    )
  return at(0, 0, CUTS[cut](id === 404 ? size * 0.92 : size * 1.08, stone), id === 406 ? 90 : 0)
}
