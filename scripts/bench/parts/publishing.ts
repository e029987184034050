/** Effect of publishing a gold rate on visitors who open pages meanwhile. */
import { setTimeout as wait } from 'node:timers/promises'
import { publish } from '#server/collection/editions.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { rupees } from '#domain/money.ts'
import { startPostgres } from '../../chaos/postgres.ts'
import { inMs, percentile, type Measurement, type Part } from '../part.ts'
import { startShop, untilPublished } from '../shop.ts'

const REQUESTS_PER_S = 200
const PHASE_S = 5
const RATES = [7400, 7350, 7450]
const RISE_MAX_MS = 50

export const publishing: Part = {
  title: 'Publishing under load',
  method: `One server on a dedicated PostgreSQL gets ${REQUESTS_PER_S} page requests per second, spread over all pages of the
sitemap, while gold rates are published. The floor is the same server in the ${PHASE_S} seconds before.`,
  measure,
}

async function measure(): Promise<readonly Measurement[]> {
  const postgres = await startPostgres()
  const shop = await startShop(postgres.url)
  const database = await openDatabase({ url: postgres.url, folder: null })
  try {
    return await publishRates(shop.url, database.db)
  } finally {
    await shop.stop()
    await database.close()
    await postgres.stop()
  }
}

async function publishRates(shopUrl: string, db: Database): Promise<readonly Measurement[]> {
  const paths = await pagesOf(shopUrl)
  await load(shopUrl, paths)
  const results: Measurement[] = []
  for (const rate of RATES) {
    const before = await load(shopUrl, paths)
    const loading = load(shopUrl, paths)
    await wait(500)
    const result = await publish(db, {
      changes: [{ do: 'set rates', rates: { perGram: { gold: rupees(rate) } } }],
      actor: 'bench',
      reason: 'Measurement',
      now: new Date(),
    })
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    const publishedAt = performance.now()
    const { edition } = result.value
    await untilPublished(`${shopUrl}/api/config`, edition)
    const apiMs = performance.now() - publishedAt
    for (const path of ['/', '/rings', '/rings/801']) await untilPublished(shopUrl + path, edition)
    const pagesMs = performance.now() - publishedAt
    const after = await loading
    results.push(...measurementsOf(rate, before, after, apiMs, pagesMs))
  }
  return results
}

function measurementsOf(
  rate: number,
  before: Load,
  after: Load,
  apiMs: number,
  pagesMs: number,
): readonly Measurement[] {
  const [slowBefore, slowAfter] = [percentile(before.times, 0.99), percentile(after.times, 0.99)]
  return [
    {
      what: `p99 of pages while gold goes to ₹${rate}`,
      value: inMs(slowAfter),
      floor: inMs(slowBefore),
      ratio: (slowAfter / slowBefore).toFixed(1),
      goal: `at most ${RISE_MAX_MS} ms more, none fails`,
      isReached: slowAfter - slowBefore < RISE_MAX_MS && before.failed + after.failed === 0,
    },
    { what: 'time until the API follows', value: inMs(apiMs), goal: 'at most 2 s', isReached: apiMs <= 2000 },
    {
      what: 'time until three pages follow',
      value: inMs(pagesMs),
      goal: 'at most 2 s',
      isReached: pagesMs <= 2000,
    },
  ]
}

async function pagesOf(shopUrl: string): Promise<readonly string[]> {
  const sitemap = await (await fetch(`${shopUrl}/sitemap.xml`)).text()
  return Array.from(sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g), ([, path]) => path || '/')
}

interface Load {
  /** In ms. */
  readonly times: readonly number[]
  readonly failed: number
}

/** Requests at a fixed rate, whether or not earlier ones were answered. */
async function load(shopUrl: string, paths: readonly string[]): Promise<Load> {
  const times: number[] = []
  let failed = 0
  const get = async (path: string) => {
    const startedAt = performance.now()
    const response = await fetch(shopUrl + path, { headers: { 'accept-encoding': 'br' } })
    await response.arrayBuffer()
    times.push(performance.now() - startedAt)
    if (response.status !== 200) failed += 1
  }
  const startedAt = performance.now()
  const pending: Promise<void>[] = []
  for (let count = 0; count < REQUESTS_PER_S * PHASE_S; count += 1) {
    const due = startedAt + (count * 1000) / REQUESTS_PER_S
    if (due > performance.now()) await wait(due - performance.now())
    pending.push(get(paths[Math.floor(Math.random() * paths.length)] ?? '/'))
  }
  await Promise.all(pending)
  return { times, failed }
}
