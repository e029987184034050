/**
 * `npm test`: every check there is, one after another, each with its time. A step that fails does not stop the others,
 * except those that need it. The last line counts over all of them.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { interruptPrograms, ROOT, run, say, secondsSince } from './console.ts'
import { isHidden, pagesOf } from './site/addresses.ts'
import { FIRST_LOAD_MAX, firstLoadBytes, SCRIPT_MAX, scriptsBySize } from './site/budget.ts'
import { forgetStamp } from './site/stamp.ts'
import { installBrowser } from './testing/machine.ts'
import { startTestPostgres } from './testing/postgres.ts'
import { openShop } from './testing/shop.ts'

interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0 }
const FAILED: Outcome = { passed: 0, failed: 1, skipped: 0 }
const SKIPPED: Outcome = { passed: 0, failed: 0, skipped: 1 }

const reports = mkdtempSync(join(tmpdir(), 'swarnika-tests-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

const STOPPING_MAX_MS = 10_000
let isStopping = false
// Ctrl-C reaches the programs by itself, other signals do not.
process.on('SIGINT', stop)
process.on('SIGTERM', () => {
  if (!isStopping) interruptPrograms()
  stop()
})

function stop(): void {
  isStopping = true
  setTimeout(() => process.exit(130), STOPPING_MAX_MS).unref()
}

const outcomes: Outcome[] = []
const failedSteps: string[] = []

async function step(name: string, check: () => Promise<Outcome>): Promise<boolean> {
  say(`\n── ${name}`)
  const startedAt = performance.now()
  const outcome = await check()
  if (isStopping) process.exit(130)
  outcomes.push(outcome)
  const { passed, failed, skipped } = outcome
  const verdict = failed > 0 ? 'FAILED' : passed > 0 ? 'ok' : 'skipped'
  const counts = passed + failed + skipped > 1 ? `, ${countsOf(outcome)}` : ''
  say(`── ${name}: ${verdict} (${secondsSince(startedAt)}${counts})`)
  if (failed > 0) failedSteps.push(name)
  return failed === 0
}

function countsOf({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A check that passes or fails as a whole. */
async function tool(program: string, args: readonly string[]): Promise<Outcome> {
  const { code, said } = await run(program, args)
  if (code === 0) return PASSED
  say(said)
  return FAILED
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
})

async function vitest(project: 'unit' | 'server', databaseUrl?: string): Promise<Outcome> {
  const file = join(reports, `vitest-${project}-${databaseUrl ? 'postgres' : 'embedded'}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const { code } = await run('vitest', ['run', '--project', project, ...reporters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: databaseUrl ? { ...env, TEST_DATABASE_URL: databaseUrl } : env,
  })
  const report = readReport(file, VitestReport)
  if (!report) return FAILED
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  // A file that cannot even be loaded has no failed test in it, and fails all the same.
  const failed = code !== 0 ? Math.max(1, numFailedTests) : numFailedTests
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }
}

const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
})

async function playwright(): Promise<Outcome> {
  if (!(await installBrowser())) {
    say('There is no browser, and none could be installed.')
    return FAILED
  }
  const file = join(reports, 'playwright.json')
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const report = readReport(file, PlaywrightReport)
  if (!report) return FAILED
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky
  return { passed: expected, failed: code !== 0 ? Math.max(1, failed) : failed, skipped }
}

function readReport<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The program ended before it could report; what it said is on the screen.
    return null
  }
}

/** What a newcomer does first: `npm start` finds no build, makes it and opens the shop. */
async function startedAnew(): Promise<Outcome> {
  forgetStamp()
  try {
    const shop = await openShop()
    await shop.close()
    return PASSED
  } catch (error) {
    say(String(error))
    return FAILED
  }
}

async function budgets(): Promise<Outcome> {
  const client = join(ROOT, 'build/client')
  const pages = pagesOf(client)
    .map((page) => ({ path: page.path, isHidden: isHidden(page.html), bytes: firstLoadBytes(page, client) }))
    .sort((one, other) => other.bytes - one.bytes)
  const inKb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  const largest = pages.slice(0, 3).map(({ path, bytes }) => `${path} ${inKb(bytes)}`)
  say(`First-load JavaScript of ${pages.length} pages, gzip; the largest: ${largest.join(', ')}.`)
  const over = pages.filter(({ bytes }) => bytes > FIRST_LOAD_MAX)
  for (const { path, bytes } of over) say(`${path} loads ${inKb(bytes)}, above ${inKb(FIRST_LOAD_MAX)}.`)
  const tooLarge = scriptsBySize(client).filter(({ bytes }) => bytes > SCRIPT_MAX)
  for (const { path, bytes } of tooLarge) say(`${path} is ${inKb(bytes)}, above ${inKb(SCRIPT_MAX)}.`)
  return over.length === 0 && tooLarge.length === 0 && pages.length > 0 ? PASSED : FAILED
}

const startedAt = performance.now()

await step('format', () => tool('oxfmt', ['--check']))
await step('lint', () => tool('oxlint', ['--deny-warnings']))
await step('types', async () => {
  const typegen = await tool('react-router', ['typegen'])
  return typegen.failed > 0 ? typegen : tool('tsc', ['--noEmit'])
})
await step('domain, contract, pages, sandbox, rules', () => vitest('unit'))
await step('server on the embedded database', () => vitest('server'))
await step('server on PostgreSQL', async () => {
  const postgres = await startTestPostgres()
  if (!postgres) return SKIPPED
  try {
    return await vitest('server', postgres.url)
  } finally {
    await postgres.stop()
  }
})
if (await step('build and first start', startedAnew)) {
  await step('budgets', budgets)
  await step('end to end in the browser', playwright)
} else say('\nWithout a build there are no budgets to check and no end-to-end tests.')

const total = outcomes.reduce((sum, { passed, failed, skipped }) => ({
  passed: sum.passed + passed,
  failed: sum.failed + failed,
  skipped: sum.skipped + skipped,
}))
say(
  `\nAll checks took ${secondsSince(startedAt)}.${failedSteps.length > 0 ? ` Failed: ${failedSteps.join('; ')}.` : ''}`,
)
process.exitCode = total.failed > 0 ? 1 : 0
// The last line, on the standard output.
process.stdout.write(`${countsOf(total)}\n`)
