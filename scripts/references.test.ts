/** Documents and comments point at ids, files and names of the code that exist. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { CHAPTERS } from './conformance/requirements.ts'
import { ROOT } from './console.ts'
import { filesUnder } from './site/files.ts'

const CODE_FOLDERS = ['domain', 'contract', 'app', 'server', 'sandbox', 'scripts', 'e2e', 'studio']
const GENERATED = new Set(['docs/conformance.md', 'studio/weights.md'])

interface Line {
  /** `README.md:12` */
  readonly at: string
  readonly file: string
  readonly text: string
}

const linesOf = (path: string): Line[] => {
  const file = relative(ROOT, path)
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text, place) => ({ at: `${file}:${place + 1}`, file, text }))
}

function textOf(line: Line, comment: RegExp): Line[] {
  const text = comment.exec(line.text)?.[0]
  return text === undefined ? [] : [{ ...line, text }]
}

const documents = [
  ...['README.md', 'CONTRIBUTING.md'].map((name) => join(ROOT, name)),
  ...[...CODE_FOLDERS, 'docs'].flatMap((folder) => filesUnder(join(ROOT, folder))),
]
  .filter((path) => path.endsWith('.md') && !GENERATED.has(relative(ROOT, path)))
  .flatMap(linesOf)

/** By the extension of a file; most configuration has comments like a shell's. */
const COMMENT: readonly (readonly [file: RegExp, comment: RegExp])[] = [
  [/\.(?:tsx?|m?js|css|c)$/, /^\s*(?:\{?\/\*|\*).*|(?:^|\s)\/\/\s.*/],
  [/\.sql$/, /--.*/],
  [/\.py$/, /(?:^|\s)#.*|""".*/],
  [/\.(?:ya?ml|sh|conf|cfg|ini|env|service|timer|example)$|^[^.]+$/, /(?:^|\s)[#;].*/],
]

const comments = [
  ...['.env.example', '.ci/run'].map((name) => join(ROOT, name)),
  ...[...CODE_FOLDERS, 'deploy'].flatMap((folder) => filesUnder(join(ROOT, folder))),
].flatMap((path) => {
  const comment = COMMENT.find(([file]) => file.test(basename(path)))?.[1]
  return comment ? linesOf(path).flatMap((line) => textOf(line, comment)) : []
})

const headingsOf = (path: string, id: RegExp) =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(id)].map(([, found = '']) => found)

const known = new Map([
  ['requirement', CHAPTERS.flatMap(({ requirements }) => requirements.map(({ id }) => id))],
  ['decision', headingsOf('docs/decisions/product.md', /^### (D\d+)\. /gm)],
  ['contract', headingsOf('docs/providers.md', /^#### ([A-Z][A-Z\d]*-\d+) /gm)],
])
const ids = [...known.values()].flat()

const DECISION_OR_CONTRACT = /(?<![\w.`'#/-])(?:D\d{1,2}|(?:RZP|SHR|OIDC|AUTH|SMTP|PIN|S3)-\d+)(?![\w.-]*\w)/g
/** With a call's brackets, or without. Single words in lower case are as often commands or values. */
const CAMEL_CASE = /`([A-Za-z]+[a-z\d][A-Z]\w*)(?:\(\))?`/g
const REQUIREMENT = /(?<=`)(?:[1-9]|D\d+|B)\.[a-z][\w.-]*(?=`)/g

test.each([
  '.tsx',
  '.js',
  '.mjs',
  '.css',
  '.py',
  '.sql',
  '.yml',
  '.yaml',
  '.sh',
  'Dockerfile',
  '.env.example',
])('reads the comments of %s files', (end) => {
  expect(comments.some(({ file }) => file.endsWith(end))).toBe(true)
})

test('every kind of id is found, and no id stands for two things', () => {
  for (const kind of known.values()) expect(kind.length).toBeGreaterThan(5)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

test('every requirement, decision and contract that a document or a comment names exists', () => {
  const unknown = [...documents, ...comments].flatMap(({ at, text }) =>
    [...text.matchAll(DECISION_OR_CONTRACT), ...text.matchAll(REQUIREMENT)]
      .filter(([id]) => !ids.includes(id))
      .map(([id]) => `${at} names ${id}: correct the id, or define it in docs`),
  )
  expect(unknown).toEqual([])
})

test('every file that a document links to exists', () => {
  const dead = documents.flatMap(({ at, file, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .filter(([, target = '']) => !existsSync(join(ROOT, dirname(file), target)))
      .map(([, target]) => `${at} links to ${target}: correct the link, or restore the file`),
  )
  expect(dead).toEqual([])
})

// Operators make the .env files from their examples.
test('every file of ours that a document or a comment names exists', () => {
  const folders = [...CODE_FOLDERS, 'docs', 'deploy'].join('|')
  const named = new RegExp(
    `\`((?:${folders})/[\\w./-]+)\`|(?<![\\w./#@-])((?:${folders})/[\\w./-]+\\.(?:tsx?|md|m?js|css|py|sql|sh|ya?ml|json|conf|cfg|env)|docs/decisions/[\\w.-]*\\w)\\b`,
    'g',
  )
  const missing = [...documents, ...comments].flatMap(({ at, text }) =>
    [...text.matchAll(named)]
      .map(([, quoted, plain = quoted]) => plain ?? '')
      .filter((path) => !/\/\.cache\/|\.env$/.test(path) && !existsSync(join(ROOT, path)))
      .map((path) => `${at} names ${path}: rename the reference or restore the file`),
  )
  expect(missing).toEqual([])
})

test('every name of the code that a document quotes exists', () => {
  const names = new Set(
    [...CODE_FOLDERS, 'deploy']
      .flatMap((folder) => filesUnder(join(ROOT, folder)))
      .filter((path) => /\.(?:tsx?|mjs|css|py|yml)$/.test(path) && !path.endsWith('.test.ts'))
      .flatMap((path) => readFileSync(path, 'utf8').match(/[A-Za-z_]\w*/g) ?? []),
  )
  const quoted = documents.flatMap(({ at, text }) =>
    [...text.matchAll(CAMEL_CASE)].map(([, name = '']) => ({ at, name })),
  )
  expect(quoted.length).toBeGreaterThan(20)
  const missing = quoted
    .filter(({ name }) => !names.has(name))
    .map(({ at, name }) => `${at} quotes ${name}, which no file has: write its present name`)
  expect(missing).toEqual([])
})
