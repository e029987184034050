/** docs/conformance.md is complete and correct. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../console.ts'
import { DOCUMENT, documentFor } from './document.ts'
import { testReferences, testReferencesIn } from './test-references.ts'
import { BUILT_IN, CHAPTERS, chaptersIn } from './requirements.ts'

const requirements = CHAPTERS.flatMap((chapter) => chapter.requirements)
const ids = requirements.map(({ id }) => id)
const found = testReferences()

test('no two requirements have the same id', () => {
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

test('every requirement is shown by a test', () => {
  const shown = new Set(found.map(({ id }) => id))
  expect(ids.filter((id) => !shown.has(id))).toEqual([])
})

test('no test shows an unknown requirement, and every comment is above a test', () => {
  const known = new Set(ids)
  expect(found.filter(({ id, test: title }) => !known.has(id) || title === null)).toEqual([])
})

test('every file that implements a requirement exists', () => {
  const missing = Object.entries(BUILT_IN).flatMap(([id, builtIn]) =>
    builtIn.filter((file) => !existsSync(join(ROOT, file))).map((file) => `${id}: ${file}`),
  )
  expect(missing).toEqual([])
})

test('every requirement names its files, and no file names an unknown requirement', () => {
  expect(Object.keys(BUILT_IN).toSorted()).toEqual(ids.toSorted())
})

test('a requirement is a list item that begins with its id', () => {
  const markdown =
    '# Title\n\n- No id.\n\n## 1. One\n\n- `1.a` It counts\n  to two.\n- `1.b` It stops.\n\nProse.\n'
  expect(chaptersIn(markdown)).toEqual([
    {
      title: '1. One',
      requirements: [
        { id: '1.a', text: 'It counts to two.' },
        { id: '1.b', text: 'It stops.' },
      ],
    },
  ])
})

test('docs/conformance.md is what `npm run conformance` writes', () => {
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(documentFor(CHAPTERS, found))
})

test.each([
  ["// Shows 1.a, 2.b\ntest('it counts', () => {", ['1.a', '2.b'], 'it counts'],
  ["  // Shows 1.a\n  // A reason.\n  it('it’s “it”', async () => {", ['1.a'], 'it’s “it”'],
  ["// Shows 1.a\ntest.each([\n  ['x', f('y')],\n])('%s is x', (x) => {", ['1.a'], '%s is x'],
  ['// Shows 1.a\ntest(`${path} is there`, async () => {', ['1.a'], '${path} is there'],
  ["// Shows 1.a\nconst x = test('no', ", ['1.a'], null],
])('the comment above %j is understood', (text, expected, title) => {
  const shown = testReferencesIn(text, 'a.test.ts')
  expect(shown.map(({ id }) => id)).toEqual(expected)
  expect(shown.map(({ test: named }) => named)).toEqual(expected.map(() => title))
})
