/** The surroundings of the 3D view, as three reads them: `equirectUv` in its shader chunk `common`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MODELS } from '../folders.ts'
import { eastOf, lightFile, radianceAt, WIDTH } from './light.ts'

/** The brightness that a model sees to its right and its front, by a height in degrees. */
function lightFrom(right: number, front: number, up: number): number {
  const across = Math.atan2(front, right) / (2 * Math.PI) + 0.5
  return Math.max(...radianceAt(eastOf(Math.floor(across * WIDTH)), up))
}

test('the brightest lamp is at the upper left before the model', () => {
  const key = lightFrom(-0.8, 0.6, 48)
  const elsewhere = [
    [0.8, 0.6],
    [0.8, -0.6],
    [-0.8, -0.6],
  ] as const
  for (const [right, front] of elsewhere) expect(lightFrom(right, front, 48)).toBeLessThan(key)
})

test('a level rim mirrors light from behind, and not a lamp', () => {
  expect(lightFrom(0, -1, 30)).toBeGreaterThan(0.6)
  for (const right of [0, 0.25, 0.5]) expect(lightFrom(right, -1, 30)).toBeLessThan(1.5)
})

test('the published picture is the current one', () => {
  expect(readFileSync(join(MODELS, 'light.hdr')).equals(lightFile())).toBe(true)
})
