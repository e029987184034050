import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const WORKERS = Math.min(2, availableParallelism())

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    setupFiles: ['scripts/test-setup.ts'],
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
