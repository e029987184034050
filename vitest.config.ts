import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: Math.min(2, availableParallelism()),
    setupFiles: ['scripts/testing/complaints.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,contract,app,sandbox,scripts}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          pool: 'forks',
          // Opening a database and hashing passwords take their time on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
