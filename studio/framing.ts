/** The framing of each photograph of a product, for the limits that it is measured against. */
import type { Framing } from './check.ts'

/** First views in which a chain, a strand of beads, a rail or the other of a pair leaves the picture, by name prefixes. */
const RUNNING_OUT = [
  'anklet-3-',
  'mangal-sutra-',
  'pendants-',
  'tops-1-',
  'tops-2-',
  'tops-3-',
  'tops-4-',
  'tops-5-',
  'tops-6-',
  'tops-8-',
  'tops-9-',
  'necklaces-603-',
  'necklaces-605-',
  'sets-903-',
  'sets-904-',
  'sets-905-',
]
/** Draped over the velvet bust. */
const WORN = new Set([
  'necklaces-601-1',
  'necklaces-601-2',
  'necklaces-602-1',
  'necklaces-602-2',
  'sets-901-2',
  'sets-902-2',
  'sets-903-2',
  'sets-906-2',
])

export function framingOf(picture: string): Framing {
  if (WORN.has(picture)) return 'worn'
  const isSecond = picture.endsWith('-2')
  return isSecond || RUNNING_OUT.some((start) => picture.startsWith(start)) ? 'close' : 'whole'
}
