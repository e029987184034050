/** Names, comments and test titles do without the words that docs/glossary.md retires. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './console.ts'
import { filesUnder } from './site/files.ts'

const FOLDERS = ['app', 'contract', 'domain', 'e2e', 'sandbox', 'scripts', 'server', 'studio']
const SELF = 'scripts/retired-words.test.ts'

interface Retired {
  readonly pattern: RegExp
  readonly use: string
}

/** The rows of the glossary's last table that have a pattern. A bar within a cell is escaped. */
const retired: readonly Retired[] = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('## Retired words')
  .slice(1)
  .flatMap((table) => table.split('\n'))
  .flatMap((line) => {
    const [, , use = '', cell = ''] = line.split(/(?<!\\)\|/).map((text) => text.trim())
    const source = /^`(.+)`$/.exec(cell)?.[1]?.replaceAll('\\|', '|')
    return source === undefined ? [] : [{ pattern: new RegExp(source), use }]
  })

const TOKEN =
  /(\/\/.*|\/\*[\s\S]*?\*\/)|((?:test|it|describe)(?:\.\w+)?\(\s*'(?:\\.|[^'\\\n])*')|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|([A-Za-z_$][\w$]*)/g

/** Comments, test titles and identifiers with the index where each begins; other strings may be texts of the shop. */
function wordsOf(code: string): { index: number; text: string }[] {
  return [...code.matchAll(TOKEN)].flatMap(({ index, 1: comment, 2: title, 3: name }) => {
    const text = comment ?? title ?? name
    return text === undefined || text.startsWith('// Shows ') ? [] : [{ index, text }]
  })
}

function retiredIn(code: string): { line: number; found: string; use: string }[] {
  return wordsOf(code).flatMap(({ index, text }) =>
    retired.flatMap(({ pattern, use }) => {
      const match = pattern.exec(text)
      if (!match) return []
      const line = code.slice(0, index + match.index).split('\n').length
      return [{ line, found: match[0], use }]
    }),
  )
}

test('the glossary has patterns to search for', () => {
  expect(retired.length).toBeGreaterThan(10)
})

test('finds retired words in names, comments and test titles, but not in other strings', () => {
  const code = "// Whoever pays.\nlookAndSettle('whoever')\ntest('poke the loop', () => {})\n"
  expect(retiredIn(code).map(({ line, found }) => [line, found])).toEqual([
    [1, 'Whoever'],
    [2, 'lookAndSettle'],
    [3, 'poke'],
  ])
})

/** It reads every file. */
const READING_MAX_MS = 60_000

test('names, comments and test titles use the words of the glossary', { timeout: READING_MAX_MS }, () => {
  const wrong = FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder)))
    .map((path) => ({ path, file: relative(ROOT, path) }))
    .filter(({ file }) => /\.(?:tsx?|mjs)$/.test(file) && file !== SELF)
    .flatMap(({ path, file }) =>
      retiredIn(readFileSync(path, 'utf8')).map(
        ({ line, found, use }) => `${file}:${line}: “${found}” is retired; use: ${use}`,
      ),
    )
  expect(wrong).toEqual([])
})
