/** Selects the checks for the arguments after `npm test --`. */
import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { ROOT } from '../console.ts'
import { BROWSER_TESTS, isAmong, POSTGRES_TESTS, SERVER_TESTS, UNIT_TESTS, type TestFiles } from './files.ts'

interface StepInfo {
  readonly about: string
  /** The test files that can run alone in this step. */
  readonly tests?: TestFiles
}

export type StepName =
  | 'format'
  | 'lint'
  | 'types'
  | 'unit'
  | 'server'
  | 'postgres'
  | 'build'
  | 'budgets'
  | 'browser'

/** In the order in which they run. */
const STEPS: ReadonlyMap<StepName, StepInfo> = new Map<StepName, StepInfo>([
  ['format', { about: 'oxfmt' }],
  ['lint', { about: 'oxlint and knip' }],
  ['types', { about: 'TypeScript' }],
  ['unit', { about: 'tests of domain, contract, pages, sandbox, scripts and studio', tests: UNIT_TESTS }],
  ['server', { about: 'tests of the server on the embedded database', tests: SERVER_TESTS }],
  ['postgres', { about: 'the same tests on PostgreSQL', tests: POSTGRES_TESTS }],
  ['build', { about: 'the build from nothing, and the first start' }],
  ['budgets', { about: 'the sizes of what a page loads' }],
  ['browser', { about: 'end-to-end tests in a real browser', tests: BROWSER_TESTS }],
])
const NAMES = [...STEPS.keys()]

export interface Selection {
  /** The steps to run, each with the test files to run in it; none means all. */
  readonly steps: ReadonlyMap<StepName, readonly string[]>
  readonly isSlow: boolean
}

export class UnknownCheck extends Error {}

/** A file runs in the named steps that can run it, otherwise in the first step that can. Throws UnknownCheck. */
export function select(words: readonly string[]): Selection {
  const isSlow = words.includes('--slow')
  const names = new Set(NAMES.filter((name) => words.includes(name)))
  const files = words
    .filter((word) => word !== '--slow' && !NAMES.some((name) => name === word))
    .map(normalize)

  const chosen = new Map<StepName, string[]>([...names].map((name) => [name, []]))
  for (const file of files) {
    const able = NAMES.filter((name) => isTestOf(name, file))
    if (able.length === 0) throw new UnknownCheck(unknown(file))
    const named = able.filter((name) => names.has(name))
    for (const name of named.length > 0 ? named : able.slice(0, 1))
      chosen.set(name, [...(chosen.get(name) ?? []), file])
  }
  if (isSlow && files.length === 0) chosen.set('browser', [])
  const run = chosen.size > 0 ? NAMES.filter((name) => chosen.has(name)) : NAMES
  return { steps: new Map(run.map((name) => [name, chosen.get(name) ?? []])), isSlow }
}

/** The file may be followed by the line of one test: `e2e/cart.e2e.ts:42`. */
function isTestOf(name: StepName, file: string): boolean {
  const path = file.replace(/:\d+$/, '')
  const tests = STEPS.get(name)?.tests
  return tests !== undefined && isAmong(tests, path) && existsSync(join(ROOT, path))
}

function unknown(word: string): string {
  return [
    `There is no check "${word}". Name test files (path or path:line) or any of these, or nothing for all of them:`,
    ...[...STEPS].map(([name, { about }]) => `  ${name.padEnd(10)}${about}`),
    `  ${'--slow'.padEnd(10)}the browser part with late scripts and a slow processor`,
  ].join('\n')
}
