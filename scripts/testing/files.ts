/** Which runner runs a test file. */
import { matchesGlob } from 'node:path'

/** The chaos run needs a database, so it runs with the server's tests on each of them. */
const CHAOS = 'scripts/chaos/chaos.test.ts'
const DEMO = 'scripts/demo/demo.test.ts'

export const UNIT_TESTS = {
  include: ['{domain,contract,app,sandbox,scripts,studio}/**/*.test.{ts,tsx}'],
  exclude: [CHAOS, DEMO],
}
const ALL_SERVER_TESTS = { include: ['server/**/*.test.ts', CHAOS, DEMO], exclude: [] }
/** Start processes of their own on embedded databases, whatever database the run has. */
const ON_EMBEDDED = ['server/{process,crash}.test.ts', 'server/*/*-command.test.ts', DEMO]
/** They start processes and wait for them. The chaos run takes longest. */
export const LONGEST_TESTS = [CHAOS, ...ON_EMBEDDED]
export const POSTGRES_TESTS = { ...ALL_SERVER_TESTS, exclude: ON_EMBEDDED }
/** Without those that stop and cut a PostgreSQL server of their own. */
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
