/**
 * `node scripts/bootstrap.mjs scripts/bench/publish-under-load.ts`: measures what publishing a gold rate costs those who
 * open pages meanwhile. One server on a PostgreSQL of its own gets 200 page requests per second, spread over all pages of
 * the sitemap; the p99 of the seconds after each publication is compared with that of the seconds before. Needs a build;
 * run it on a quiet machine.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { launchServer, freePorts } from '#server/testing.ts'
import { latestEdition, publish } from '#server/collection/editions.ts'
import { openDatabase } from '#server/db/open.ts'
import { rupees } from '#domain/money.ts'
import { startPostgres } from '../chaos/postgres.ts'
import { print, ROOT } from '../console.ts'

const REQUESTS_PER_S = 200
const PHASE_S = 5
const RATES = [7400, 7350, 7450]
const RISE_MAX_MS = 50

const postgres = await startPostgres()
const ports = await freePorts()
const server = launchServer(
  { ...ports, SERVE_PAGES: 'true', DATABASE_URL: postgres.url, SITE_URL: 'http://localhost:3000' },
  { cwd: ROOT },
)
await server.ready
const shopUrl = `http://127.0.0.1:${ports.PORT}`
const database = await openDatabase({ url: postgres.url, folder: null })
const sitemap = await (await fetch(`${shopUrl}/sitemap.xml`)).text()
const paths = Array.from(sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g), ([, path]) => path || '/')

/** Requests at a fixed rate, whether or not earlier ones were answered; resolves with the times in ms. */
async function load(seconds: number): Promise<{ readonly times: number[]; readonly failed: number }> {
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
  for (let count = 0; count < REQUESTS_PER_S * seconds; count += 1) {
    const due = startedAt + (count * 1000) / REQUESTS_PER_S
    if (due > performance.now()) await wait(due - performance.now())
    pending.push(get(paths[Math.floor(Math.random() * paths.length)] ?? '/'))
  }
  await Promise.all(pending)
  return { times, failed }
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0
}

const inMs = (ms: number) => `${ms.toFixed(1)} ms`

await load(PHASE_S)
let isWithin = true
for (const rate of RATES) {
  const before = await load(PHASE_S)
  const loading = load(PHASE_S)
  await wait(500)
  const result = await publish(database.db, {
    changes: [{ do: 'set rates', rates: { perGram: { gold: rupees(rate) } } }],
    actor: 'bench',
    reason: 'Measurement',
    now: new Date(),
  })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  const publishedAt = performance.now()
  const version = `${(await latestEdition(database.db))?.edition}.`
  const isFollowed = async (path: string) =>
    (await fetch(shopUrl + path)).headers.get('x-edition')?.startsWith(version) ?? false
  while (!(await isFollowed('/api/config'))) await wait(10)
  const apiMs = performance.now() - publishedAt
  for (const path of ['/', '/rings', '/rings/801']) while (!(await isFollowed(path))) await wait(10)
  const pagesMs = performance.now() - publishedAt
  const after = await loading
  const rise = percentile(after.times, 0.99) - percentile(before.times, 0.99)
  isWithin &&= rise < RISE_MAX_MS && before.failed + after.failed === 0
  print(
    `gold ${rate}: p50 ${inMs(percentile(before.times, 0.5))} → ${inMs(percentile(after.times, 0.5))}, ` +
      `p99 ${inMs(percentile(before.times, 0.99))} → ${inMs(percentile(after.times, 0.99))} (${inMs(rise)} more), ` +
      `failed ${before.failed + after.failed}; the API follows after ${inMs(apiMs)}, three pages after ${inMs(pagesMs)}.`,
  )
}
server.process.kill('SIGTERM')
await server.exited
await database.close()
await postgres.stop()
process.exitCode = isWithin ? 0 : 1
