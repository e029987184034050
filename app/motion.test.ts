import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const APP = import.meta.dirname
const read = (file: string) => readFileSync(join(APP, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')

const appCss = read('app.css')
const THEME_END = appCss.indexOf('@layer theme')
const stylesheets = [
  appCss.slice(THEME_END),
  ...globSync('*.css', { cwd: APP })
    .filter((file) => file !== 'app.css')
    .map(read),
].join('\n')
const components = globSync('**/*.{ts,tsx}', { cwd: APP }).filter((file) => !file.includes('.test.'))

/** The lines of the components that match. */
function found(pattern: RegExp): string[] {
  return components.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
}

test('durations and curves in stylesheets are tokens of the theme', () => {
  const reducedMotion = /animation-duration: 1ms !important;/
  expect(stylesheets).toMatch(reducedMotion)
  const times = /\b[\d.]+m?s\b|cubic-bezier|(?<!-)\bease\b/g
  expect(stylesheets.replace(reducedMotion, '').match(times)).toBeNull()
})

test('durations and curves in class lists are tokens of the theme', () => {
  expect(
    found(/\b(?:duration|delay)-[\d[]|\bease-(?:in|out|linear|initial|\[)|\banimate-(?!pulse\b)/),
  ).toEqual([])
  expect(stylesheets.match(/\b(?:duration|delay)-[\d[]|\banimate-(?!pulse\b)/)).toBeNull()
})

test('script animations take their duration from the theme', () => {
  expect(found(/\bduration: [\d.]+/)).toEqual([])
})

test('nothing moves for longer than a second', () => {
  const times = [...appCss.slice(0, THEME_END).matchAll(/--transition-\w+-\w+: (\d+)ms/g)].map(([, ms]) =>
    Number(ms),
  )
  expect(times.length).toBeGreaterThan(3)
  expect(Math.max(...times)).toBeLessThanOrEqual(1000)
})
