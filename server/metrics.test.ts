/** Scrapes a real server, and checks that alerts and dashboard name existing metrics. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eq } from 'drizzle-orm'
import { paise } from '#domain/money.ts'
import { addMs, MINUTE_MS } from '#domain/time.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { createActions, RING, setUpCheckout } from './checkout/testing.ts'
import { newsletter } from './db/newsletter-schema.ts'
import type { Database } from './db/open.ts'
import { payment, surplusRefund } from './db/schema.ts'
import { useTestDatabase } from './db/testing.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { addSubscribers, sendOut } from './newsletters/testing.ts'
import { freePort, freePorts, launchServer, type ServerProcess } from './testing.ts'

// Starting a server is slow on a busy machine.
vi.setConfig({ hookTimeout: 120_000 })

let folder: string
let server: ServerProcess
let shopUrl: string
let metricsUrl: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swarnika-metrics-'))
  const [ports, metricsPort] = [await freePorts(), await freePort()]
  server = launchServer({ ...ports, DATA_DIR: folder, METRICS_PORT: String(metricsPort) })
  await server.ready
  shopUrl = `http://127.0.0.1:${ports.PORT}`
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
})
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.exited
  rmSync(folder, { recursive: true, force: true })
})

const read = async () => (await fetch(metricsUrl)).text()
const linesOf = async (start: string) => (await read()).split('\n').filter((line) => line.startsWith(start))

describe('the metrics', () => {
  test('count requests by route pattern, whatever clients request', async () => {
    for (const path of ['/healthz', '/api/orders/SJ-0000000000000000', '/api/nothing', '/api/nothing-else'])
      await fetch(shopUrl + path)
    const lines = (await linesOf('shop_request_duration_seconds_count')).toSorted()
    expect(lines).toEqual([
      'shop_request_duration_seconds_count{method="GET",route="/api/*",status="404"} 2',
      'shop_request_duration_seconds_count{method="GET",route="/api/orders/:number",status="401"} 1',
      'shop_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
    ])
  })

  test('report how long work has been due, the current edition, and when jobs succeeded', async () => {
    await vi.waitFor(
      async () =>
        expect(await linesOf('shop_job_runs_total{name="webhooks",result="success"}')).toHaveLength(1),
      10_000,
    )
    expect(await linesOf('shop_queue_overdue_seconds{queue="emails"}')).toEqual([
      'shop_queue_overdue_seconds{queue="emails"} 0',
    ])
    expect(await linesOf('shop_queue_attempts{queue="emails"}')).toEqual([
      'shop_queue_attempts{queue="emails"} 0',
    ])
    expect(await linesOf('shop_collection_edition')).toEqual(['shop_collection_edition 1'])
  })

  test('have no label that Prometheus sets on its targets and would rename', async () => {
    const text = await read()
    expect(text).toContain('{name="webhooks"')
    expect([...text.matchAll(/^.*[{,](?:job|instance)=.*$/gm)].map(([line]) => line)).toEqual([])
  })

  test('are served only on their own port', async () => {
    expect((await fetch(`${shopUrl}/metrics`)).status).toBe(404)
  })

  // A file that names a metric which does not exist would be silent for ever.
  test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboard.json'])(
    'have all names that %s asks for',
    async (file) => {
      // Failures are counted from the first one.
      const text = await read()
      const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
      const asked = readFileSync(file, 'utf8').matchAll(/\b(?:shop|nodejs|process)_\w+/g)
      const names = new Set([...asked].map(([name]) => name.replace(/_(?:bucket|count)$/, '')))
      expect(names.size).toBeGreaterThan(5)
      expect([...names].filter((name) => !known.has(name))).toEqual([])
    },
  )
})

describe('newsletters', () => {
  const database = useTestDatabase()

  test('report the delay of the next one, and the waiting recipients of all', async () => {
    const { db } = database
    const at = new Date('2026-11-24T10:00:00+05:30')
    const metrics = await openMetrics({ db, now: () => addMs(at, 20 * MINUTE_MS) })
    await addSubscribers(db, 3, at)
    const [first, second] = [await sendOut(db, at), await sendOut(db, addMs(at, MINUTE_MS))]
    const nextBatchAt = addMs(at, 19 * MINUTE_MS)
    await db.update(newsletter).set({ nextBatchAt }).where(eq(newsletter.id, first))
    expect(await metrics.value('shop_queue_overdue_seconds{queue="newsletters"}')).toBe(60)
    expect(await metrics.value('shop_newsletter_recipients{state="waiting"}')).toBe(6)
    const ended = { state: 'sent', endedAt: at, nextBatchAt: null } as const
    await db.update(newsletter).set(ended).where(eq(newsletter.id, first))
    expect(await metrics.value('shop_queue_overdue_seconds{queue="newsletters"}')).toBe(19 * 60)
    await db.update(newsletter).set(ended).where(eq(newsletter.id, second))
    expect(await metrics.value('shop_queue_overdue_seconds{queue="newsletters"}')).toBe(0)
    expect(await metrics.value('shop_newsletter_recipients{state="waiting"}')).toBe(0)
    await metrics.close()
  })
})

async function openMetrics({ db, now }: { readonly db: Database; readonly now: () => Date }) {
  const metrics = createMetrics({
    database: { db, connections: () => ({ open: 1, idle: 1, waiting: 0 }), replica: null },
    collection: { latest: () => OPENING_COLLECTION },
    log: createLog('silent'),
    now,
  })
  const port = await freePort()
  await metrics.listen(port, '127.0.0.1')
  return {
    async value(name: string) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      const line = text.split('\n').find((each) => each.startsWith(`${name} `))
      return line === undefined ? undefined : Number(line.slice(name.length))
    },
    close: () => metrics.close(),
  }
}

describe('orders that are stuck', () => {
  const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
  const { startCheckout } = createActions(fixture)

  test('are those with a captured payment, unless it is refunded', async () => {
    const { db } = fixture
    const metrics = await openMetrics({ db, now: () => fixture.server.clock.now })
    const stuck = () => metrics.value('shop_orders_stuck{cause="not-completed"}')
    const { id, number, amount } = await startedCheckout()
    const observedAt = fixture.server.clock.now
    const captured = {
      paymentId: 'pay_Stuck000000000',
      orderNumber: number,
      gatewayOrderId: id,
      amount,
      observedAt,
    }
    expect(await stuck()).toBe(0)
    await db.insert(payment).values({ ...captured, currency: 'INR', status: 'captured' })
    expect(await stuck()).toBe(1)
    const { paymentId } = captured
    await db
      .insert(surplusRefund)
      .values({ id: 'stuck', orderNumber: number, paymentId, amount, reason: 'late', createdAt: observedAt })
    expect(await stuck()).toBe(0)
    await metrics.close()
  })

  async function startedCheckout() {
    const { id, number, checkout } = await startCheckout()
    return { id, number, amount: paise(checkout.amount) }
  }
})
