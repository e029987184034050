/** Names, comments, test titles, logs, errors and documents avoid the words that docs/glossary.md retires. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './console.ts'
import { filesUnder } from './site/files.ts'

const FOLDERS = ['app', 'contract', 'docs', 'domain', 'e2e', 'sandbox', 'scripts', 'server', 'studio']
const FILES = ['.env.example', 'CONTRIBUTING.md', 'README.md']
/** This file quotes retired words, the glossary defines them, and the list of requirements is generated. */
const NOT_SEARCHED = new Set([
  'scripts/retired-words.test.ts',
  'docs/glossary.md',
  'docs/conformance.md',
  'studio/weights.md',
])

/** What may stand in a document although a pattern finds it, with the reason. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  // An occasion for wearing jewellery, not a dedupe key.
  'docs/design.md': /by budget, occasion/,
  // The stored name of an order event.
  'docs/payments.md': /`pickup ordered`/,
  // Title and address of Razorpay's page.
  'docs/providers.md': /Late Payment Authorisations|late-authorisation/g,
  // The id of a requirement.
  'docs/requirements.md': /`2\.card\.toast\.wished`/,
}

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
    return source === undefined ? [] : [{ pattern: new RegExp(source, 'g'), use }]
  })

/** Most files match none, which one search shows. */
const ANY = new RegExp(retired.map(({ pattern }) => `(?:${pattern.source})`).join('|'))

interface Words {
  readonly index: number
  readonly text: string
}

const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/.source
/** What precedes a test title, a log line or an error; `test.each(…)('…')` has its title after two brackets. */
const BEFORE_TEXT = /\b(?:test|it|describe)(?:\.\w+)*\(\s*|(?<=\)\(\s*)|\blog\.\w+\(\s*|\bnew \w*Error\(\s*/
  .source
const TOKEN = new RegExp(
  `(//.*|/\\*[\\s\\S]*?\\*/)|(?:${BEFORE_TEXT})(${STRING})|${STRING}|([A-Za-z_$][\\w$]*)`,
  'g',
)

/** Comments, test titles, logs, errors and names; other strings may be texts of the shop. */
function wordsOfCode(code: string): Words[] {
  return [...code.matchAll(TOKEN)].flatMap(({ index, 0: token, 1: comment, 2: said, 3: name }) => {
    const text = comment ?? said ?? name
    if (text === undefined || text.startsWith('// Shows ')) return []
    return [{ index: index + token.length - text.length, text }]
  })
}

/** Comments and docstrings: the names are those of the craft, such as the lanes of a chain. */
function wordsOfPython(code: string): Words[] {
  return [...code.matchAll(/"""[\s\S]*?"""|#.*/g)].map(({ index, 0: text }) => ({ index, text }))
}

function wordsOf(file: string, content: string): Words[] {
  if (/\.(?:tsx?|m?js)$/.test(file)) return wordsOfCode(content)
  if (file.endsWith('.py')) return wordsOfPython(content)
  const exception = EXCEPTIONS[file]
  return [
    { index: 0, text: exception ? content.replace(exception, ({ length }) => ' '.repeat(length)) : content },
  ]
}

function retiredIn(file: string, content: string): { line: number; found: string; use: string }[] {
  if (!ANY.test(content)) return []
  return wordsOf(file, content).flatMap(({ index, text }) =>
    retired.flatMap(({ pattern, use }) =>
      [...text.matchAll(pattern)].map((match) => ({
        line: content.slice(0, index + match.index).split('\n').length,
        found: match[0],
        use,
      })),
    ),
  )
}

const foundIn = (file: string, content: string) =>
  retiredIn(file, content).map(({ line, found }) => [line, found])

test('the glossary has patterns to search for', () => {
  expect(retired.length).toBeGreaterThan(10)
})

test('finds retired words in names, comments, titles, logs and errors, but not in other strings', () => {
  const code = [
    '// Whoever pays.',
    "lookAndSettle('whoever')",
    "test('poke the loop', () => {})",
    "test.each(['whoever'])('%s pokes', () => {})",
    'test("a lane", () => {})',
    'log.warn(`somebody`, {})',
    "throw new RangeError('no witness')",
  ]
  expect(foundIn('app/x.ts', code.join('\n'))).toEqual([
    [1, 'Whoever'],
    [2, 'lookAndSettle'],
    [3, 'poke'],
    [4, 'pokes'],
    [5, 'lane'],
    [6, 'somebody'],
    [7, 'witness'],
  ])
})

test('finds retired words in documents and settings, and in the comments of Python alone', () => {
  expect(foundIn('docs/x.md', 'One.\nWhoever pays.')).toEqual([[2, 'Whoever']])
  expect(foundIn('studio/x.py', 'lane = 1  # the lanes')).toEqual([[1, 'lanes']])
})

/** It reads every file. */
const READING_MAX_MS = 60_000

test('code and documents use the words of the glossary', { timeout: READING_MAX_MS }, () => {
  const wrong = [
    ...FILES.map((name) => join(ROOT, name)),
    ...FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder))),
  ]
    .map((path) => ({ path, file: relative(ROOT, path) }))
    .filter(({ file }) => FILES.includes(file) || /\.(?:tsx?|m?js|md|css|py)$/.test(file))
    .filter(({ file }) => !NOT_SEARCHED.has(file))
    .flatMap(({ path, file }) =>
      retiredIn(file, readFileSync(path, 'utf8')).map(
        ({ line, found, use }) => `${file}:${line}: “${found}” is retired; use: ${use}`,
      ),
    )
  expect(wrong).toEqual([])
})
