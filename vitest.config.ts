import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { POSTGRES_TESTS, SERVER_TESTS, UNIT_TESTS } from './scripts/testing/files.ts'

export default defineConfig({
  test: {
    maxWorkers: Math.min(2, availableParallelism()),
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
          globalSetup: 'server/test-setup.ts',
          // Opening a database and hashing passwords take their time on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
