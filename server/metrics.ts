/**
 * Metrics for Prometheus, on a port of their own (METRICS_PORT) that proxies do not publish. Names, labels and what to
 * do at each alert: docs/operations.md, Metrics.
 */
import { createServer } from 'node:http'
import { and, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CurrentCollection } from './collection/current.ts'
import type { OpenDatabase } from './db/open.ts'
import { REPLICA_STATES } from './db/replica-watch.ts'
import { newsletter, newsletterRecipient } from './db/newsletter-schema.ts'
import { parcel } from './db/parcel-schema.ts'
import { refundRequest } from './db/refund-schema.ts'
import { returnPickup } from './db/return-schema.ts'
import { editionDraft, emailOutbox, order, payment, surplusRefund, webhookEvent } from './db/schema.ts'
import { errorFields, type Log } from './log.ts'
import { isSentNext } from './newsletters/send.ts'
import { withTimeout } from './timeout.ts'

export interface ObservedRequest {
  readonly method: string
  /** The pattern of the path, of which there are few; never the path itself. */
  readonly route: string
  readonly status: number
  /** By `performance.now()`. */
  readonly startedAt: number
}

/** Where a page came from: the files of the build, the cache of rendered pages, or a rendering of its own. */
export type PageSource = 'build' | 'cache' | 'rendered'

/** Passed to the instrumented code; without METRICS_PORT there is none. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void
  observeJob(name: string, isSuccess: boolean): void
  observePage(source: PageSource): void
}

interface MetricsServer extends Metrics {
  listen(port: number, host: string | undefined): Promise<void>
  close(): Promise<void>
}

export interface MetricsDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'connections' | 'replica'>
  readonly collection: Pick<CurrentCollection, 'latest'>
  readonly log: Log
  readonly now: () => Date
}

const REQUEST_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Queue {
  readonly table: PgTable
  readonly dueAt: PgColumn
  /** Omitted for rows that are due again and again without an error. */
  readonly attempts?: PgColumn
  /** Omitted if all rows with a time are open. */
  readonly isOpen?: SQL | undefined
}

/** Work that waits in the database. */
const QUEUES: Readonly<Record<string, Queue>> = {
  webhooks: { table: webhookEvent, dueAt: webhookEvent.nextAttemptAt, attempts: webhookEvent.attempts },
  reconciliation: { table: order, dueAt: order.nextReconcileAt },
  'surplus refunds': {
    table: surplusRefund,
    dueAt: surplusRefund.nextAttemptAt,
    attempts: surplusRefund.attempts,
  },
  'requested refunds': {
    table: refundRequest,
    dueAt: refundRequest.nextAttemptAt,
    attempts: refundRequest.attempts,
  },
  emails: { table: emailOutbox, dueAt: emailOutbox.nextAttemptAt, attempts: emailOutbox.attempts },
  'parcel tasks': { table: parcel, dueAt: parcel.nextAttemptAt, attempts: parcel.attempts },
  'parcel tracking': { table: parcel, dueAt: parcel.nextTrackAt },
  'pickup tasks': {
    table: returnPickup,
    dueAt: returnPickup.nextAttemptAt,
    attempts: returnPickup.attempts,
  },
  'pickup tracking': { table: returnPickup, dueAt: returnPickup.nextTrackAt },
  // A second scrape waits until the first is sent.
  newsletters: { table: newsletter, dueAt: newsletter.nextBatchAt, isOpen: isSentNext },
  'scheduled editions': { table: editionDraft, dueAt: editionDraft.nextAttemptAt },
}

/** Prometheus gives up after ten seconds, and would mistake a server whose database hangs for one that is down. */
const COLLECT_MAX_MS = 3000

export function createMetrics({ database, collection, log, now }: MetricsDeps): MetricsServer {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const { requests, jobRuns, jobSuccess, pages } = createObserved(registers)
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
  const collectReplica = createReplicaMetrics(registers, database)
  const collectFromDatabase = createDatabaseMetrics(registers, { database, now })

  const server = createServer((incoming, outgoing) => {
    if (incoming.method !== 'GET' || incoming.url !== '/metrics') return void outgoing.writeHead(404).end()
    edition.set(collection.latest().edition)
    for (const [state, count] of Object.entries(database.connections())) connections.set({ state }, count)
    collectReplica()
    collectFromDatabase()
      // The metrics of the process matter most while the database is down.
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
      jobRuns.inc({ name: job, result: isSuccess ? 'success' : 'failure' })
      if (isSuccess) jobSuccess.setToCurrentTime({ name: job })
    },
    observePage: (source) => pages.inc({ source }),
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

/** Metrics of the server itself. */
function createObserved(registers: Registry[]) {
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
    // Not `job`: Prometheus sets that label on its targets.
    labelNames: ['name', 'result'],
    registers,
  })
  const jobSuccess = new Gauge({
    name: 'shop_job_last_success_timestamp_seconds',
    help: 'When a background job of this server last ended without an error.',
    labelNames: ['name'],
    registers,
  })
  const pages = new Counter({
    name: 'shop_pages_total',
    help: 'Pages by where they came from: the build, the cache of rendered pages, or a rendering.',
    labelNames: ['source'],
    registers,
  })
  return { requests, jobRuns, jobSuccess, pages }
}

