/** What Prometheus reads from a real server, and whether the alerts and the dashboard name what it finds. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { paise } from '#domain/money.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { createActions, RING, setUpCheckout } from './checkout/testing.ts'
import { payment, surplusRefund } from './db/schema.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { freePort, freePorts, launchServer, type ServerProcess } from './testing.ts'

// Starting a server is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

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
  test('count requests by the pattern of their path, whatever clients ask for', async () => {
    for (const path of ['/healthz', '/api/orders/SJ-0000000000000000', '/api/nothing', '/api/nothing-else'])
      await fetch(shopUrl + path)
    const lines = (await linesOf('shop_request_duration_seconds_count')).toSorted()
    expect(lines).toEqual([
      'shop_request_duration_seconds_count{method="GET",route="/api/*",status="404"} 2',
      'shop_request_duration_seconds_count{method="GET",route="/api/orders/:number",status="401"} 1',
      'shop_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
    ])
  })

  test('say how long work has been due, which edition is sold, and when jobs succeeded', async () => {
    await vi.waitFor(
      async () =>
        expect(await linesOf('shop_job_runs_total{job="webhooks",result="success"}')).toHaveLength(1),
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

  test('are on their own port alone', async () => {
    expect((await fetch(`${shopUrl}/metrics`)).status).toBe(404)
  })

  // A file that names a metric which does not exist would be silent for ever.
  test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboard.json'])(
    'have all names that %s asks for',
    async (file) => {
      // A failure is counted from the first one on.
      const text = await read()
      const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
      const asked = readFileSync(file, 'utf8').matchAll(/\b(?:shop|nodejs|process)_\w+/g)
      const names = new Set([...asked].map(([name]) => name.replace(/_(?:bucket|count)$/, '')))
      expect(names.size).toBeGreaterThan(5)
      expect([...names].filter((name) => !known.has(name))).toEqual([])
    },
  )
})

describe('orders that are stuck', () => {
  const fixture = setUpCheckout({ cart: [{ ...RING, quantity: 1 }] })
  const { startCheckout } = createActions(fixture)

  test('are those whose payment was captured, unless it is refunded', async () => {
    const { db } = fixture
    const metrics = createMetrics({
      database: { db, connections: () => ({ open: 1, idle: 1, waiting: 0 }), replica: null },
      collection: { latest: () => OPENING_COLLECTION },
      log: createLog('silent'),
      now: () => fixture.server.clock.now,
    })
    const port = await freePort()
    await metrics.listen(port, '127.0.0.1')
    const stuck = async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      return /^shop_orders_stuck\{cause="not-completed"\} (\d+)$/m.exec(text)?.[1]
    }
    const { id, number, amount } = await startedCheckout()
    const observedAt = fixture.server.clock.now
    const captured = {
      paymentId: 'pay_Stuck000000000',
      orderNumber: number,
      gatewayOrderId: id,
      amount,
      observedAt,
    }
    expect(await stuck()).toBe('0')
    await db.insert(payment).values({ ...captured, currency: 'INR', status: 'captured' })
    expect(await stuck()).toBe('1')
    const { paymentId } = captured
    await db
      .insert(surplusRefund)
      .values({ id: 'stuck', orderNumber: number, paymentId, amount, reason: 'late', createdAt: observedAt })
    expect(await stuck()).toBe('0')
    await metrics.close()
  })

  async function startedCheckout() {
    const { id, number, checkout } = await startCheckout()
    return { id, number, amount: paise(checkout.amount) }
  }
})
