import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Needs a database, and comes with the server's tests to each of them. */
const REHEARSAL = 'scripts/chaos/chaos.test.ts'

export default defineConfig({
  test: {
    maxWorkers: Math.min(2, availableParallelism()),
    setupFiles: ['scripts/testing/complaints.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,contract,app,sandbox,scripts,studio}/**/*.test.{ts,tsx}'],
          exclude: [REHEARSAL],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', REHEARSAL],
          pool: 'forks',
          // Opening a database and hashing passwords take their time on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
