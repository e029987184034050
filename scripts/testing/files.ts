/** Which runner runs a test file. */
import { matchesGlob } from 'node:path'

/** The chaos run needs a database, so it runs with the server's tests on each database. */
const CHAOS = 'scripts/chaos/chaos.test.ts'
const DEMO = 'scripts/demo/demo.test.ts'

export const UNIT_TESTS = {
  include: ['{domain,contract,app,sandbox,scripts,studio}/**/*.test.{ts,tsx}'],
  exclude: [CHAOS, DEMO],
}
const ALL_SERVER_TESTS = { include: ['server/**/*.test.ts', CHAOS, DEMO], exclude: [] }
/** Start their own processes on embedded databases, whatever database the run uses. */
const ON_EMBEDDED = ['server/{process,crash}.test.ts', 'server/*/*-command.test.ts', DEMO]
/** Start processes and wait for them. The chaos run takes longest. */
export const LONGEST_TESTS = [CHAOS, ...ON_EMBEDDED]
export const POSTGRES_TESTS = { ...ALL_SERVER_TESTS, exclude: ON_EMBEDDED }
/** Excludes those that stop and cut their own PostgreSQL server. */
export const SERVER_TESTS = { ...ALL_SERVER_TESTS, exclude: ['server/**/*.postgres.test.ts'] }
export const BROWSER_TESTS = { include: ['e2e/**/*.e2e.ts'], exclude: [] }

export interface TestFiles {
  readonly include: string[]
  readonly exclude: string[]
}

/** `path` is relative to the project's folder. */
export function isAmong({ include, exclude }: TestFiles, path: string): boolean {
  const matches = (pattern: string) => matchesGlob(path, pattern)
  return include.some(matches) && !exclude.some(matches)
}
