/** The measurements of a finished photograph, on synthetic ones with known faults. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { measure, violations } from './check.ts'
import { framingOf } from './framing.ts'

const WHITE = { framing: 'whole', isWhiteMetal: true } as const
const GOLD = { framing: 'whole', isWhiteMetal: false } as const

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
  expect(violations(await measure(await drawn({ metal: '#c9c8c6' })), WHITE)).toEqual([])
})

test('reports white metal that took on the brown of its paper', async () => {
  const [fault] = violations(await measure(await drawn({ metal: '#d2b39a' })), WHITE)
  expect(fault).toMatch(/^white metal is tinted by 3\d\.\d%$/)
})

test('gold is judged by the hue of its alloy', async () => {
  const measures = await measure(await drawn({ metal: '#d8a040' }))
  expect(violations(measures, { ...GOLD, usualHue: 38 })).toEqual([])
  expect(violations(measures, { ...GOLD, usualHue: 50 })).toEqual(['hue 38° where its alloy has 50°'])
})

test('reports an overexposed piece, but not a bright one', async () => {
  const [fault] = violations(await measure(await drawn({ metal: '#ffffff' })), WHITE)
  expect(fault).toMatch(/^9\d\.\d% of the piece is burnt out$/)
  expect(violations(await measure(await drawn({ metal: '#f4f4f4' })), WHITE)).toEqual([])
})

test('white metal as bright as its paper is part of the piece, and leaves the paper even', async () => {
  const measures = await measure(await drawn({ metal: '#c0bfbd', paper: '#c4bfb6' }))
  expect(measures.cover).toBeGreaterThan(0.14)
  expect(measures.mottle).toBeLessThan(0.1)
})

test('a black bead is part of the piece, and a shadow is not', async () => {
  const paper = '#ebe8e4'
  const bead = await measure(await drawn({ metal: '#2a2a2b', paper }))
  expect(bead.cover).toBeGreaterThan(0.14)
  const shadow = await measure(await drawn({ metal: '#b2aea8', paper }))
  expect(shadow.cover).toBe(0)
})

test('the wooden rail that earrings hang on does not tint their metal', async () => {
  const rail = '<path d="M-10 70 L522 78" stroke="#d9cdbb" stroke-width="16"/>'
  const measures = await measure(await drawn({ metal: '#a9a9a8', more: rail }))
  expect(measures.tint).toBeLessThan(0.02)
})

test('reports a piece that is small in its frame', async () => {
  const [fault] = violations(await measure(await drawn({ metal: '#c9c8c6', radius: 80 })), WHITE)
  expect(fault).toMatch(/^the piece fills 3\d\.\d% of the frame$/)
})

test('reports clouds on the paper, but not a soft gradient', async () => {
  const clouds = Array.from({ length: 256 }, (_, i) => {
    const [x, y] = [(i % 16) * 32, Math.floor(i / 16) * 32]
    return (i + Math.floor(i / 16)) % 2
      ? `<rect x="${x}" y="${y}" width="32" height="32" fill="#91704f"/>`
      : ''
  }).join('')
  const mottled = await measure(await drawn({ metal: '#c9c8c6', more: clouds }))
  expect(violations(mottled, WHITE)).toEqual([
    expect.stringMatching(/^the paper is mottled by \d\.\d\d steps$/),
  ])
  const gradient = `<defs><linearGradient id="g"><stop stop-color="#8e6c53"/><stop offset="1" stop-color="#7a5a44"/></linearGradient></defs><rect width="512" height="512" fill="url(#g)"/>`
  expect(violations(await measure(await drawn({ metal: '#c9c8c6', more: gradient })), WHITE)).toEqual([])
})

test('does not mistake a strand that leaves the picture for a large piece, or for paper', async () => {
  const strands = `<path d="M120 -10 L256 200 L392 -10" fill="none" stroke="#c9c8c6" stroke-width="44"/>`
  const measures = await measure(await drawn({ metal: '#c9c8c6', radius: 160, more: strands }))
  expect(violations(measures, { ...WHITE, framing: 'close' })).toEqual([])
  expect(violations(measures, WHITE)).toEqual([
    expect.stringMatching(/^the piece fills \d+\.\d% of the frame$/),
  ])
  expect(measures.mottle).toBeLessThan(0.1)
})

test('reports a close view that shows little of its piece, or cuts it off', async () => {
  const close = { ...WHITE, framing: 'close' } as const
  expect(violations(await measure(await drawn({ metal: '#c9c8c6', radius: 50 })), close)).toEqual([
    expect.stringMatching(/^the piece covers only \d\.\d% of a close view$/),
  ])
  const wide = `<rect x="-10" y="60" width="532" height="440" fill="#c9c8c6"/>`
  expect(violations(await measure(await drawn({ metal: '#c9c8c6', more: wide })), close)).toEqual([
    expect.stringMatching(/^the piece is cut off along \d+\.\d% of the border$/),
  ])
})

test('the red of a garnet does not count as the hue of its rose gold', async () => {
  const stone = '<circle cx="256" cy="256" r="130" fill="#a01420"/>'
  const measures = await measure(await drawn({ metal: '#d9905c', more: stone }))
  expect(measures.hue).toBeCloseTo(25, 0)
})

test('a first view shows the whole piece, but a chain, a strand or a rail may lead out of it', () => {
  expect(framingOf('rings-801-1')).toBe('whole')
  expect(framingOf('rings-801-2')).toBe('close')
  expect(framingOf('pendants-701-1')).toBe('close')
  expect(framingOf('sets-901-1')).toBe('whole')
  expect(framingOf('sets-901-2')).toBe('worn')
})
