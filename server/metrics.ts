/**
 * What operators watch, as Prometheus reads it: on a port of its own (METRICS_PORT), which proxies do not publish. Names,
 * labels and what to do at each alert: docs/operations.md, Metrics.
 */
import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CurrentCollection } from './collection/current.ts'
import type { OpenDatabase } from './db/open.ts'
import { parcel } from './db/parcel-schema.ts'
import { deskRefund } from './db/refund-schema.ts'
import { editionDraft, emailOutbox, order, refund, webhookEvent } from './db/schema.ts'
import { errorFields, type Log } from './log.ts'

export interface ObservedRequest {
  readonly method: string
  /** The pattern of the path, of which there are few; never the path itself. */
  readonly route: string
  readonly status: number
  /** By `performance.now()`. */
  readonly startedAt: number
}

/** Given to what is measured; without METRICS_PORT there is none. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void
  observeJob(name: string, isSuccess: boolean): void
}

interface MetricsServer extends Metrics {
  listen(port: number, host: string | undefined): Promise<void>
  close(): Promise<void>
}

export interface MetricsDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'connections'>
  readonly collection: Pick<CurrentCollection, 'latest'>
  readonly log: Log
  readonly now: () => Date
}

const REQUEST_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Work that waits in the database, with when it is due. */
const QUEUES: Readonly<Record<string, { readonly table: PgTable; readonly dueAt: PgColumn }>> = {
  webhooks: { table: webhookEvent, dueAt: webhookEvent.nextAttemptAt },
  reconciliation: { table: order, dueAt: order.nextReconcileAt },
  refunds: { table: refund, dueAt: refund.nextAttemptAt },
  'desk refunds': { table: deskRefund, dueAt: deskRefund.nextAttemptAt },
  email: { table: emailOutbox, dueAt: emailOutbox.nextAttemptAt },
  parcels: { table: parcel, dueAt: parcel.nextAttemptAt },
  tracking: { table: parcel, dueAt: parcel.nextTrackAt },
  'scheduled editions': { table: editionDraft, dueAt: editionDraft.nextAttemptAt },
}

export function createMetrics({ database, collection, log, now }: MetricsDeps): MetricsServer {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'shop_request_duration_seconds',
    help: 'Requests by the pattern of their path.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS_S,
    registers,
  })
  const jobRuns = new Counter({
    name: 'shop_job_runs_total',
    help: 'Runs of background jobs.',
    labelNames: ['job', 'result'],
    registers,
  })
  const jobSuccess = new Gauge({
    name: 'shop_job_last_success_timestamp_seconds',
    help: 'When a background job of this server last ended without an error.',
    labelNames: ['job'],
    registers,
  })
  const edition = new Gauge({
    name: 'shop_collection_edition',
    help: 'The edition that this server sells from.',
    registers,
  })
  const connections = new Gauge({
    name: 'shop_database_connections',
    help: 'Connections to the database, and requests that wait for one.',
    labelNames: ['state'],
    registers,
  })
  const collectFromDatabase = createDatabaseMetrics(registers, { database, now })

  const server = createServer((incoming, outgoing) => {
    if (incoming.method !== 'GET' || incoming.url !== '/metrics') return void outgoing.writeHead(404).end()
    edition.set(collection.latest().edition)
    for (const [state, count] of Object.entries(database.connections())) connections.set({ state }, count)
    collectFromDatabase()
      // What the process itself knows is of use all the more while the database is away.
      .catch((error: unknown) => log.warn('metrics incomplete', errorFields(error)))
      .then(() => registry.metrics())
      .then(
        (text) => outgoing.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => outgoing.writeHead(500).end(),
      )
  })
  return {
    observeRequest({ method, route, status, startedAt }) {
      const seconds = (performance.now() - startedAt) / 1000
      requests.observe({ method: KNOWN_METHODS.has(method) ? method : 'other', route, status }, seconds)
    },
    observeJob(job, isSuccess) {
      jobRuns.inc({ job, result: isSuccess ? 'success' : 'failure' })
      if (isSuccess) jobSuccess.setToCurrentTime({ job })
    },
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, resolve)
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A client may send any word. */
const KNOWN_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/** Returns a function that reads them, each by an index. */
function createDatabaseMetrics(
  registers: Registry[],
  { database: { db }, now }: Pick<MetricsDeps, 'database' | 'now'>,
): () => Promise<void> {
  const overdue = new Gauge({
    name: 'shop_queue_overdue_seconds',
    help: 'For how long the oldest due row of a queue has waited.',
    labelNames: ['queue'],
    registers,
  })
  const paid = new Gauge({
    name: 'shop_orders_paid_not_completed',
    help: 'Orders whose payment was captured, and which are not completed or refunded yet.',
    registers,
  })
  const rejected = new Gauge({
    name: 'shop_orders_rejected_by_gateway',
    help: 'Orders about which the gateway rejects requests.',
    registers,
  })
  return async () => {
    // Values of a database that is away would be stale.
    for (const gauge of [overdue, paid, rejected]) gauge.reset()
    const at = now().toISOString()
    const ages = Object.values(QUEUES).map(
      ({ table, dueAt }) =>
        sql`(select extract(epoch from ${at}::timestamptz - min(${dueAt})) from ${table})`,
    )
    const { rows } = await db.execute<{ ages: (number | null)[]; paid: string; rejected: string }>(sql`
      select jsonb_build_array(${sql.join(ages, sql`, `)}) as ages,
        count(*) filter (where ${order.status} = 'paid') as paid,
        count(*) filter (where ${order.rejectedSince} is not null) as rejected
      from ${order} where ${order.nextReconcileAt} is not null`)
    const [found] = rows
    Object.keys(QUEUES).forEach((queue, index) =>
      overdue.set({ queue }, Math.max(0, found?.ages[index] ?? 0)),
    )
    paid.set(Number(found?.paid))
    rejected.set(Number(found?.rejected))
  }
}
