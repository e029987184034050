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

test('a level frame that is seen from above mirrors a gradient', () => {
  const [far, near] = [lightFrom(0, -1, 68), lightFrom(0, -1, 80)]
  expect(far).toBeGreaterThan(0.22)
  expect(near).toBeGreaterThan(far * 1.8)
})

test('the light at the zenith is the same all round, not a star', () => {
  const round = Array.from({ length: 36 }, (_, step) => {
    const angle = (step / 18) * Math.PI
    return lightFrom(Math.cos(angle), Math.sin(angle), 86)
  })
  expect(Math.max(...round) - Math.min(...round)).toBeLessThan(0.01)
})

test('an upright front mirrors lit paper, brighter than that beside it', () => {
  const front = lightFrom(0.2, 1, -30)
  expect(front).toBeGreaterThan(0.5)
  for (const right of [-0.7, 1.2]) expect(lightFrom(right, 1, -30)).toBeLessThan(front * 0.8)
})

test('the published picture is the current one', () => {
  expect(readFileSync(join(MODELS, 'light.hdr')).equals(lightFile())).toBe(true)
})