/** Only labelled metrics: a server without a replica has none of them. Returns a function that reads them. */
function createReplicaMetrics(registers: Registry[], { replica }: MetricsDeps['database']): () => void {
  const state = new Gauge({
    name: 'shop_replica_state',
    help: '1 for the state that the replica is in; it answers reads where that is "in use".',
    labelNames: ['state'],
    registers,
  })
  const lag = new Gauge({
    name: 'shop_replica_lag_seconds',
    help: 'For how long the primary has had what the replica has not.',
    labelNames: ['behind'],
    registers,
  })
  const reads = new Counter({
    name: 'shop_replica_reads_total',
    help: 'Reads that a replica may answer, by whether it did, or why the primary did.',
    labelNames: ['outcome'],
    registers,
  })
  return () => {
    for (const metric of [state, lag, reads]) metric.reset()
    if (!replica) return
    const report = replica.report()
    for (const each of REPLICA_STATES) state.set({ state: each }, each === report.state ? 1 : 0)
    if (report.lagMs !== null) lag.set({ behind: 'primary' }, report.lagMs / 1000)
    for (const [outcome, count] of Object.entries(report.reads)) reads.inc({ outcome }, count)
  }
}

/** Clients may send any method. */
const KNOWN_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/**
 * Returns a function that reads them, each by an index. Without a database they are absent, so that no alert is
 * resolved by that.
 */
function createDatabaseMetrics(
  registers: Registry[],
  { database: { db }, now }: Pick<MetricsDeps, 'database' | 'now'>,
): () => Promise<void> {
  const overdue = new Gauge({
    name: 'shop_queue_overdue_seconds',
    help: 'For how long the oldest due row of a queue has waited for a server.',
    labelNames: ['queue'],
    registers,
  })
  const attempts = new Gauge({
    name: 'shop_queue_attempts',
    help: 'How often the row of a queue that failed most has been tried.',
    labelNames: ['queue'],
    registers,
  })
  // Labelled, because reset() would set a gauge without labels to 0.
  const stuck = new Gauge({
    name: 'shop_orders_stuck',
    help: 'Orders that are paid and not completed, or about which the gateway rejects requests.',
    labelNames: ['cause'],
    registers,
  })
  const recipients = new Gauge({
    name: 'shop_newsletter_recipients',
    help: 'Recipients of newsletters that are being sent, who have no outcome yet.',
    labelNames: ['state'],
    registers,
  })
  let pending: Promise<void> | null = null

  async function query(): Promise<void> {
    try {
      const { rows } = await db.execute<StuckWork>(stuckWork(now()))
      const [found] = rows
      if (!found) return
      Object.keys(QUEUES).forEach((queue, index) => {
        const { ageSeconds, attempts: most } = found.queues[index] ?? {}
        overdue.set({ queue }, Math.max(0, ageSeconds ?? 0))
        attempts.set({ queue }, most ?? 0)
      })
      stuck.set({ cause: 'not-completed' }, found.notCompleted)
      stuck.set({ cause: 'rejected' }, found.rejected)
      recipients.set({ state: 'waiting' }, found.recipientsWaiting)
    } finally {
      pending = null
    }
  }

  return async () => {
    for (const gauge of [overdue, attempts, stuck, recipients]) gauge.reset()
    pending ??= query()
    await withTimeout(pending, COLLECT_MAX_MS)
  }
}

interface StuckWork extends Record<string, unknown> {
  readonly queues: readonly { readonly ageSeconds: number | null; readonly attempts: number | null }[]
  readonly notCompleted: number
  readonly rejected: number
  readonly recipientsWaiting: number
}

/** A captured payment that is to be refunded, or whose customer is asked for consent, is not stuck. */
function stuckWork(now: Date): SQL {
  const queues = Object.values(QUEUES).map(
    ({ table, dueAt, attempts, isOpen }) => sql`(select jsonb_build_object(
      'ageSeconds', extract(epoch from ${now.toISOString()}::timestamptz - min(${dueAt})),
      'attempts', ${attempts ? sql`max(${attempts})` : sql`null`}
    ) from ${table} where ${and(isNotNull(dueAt), isOpen)})`,
  )
  return sql`
    select jsonb_build_array(${sql.join(queues, sql`, `)}) as queues,
      count(*) filter (where ${order.completedAt} is null and ${order.consentDueAt} is null and exists (
        select from ${payment} where ${payment.orderNumber} = ${order.number} and ${payment.status} = 'captured'
        and not exists (select from ${surplusRefund} where ${surplusRefund.paymentId} = ${payment.paymentId})
      ))::integer as "notCompleted",
      count(*) filter (where ${order.rejectedSince} is not null)::integer as rejected,
      (select count(*) from ${newsletterRecipient} join ${newsletter} on ${newsletter.id} = ${newsletterRecipient.newsletterId}
        where ${newsletter.state} = 'sending' and ${newsletterRecipient.nextAttemptAt} is not null
      )::integer as "recipientsWaiting"
    from ${order} where ${order.nextReconcileAt} is not null`
}
