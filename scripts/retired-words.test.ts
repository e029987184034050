/** Code, the texts of the shop and documents avoid the words of docs/retired-words.md. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './console.ts'
import { filesUnder } from './site/files.ts'

const FOLDERS = [
  'app',
  'contract',
  'deploy',
  'docs',
  'domain',
  'e2e',
  'sandbox',
  'scripts',
  'server',
  'studio',
]
const FILES = ['.ci/run', '.env.example', 'CONTRIBUTING.md', 'README.md', 'package.json']
/** Those that people write: pictures, models and recorded data are not. */
const SEARCHED =
  /\.(?:tsx?|m?js|md|css|py|c|html|sql|webmanifest|ya?ml|sh|conf|cfg|ini|env|service|timer|example)$|^deploy\/[^.]+$|^deploy\/.*\.json$/
/** This file and the table quote retired words, and the list of requirements is generated. */
const NOT_SEARCHED = new Set([
  'scripts/retired-words.test.ts',
  'docs/retired-words.md',
  'docs/conformance.md',
  'studio/weights.md',
])

/** What may stand although a pattern finds it. */
const EXCEPTIONS = new RegExp(
  [
    // An occasion for wearing jewellery, not a dedupe key.
    /\ban occasion\b|'Occasion'|by budget, occasion/,
    // Skin breathes, a transaction does not.
    /lets the skin breathe/,
    // The stored name of an order event.
    /[`']pickup ordered[`']/,
    // Names in applied migrations: a column since renamed, and the message of a trigger.
    /mail_outbox \(occasion|the ledger of an order is append-only/,
    // Title and address of Razorpay's page.
    /Late Payment Authorisations|late-authorisation/,
    // As documents in India say.
    /[Aa]uthorised signatory/,
    // Ids of requirements.
    /\/\/ Shows .*|[`']2\.card\.toast\.wished[`']/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

interface Retired {
  readonly pattern: RegExp
  readonly use: string
}

/** Migrations that databases may have applied, which record their hash: neither names nor comments change any more. */
const APPLIED_MIGRATION = /^server\/db\/migrations\/(?:00[0-2]\d|003[0-7])_/

/** The rows of the table that have a pattern. A bar within a cell is escaped. */
const retired: readonly Retired[] = readFileSync(join(ROOT, 'docs/retired-words.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, , use = '', cell = ''] = line.split(/(?<!\\)\|/).map((text) => text.trim())
    const source = /^`(.+)`$/.exec(cell)?.[1]?.replaceAll('\\|', '|')
    return source === undefined ? [] : [{ pattern: new RegExp(source, 'g'), use }]
  })

/** Most files match none, which one search shows. */
const ANY = new RegExp(retired.map(({ pattern }) => `(?:${pattern.source})`).join('|'))

/** Of Python only comments and docstrings: the names are those of the craft, such as the lanes of a chain. */
function searchedLines(file: string, content: string): string[] {
  const searched = file.endsWith('.py')
    ? content.replace(/("""[\s\S]*?"""|#.*)|./g, (_, comment = '') => comment)
    : content.replace(EXCEPTIONS, '')
  return searched.split('\n')
}

function retiredIn(file: string, content: string): { line: number; found: string; use: string }[] {
  if (!ANY.test(content)) return []
  return searchedLines(file, content).flatMap((text, index) =>
    retired.flatMap(({ pattern, use }) =>
      [...text.matchAll(pattern)].map(([found]) => ({ line: index + 1, found, use })),
    ),
  )
}

const foundIn = (file: string, content: string) =>
  retiredIn(file, content).map(({ line, found }) => [line, found])

test('the table of retired words has patterns to search for', () => {
  expect(retired.length).toBeGreaterThan(10)
})

test('finds retired words in names, comments, titles and texts', () => {
  const code = [
    '// Whoever pays.',
    "lookAndSettle('a card')",
    "test('poke the loop', () => {})",
    "const TEXT = 'Ask whoever runs the server.'",
    '<p>Somebody asked for a new password.</p>',
    "throw new RangeError('no witness')",
  ]
  expect(foundIn('app/x.ts', code.join('\n'))).toEqual([
    [1, 'Whoever'],
    [2, 'lookAndSettle'],
    [3, 'poke'],
    [4, 'whoever'],
    [5, 'Somebody'],
    [6, 'witness'],
  ])
})

test('finds retired words in documents and settings, and in the comments of Python alone', () => {
  expect(foundIn('docs/x.md', 'One.\nWhoever pays.')).toEqual([[2, 'Whoever']])
  expect(foundIn('studio/x.py', 'lane = 1  # the lanes')).toEqual([[1, 'lanes']])
})

test('code, texts and documents use the words of the glossary', () => {
  const wrong = [
    ...FILES.map((name) => join(ROOT, name)),
    ...FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder))),
  ]
    .map((path) => ({ path, file: relative(ROOT, path) }))
    .filter(({ file }) => FILES.includes(file) || SEARCHED.test(file))
    .filter(({ file }) => !NOT_SEARCHED.has(file) && !APPLIED_MIGRATION.test(file))
    .flatMap(({ path, file }) =>
      retiredIn(file, readFileSync(path, 'utf8')).map(
        ({ line, found, use }) => `${file}:${line}: “${found}” is retired; use: ${use}`,
      ),
    )
  expect(wrong).toEqual([])
})

test('names of files use the words of the glossary', () => {
  const wrong = FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder)))
    .map((path) => relative(ROOT, path))
    .filter((file) => !APPLIED_MIGRATION.test(file))
    .flatMap((file) =>
      retiredIn('', file).map(({ found, use }) => `${file}: “${found}” is retired; use: ${use}`),
    )
  expect(wrong).toEqual([])
})
