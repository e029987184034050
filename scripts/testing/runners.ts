/** Runs tools and test runners, and parses their reports. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as z from 'zod/mini'
import { ROOT, run, print } from '../console.ts'
import { installBrowser } from './machine.ts'
import { FAILED, PASSED, type NamedTest, type Outcome } from './outcome.ts'

const reports = mkdtempSync(join(tmpdir(), 'swarnika-tests-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

/** A check that passes or fails as a whole. */
export async function tool(program: string, args: readonly string[]): Promise<Outcome> {
  const { code, output } = await run(program, args)
  if (code === 0) return PASSED
  print(output)
  return FAILED
}

const TestResult = z.object({
  file: z.string(),
  line: z.optional(z.number()),
  title: z.string(),
  state: z.enum(['passed', 'failed', 'flaky', 'skipped']),
  ms: z.number(),
  /** Message of its first failure. */
  message: z.optional(z.string()),
})
export type TestResult = z.output<typeof TestResult>

/** `step` precedes the file if the file alone would run in another one. */
function named({ title, file, line, message }: TestResult, step: string): NamedTest {
  const place = line === undefined ? file : `${file}:${line}`
  return { title, args: [step, place].filter(Boolean).join(' '), ...(message && { message }) }
}

function outcomeOf(results: readonly TestResult[], code: number, step = ''): Outcome {
  const having = (...states: readonly TestResult['state'][]) =>
    results.filter(({ state }) => states.includes(state))
  const byFile = Map.groupBy(results, ({ file }) => [step, file].filter(Boolean).join(' '))
  const failures = having('failed').map((result) => named(result, step))
  return {
    passed: having('passed', 'flaky').length,
    // An aborted run may have no failed test, and still fails.
    failed: code === 0 ? failures.length : Math.max(1, failures.length),
    skipped: having('skipped').length,
    failures,
    flaky: having('flaky').map((result) => named(result, step)),
    times: [...byFile].map(([file, tests]) => ({ file, ms: tests.reduce((sum, { ms }) => sum + ms, 0) })),
  }
}

function readReport<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The program ended before it could report; its output is on the screen.
    return null
  }
}

export interface VitestRun {
  readonly project: 'unit' | 'server'
  /** None means the whole project. */
  readonly files: readonly string[]
  readonly databaseUrl?: string
}

export async function vitest({ project, files, databaseUrl }: VitestRun): Promise<Outcome> {
  const step = databaseUrl ? 'postgres' : ''
  const reportFile = join(reports, `vitest-${project}${step}.json`)
  const reporters = ['--reporter=default', '--reporter=./scripts/testing/vitest-reporter.ts']
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const { code } = await run(
    'vitest',
    ['run', '--project', project, '--includeTaskLocation', ...reporters, ...files],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...env, REPORT_FILE: reportFile, ...(databaseUrl && { TEST_DATABASE_URL: databaseUrl }) },
    },
  )
  const results = readReport(reportFile, z.array(TestResult))
  if (!results) return FAILED
  // The file of an error outside tests may be unknown: then the whole step is named.
  const located = results.map((result) => (result.file || step ? result : { ...result, file: project }))
  return outcomeOf(located, code, step)
}

const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(
        z.object({ duration: z.number(), errors: z.array(z.object({ message: z.optional(z.string()) })) }),
      ),
    }),
  ),
})
const PlaywrightSuite = z.object({
  specs: z.array(PlaywrightSpec),
  get suites() {
    return z.optional(z.array(PlaywrightSuite))
  },
})
const PlaywrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(PlaywrightSuite),
})

export async function playwright(files: readonly string[], isSlow: boolean): Promise<Outcome> {
  if (!(await installBrowser())) {
    print('There is no browser, and none could be installed.')
    return FAILED
  }
  const reportFile = join(reports, 'playwright.json')
  const { code } = await run('playwright', ['test', '--reporter=list,json', ...files], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile, ...(isSlow && { E2E_SLOW: 'yes' }) },
  })
  const report = readReport(reportFile, PlaywrightReport)
  if (!report) return FAILED
  const folder = relative(ROOT, report.config.rootDir)
  return outcomeOf(
    report.suites.flatMap(specsOf).flatMap((spec) => playwrightResults(spec, folder)),
    code,
    isSlow ? '--slow' : '',
  )
}

function specsOf({
  specs,
  suites = [],
}: z.output<typeof PlaywrightSuite>): z.output<typeof PlaywrightSpec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

const PLAYWRIGHT_STATES = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
} as const

function playwrightResults(
  { title, file, line, tests }: z.output<typeof PlaywrightSpec>,
  folder: string,
): TestResult[] {
  return tests.map(({ projectName, status, results }) => ({
    file: join(folder, file),
    line,
    title: `${title} (${projectName})`,
    state: PLAYWRIGHT_STATES[status],
    ms: results.reduce((sum, { duration }) => sum + duration, 0),
    // A timed-out test says where it waited in the second one.
    message: results
      .find(({ errors }) => errors.length > 0)
      ?.errors.map((error) => error.message)
      .join('\n'),
  }))
}
