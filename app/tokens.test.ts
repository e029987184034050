import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./app.css', import.meta.url), 'utf8')

/** The dark theme overrides some colours of the light one. */
const light = coloursIn(css.slice(css.indexOf('@theme'), css.indexOf('@layer theme')))
const dark = { ...light, ...coloursIn(css.slice(css.indexOf('@layer theme'), css.indexOf('@layer base'))) }

const GROUNDS = ['ground', 'raised', 'sunken']
const TEXT_PAIRS = [
  ...['ink', 'ink-soft', 'gold-ink', 'ruby', 'emerald', 'sapphire'].flatMap((ink) =>
    GROUNDS.map((ground) => [ink, ground] as const),
  ),
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['on-band', 'band'],
  ['on-band-soft', 'band'],
  ['emerald', 'emerald-tint'],
  ['ruby', 'ruby-tint'],
  ['sapphire', 'sapphire-tint'],
] as const
const LINE_PAIRS = [
  ...['line-strong', 'gold'].flatMap((line) => ['ground', 'raised'].map((ground) => [line, ground] as const)),
  ['band-gold', 'band'],
  ['on-band-soft', 'band'],
] as const

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_, colours) => {
  test.each(TEXT_PAIRS)('text in %s has enough contrast on %s', (ink, ground) => {
    expect(contrast(colours, ink, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(LINE_PAIRS)('a line in %s has enough contrast on %s', (line, ground) => {
    expect(contrast(colours, line, ground)).toBeGreaterThanOrEqual(3)
  })

  test('a decorative hairline stays faint', () => {
    expect(contrast(colours, 'line', 'ground')).toBeLessThan(2)
  })
})

function coloursIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(colours: Record<string, string>, one: string, other: string): number {
  const [lighter, darker] = [luminance(colours[one]), luminance(colours[other])].toSorted((a, b) => b - a)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

function luminance(hex: string | undefined): number {
  if (!hex) throw new Error('No such colour')
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
