/** The measures of a finished photograph, on drawn ones whose faults are known. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { measure, violations } from './check.ts'

interface Drawing {
  readonly metal: string
  readonly paper?: string
  readonly radius?: number
  readonly more?: string
}

function drawn({ metal, paper = '#8e6c53', radius = 165, more = '' }: Drawing): Promise<Buffer> {
  const svg = `<svg width="512" height="512"><rect width="512" height="512" fill="${paper}"/>${more}
    <circle cx="256" cy="256" r="${radius}" fill="none" stroke="${metal}" stroke-width="40"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

test('a neutral ring of the right size on even paper has no fault', async () => {
  expect(violations(await measure(await drawn({ metal: '#c9c8c6' })), true)).toEqual([])
})

test('white metal that took on the brown of its paper is named', async () => {
  const [fault] = violations(await measure(await drawn({ metal: '#d2b39a' })), true)
  expect(fault).toMatch(/^white metal is tinted by 3\d\.\d%$/)
})

test('gold is judged by the hue of its alloy', async () => {
  const measures = await measure(await drawn({ metal: '#d8a040' }))
  expect(violations(measures, false, 38)).toEqual([])
  expect(violations(measures, false, 50)).toEqual(['hue 38° where its alloy has 50°'])
})

test('a burnt out piece is named, a bright one is not', async () => {
  const [fault] = violations(await measure(await drawn({ metal: '#ffffff' })), true)
  expect(fault).toMatch(/^9\d\.\d% of the piece is burnt out$/)
  expect(violations(await measure(await drawn({ metal: '#f4f4f4' })), true)).toEqual([])
})

test('a piece that is small in its frame is named', async () => {
  const [fault] = violations(await measure(await drawn({ metal: '#c9c8c6', radius: 80 })), true)
  expect(fault).toMatch(/^the piece fills 3\d\.\d% of the frame$/)
})

test('clouds on the paper are named, a soft gradient is not', async () => {
  const clouds = Array.from({ length: 256 }, (_, i) => {
    const [x, y] = [(i % 16) * 32, Math.floor(i / 16) * 32]
    return (i + Math.floor(i / 16)) % 2
      ? `<rect x="${x}" y="${y}" width="32" height="32" fill="#91704f"/>`
      : ''
  }).join('')
  const mottled = await measure(await drawn({ metal: '#c9c8c6', more: clouds }))
  expect(violations(mottled, true)).toEqual([
    expect.stringMatching(/^the paper is mottled by \d\.\d\d steps$/),
  ])
  const gradient = `<defs><linearGradient id="g"><stop stop-color="#8e6c53"/><stop offset="1" stop-color="#7a5a44"/></linearGradient></defs><rect width="512" height="512" fill="url(#g)"/>`
  expect(violations(await measure(await drawn({ metal: '#c9c8c6', more: gradient })), true)).toEqual([])
})
