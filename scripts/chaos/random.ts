/** Seeded random numbers: every shopper draws from a separate stream. */
import { createHash } from 'node:crypto'

export interface Random {
  /** True this often: 0 never, 1 always. */
  happens(rate: number): boolean
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  oneOf<Thing>(things: readonly Thing[]): Thing
}

/** The key identifies the stream: for example a seed and the number of a shopper. */
export function seededRandom(...key: readonly (string | number)[]): Random {
  const draw = mulberry32(createHash('sha256').update(key.join('\n')).digest().readUInt32LE(0))
  const between = (least: number, most: number) => least + Math.floor(draw() * (most - least + 1))
  return {
    happens: (rate) => draw() < rate,
    between,
    oneOf(things) {
      const drawn = things[between(0, things.length - 1)]
      if (drawn === undefined) throw new Error('Nothing to choose from')
      return drawn
    },
  }
}

/** Mulberry32, a small generator in the public domain; returns numbers from 0 to just below 1. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
