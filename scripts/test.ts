/**
 * `npm test`: all checks, one after another, each with its time; `npm test -- lint e2e/cart.e2e.ts` runs only those. A
 * failing step does not stop the others, except those that need it. The last line has the totals.
 */
import { join } from 'node:path'
import { withoutDeveloperSettings } from '../e2e/support/settings.ts'
import { interruptChildren, ROOT, print, secondsSince } from './console.ts'
import { isHidden, pagesOf } from './site/addresses.ts'
import {
  compilesFrameworkOnArrival,
  defersScripts,
  FIRST_LOAD_MAX,
  firstLoadBytes,
  SCRIPT_MAX,
  scriptsBySize,
} from './site/budget.ts'
import { BuildFailed, buildWhereNeeded } from './site/build.ts'
import { deleteBuildStamp } from './site/stamp.ts'
import { closingLines, countsOf, FAILED, PASSED, SKIPPED, total, type Outcome } from './testing/outcome.ts'
import { startTestPostgres } from './testing/postgres.ts'
import { playwright, tool, vitest } from './testing/runners.ts'
import { select, UnknownCheck, type Selection, type StepName } from './testing/selection.ts'
import { openServer } from './testing/server.ts'

const STOPPING_MAX_MS = 10_000
let isStopping = false
// Ctrl-C reaches the programs directly, other signals do not.
process.on('SIGINT', stop)
process.on('SIGTERM', () => {
  if (!isStopping) interruptChildren()
  stop()
})

function stop(): void {
  isStopping = true
  setTimeout(() => process.exit(130), STOPPING_MAX_MS).unref()
}

const outcomes = new Map<StepName, Outcome>()

async function step(name: StepName, check: () => Promise<Outcome>): Promise<void> {
  print(`\n── ${name}`)
  const startedAt = performance.now()
  const outcome = await check()
  if (isStopping) process.exit(130)
  outcomes.set(name, outcome)
  const { passed, failed, skipped } = outcome
  const verdict = failed > 0 ? 'FAILED' : passed > 0 ? 'ok' : 'skipped'
  const counts = passed + failed + skipped > 1 ? `, ${countsOf(outcome)}` : ''
  print(`── ${name}: ${verdict} (${secondsSince(startedAt)}${counts})`)
}

async function lint(): Promise<Outcome> {
  const oxlint = await tool('oxlint', ['--deny-warnings'])
  return oxlint.failed > 0 ? oxlint : withRouteTypes('knip', ['--no-progress', '--no-config-hints'])
}

/** For tools that follow imports: the route types are generated files. */
async function withRouteTypes(name: string, args: readonly string[]): Promise<Outcome> {
  const typegen = await tool('react-router', ['typegen'])
  return typegen.failed > 0 ? typegen : tool(name, args)
}

async function serverOnPostgres(files: readonly string[]): Promise<Outcome> {
  const postgres = await startTestPostgres()
  if (!postgres) return SKIPPED
  try {
    return await vitest({ project: 'server', files, databaseUrl: postgres.url })
  } finally {
    await postgres.stop()
  }
}

/** A newcomer's first step: `npm start` finds no build, creates it and starts the server. */
async function firstStart(): Promise<Outcome> {
  deleteBuildStamp()
  try {
    const server = await openServer()
    await server.close()
    return PASSED
  } catch (error) {
    print(String(error))
    return FAILED
  }
}

async function budgets(): Promise<Outcome> {
  const client = join(ROOT, 'build/client')
  const built = pagesOf(client)
  const eager = built.filter((page) => !defersScripts(page))
  for (const { path } of eager)
    print(`${path} loads scripts before its picture: see <Scripts> in app/root.tsx.`)
  const pages = built
    .map((page) => ({ path: page.path, isHidden: isHidden(page.html), bytes: firstLoadBytes(page, client) }))
    .sort((one, other) => other.bytes - one.bytes)
  const inKb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  const largest = pages.slice(0, 3).map(({ path, bytes }) => `${path} ${inKb(bytes)}`)
  print(`First-load JavaScript of ${pages.length} pages, gzip; the largest: ${largest.join(', ')}.`)
  const over = pages.filter(({ bytes }) => bytes > FIRST_LOAD_MAX)
  for (const { path, bytes } of over) print(`${path} loads ${inKb(bytes)}, above ${inKb(FIRST_LOAD_MAX)}.`)
  const tooLarge = scriptsBySize(client).filter(({ bytes }) => bytes > SCRIPT_MAX)
  for (const { path, bytes } of tooLarge) print(`${path} is ${inKb(bytes)}, above ${inKb(SCRIPT_MAX)}.`)
  const isCompiledOnArrival = compilesFrameworkOnArrival(client)
  if (!isCompiledOnArrival) print('The framework lacks the comment COMPILE_ON_ARRIVAL of vite.config.ts.')
  const isWithin = [eager, over, tooLarge].every(({ length }) => length === 0)
  return isWithin && isCompiledOnArrival && pages.length > 0 ? PASSED : FAILED
}

/** Runs steps that need a current build; after a failed build in this run there is none. */
async function withBuild(check: () => Promise<Outcome>): Promise<Outcome> {
  if ((outcomes.get('build')?.failed ?? 0) > 0) {
    print('There is no build to check.')
    return FAILED
  }
  try {
    await buildWhereNeeded()
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error
    print(error.message)
    return FAILED
  }
  return check()
}

const CHECKS: Readonly<
  Record<StepName, (files: readonly string[], selection: Selection) => Promise<Outcome>>
> = {
  format: () => tool('oxfmt', ['--check']),
  lint,
  types: () => withRouteTypes('tsc', ['--noEmit']),
  unit: (files) => vitest({ project: 'unit', files }),
  server: (files) => vitest({ project: 'server', files }),
  postgres: serverOnPostgres,
  build: firstStart,
  budgets: () => withBuild(budgets),
  browser: (files, { isSlow }) => withBuild(() => playwright(files, isSlow)),
}

function selectChecks(): Selection {
  try {
    return select(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UnknownCheck)) throw error
    print(error.message)
    process.exit(2)
  }
}

const selection = selectChecks()
// Settings in the environment for a developer's own server must not affect builds or tests.
Object.assign(process.env, withoutDeveloperSettings())
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compiled')
const startedAt = performance.now()
for (const [name, files] of selection.steps) await step(name, () => CHECKS[name](files, selection))

const all = total(outcomes)
print(`\nThe checks took ${secondsSince(startedAt)}.`)
for (const line of closingLines(all)) print(line)
process.exitCode = all.failed > 0 ? 1 : 0
// The last line goes to standard output.
process.stdout.write(`${countsOf(all)}\n`)
