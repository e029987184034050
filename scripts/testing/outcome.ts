/** The results of the checks, and the closing summary. */
import { stripVTControlCharacters } from 'node:util'

/** A listed test: its title, and the arguments of `npm test --` that run it alone. */
export interface NamedTest {
  readonly title: string
  readonly args: string
  /** Its failure message. */
  readonly message?: string
}

export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures?: readonly NamedTest[]
  /** Passed on a retry. */
  readonly flaky?: readonly NamedTest[]
  readonly times?: readonly FileTime[]
}

export interface FileTime {
  readonly file: string
  readonly ms: number
}

export const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0 }
export const FAILED: Outcome = { passed: 0, failed: 1, skipped: 0 }
export const SKIPPED: Outcome = { passed: 0, failed: 0, skipped: 1 }

export function countsOf({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** `failures` has at least one entry if something failed. */
export function total(outcomes: ReadonlyMap<string, Outcome>): Required<Outcome> {
  const sum = (count: 'passed' | 'failed' | 'skipped') =>
    [...outcomes.values()].reduce((all, outcome) => all + outcome[count], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: [...outcomes].flatMap(([step, { failed, failures = [] }]) =>
      failed > 0 && failures.length === 0 ? [{ title: '', args: step }] : failures,
    ),
    flaky: [...outcomes.values()].flatMap(({ flaky = [] }) => flaky),
    times: [...outcomes.values()].flatMap(({ times = [] }) => times),
  }
}

const SLOWEST_FILES = 8
const MESSAGE_LINES = 12

export function closingLines({ failures, flaky, times }: Required<Outcome>): string[] {
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST_FILES)
  const seconds = ({ ms }: FileTime) => `${(ms / 1000).toFixed(1)} s`.padStart(9)
  return [
    ...section(
      'The slowest test files:',
      slowest.map((time) => `${seconds(time)}  ${time.file}`),
    ),
    ...section(`${flaky.length} flaky (passed on a retry):`, flaky.flatMap(howToRun)),
    ...section('Failed:', failures.flatMap(howToRun)),
  ]
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [heading, ...lines.map((line) => `  ${line}`)] : []
}

/** The message is repeated here, without calls inside libraries: a truncated log keeps its end. */
function howToRun({ title, args, message = '' }: NamedTest): string[] {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at .*node_modules/.test(line))
  return [
    `npm test -- ${args}${title && `   # ${title}`}`,
    ...lines.slice(0, MESSAGE_LINES).map((line) => `  | ${line}`),
  ]
}
