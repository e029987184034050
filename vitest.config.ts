import { availableParallelism } from 'node:os'
import { matchesGlob, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LONGEST_TESTS, POSTGRES_TESTS, SERVER_TESTS, UNIT_TESTS } from './scripts/testing/files.ts'

/** Otherwise one worker would wait for the longest files alone at the end: without a cache, short files come last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(import.meta.dirname, moduleId)
      return LONGEST_TESTS.findLastIndex((pattern) => matchesGlob(path, pattern))
    }
    const sorted = await super.sort(files)
    const ranks = [...LONGEST_TESTS.keys(), -1]
    return ranks.flatMap((one) => sorted.filter((file) => rank(file) === one))
  }
}

export default defineConfig({
  test: {
    maxWorkers: Math.min(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // Opening a database, hashing passwords and reading every picture take their time on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['scripts/testing/fail-on-console-error.ts'],
    // A time-out may be the machine's fault. Nothing else is retried: a random example that fails once is a fault.
    retry: process.env.CI ? { count: 2, condition: /timed out/ } : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...UNIT_TESTS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          ...(process.env.TEST_DATABASE_URL ? POSTGRES_TESTS : SERVER_TESTS),
          pool: 'forks',
          globalSetup: 'scripts/testing/migrated-database.ts',
        },
      },
    ],
  },
})
