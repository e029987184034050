/**
 * A short chaos run on each database. `npm run chaos` is a longer one; docs/payments.md describes what it does and
 * proves.
 */
import { expect, test } from 'vitest'
import type { ChaosOptions } from './options.ts'
import { runChaos } from './run.ts'

const SHORT: ChaosOptions = {
  orders: 200,
  seed: 1995,
  database: 'embedded',
  databaseUrl: null,
  instances: 1,
  kills: 4,
  parallel: 12,
  speed: 30,
  say: () => {},
}
/** Two to three minutes on two idle cores. */
const SHORT_MAX_MS = 600_000

/** Violations are shown with their order; without any, the run must have exercised its faults. */
async function heals(options: ChaosOptions): Promise<void> {
  const { violations, statistics } = await runChaos(options)
  expect(violations).toEqual([])
  expect(statistics.kills).toBe(options.kills)
  expect(statistics['orders completed']).toBeGreaterThan(options.orders / 2)
  expect(statistics['faults injected']).toBeGreaterThan(options.orders)
}

// The server's tests run once on each database; an empty URL is none.
const databaseUrl = process.env.TEST_DATABASE_URL || null
if (databaseUrl === null)
  test(
    'payments heal on the embedded database, with the server killed four times',
    () => heals(SHORT),
    SHORT_MAX_MS,
  )
else
  test(
    'payments heal on PostgreSQL, with two servers side by side killed in turn',
    () => heals({ ...SHORT, database: 'postgres', databaseUrl, instances: 2, kills: 6 }),
    SHORT_MAX_MS,
  )
